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

  @OptionGroup var options: CommonOptions

  func run() throws {
    let environment = ThisProcess.environment
    var texts = options.texts(environment)
    do throws(Problem) {
      let configuration = try Configuration.load(
        path: options.config,
        xdg: XDG(environment: environment),
        environment: environment,
        services: ServiceCatalogue.all
      )
      texts.keys = try configuration.keys.keyMap()
    } catch {
      Output.fail(texts.cli(.problem(error)), status: 2)
    }
    Output.print(KeyTable(texts, options.edition).text)
  }
}
