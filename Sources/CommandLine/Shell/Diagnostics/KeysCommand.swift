import AppCore
import ArgumentParser
import Catalogue
import Localization
import Model
import Runtime
import Settings

/// The command that prints all commands and their keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: localized(
      "Print all commands, their keys, and their names for [keys] in the configuration.",
      "Вывести все команды, их клавиши и имена для [keys] в настройках."
    )
  )

  @OptionGroup var basic: BasicOptions

  @Option(help: .text("The edition.", "Редакция программы."))
  var edition = Edition.extended

  /// Prints the table; with the default keys if the configuration has an error.
  func run() throws {
    var texts = basic.texts
    let (configuration, problems) = Configuration.read(
      path: basic.config,
      xdg: XDG(environment: ThisProcess.environment),
      environment: ThisProcess.environment,
      services: ServiceCatalogue.all
    )
    let (keys, mistakes) = configuration.keys.read()
    for problem in problems + mistakes { Output.printError(texts.cli(.problem(problem))) }
    if problems.isEmpty, mistakes.isEmpty { texts.keys = keys }
    Output.print(KeyTable(texts, edition).text)
  }
}
