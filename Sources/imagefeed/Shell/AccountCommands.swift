import ArgumentParser
import Canvas
import Glibc
import Localization
import Model
import Platform
import Runtime
import Services
import Shell

struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me",
    _superCommandName: "imagefeed",
    abstract: "Print who is signed in."
  )

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() {
    let isJSON = json
    source.run { place throws(CommandFailure) in
      let person = PersonRecord(try await place.me())
      if isJSON {
        Output.print(RecordPrinter.json(person))
      } else {
        let cells = [person.username, person.name].map { InertText.printed($0) }
        Output.write(Array((cells.joined(separator: "\t") + "\n").utf8))
      }
      return .done
    }
  }
}

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    _superCommandName: "imagefeed",
    abstract: "The configuration file.",
    subcommands: [Path.self, Check.self]
  )

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print its path.")

    func run() { Output.print(XDG(environment: Imagefeed.environment).configFile) }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look for mistakes in it and in the environment."
    )

    @OptionGroup var source: SourceOptions

    func run() {
      let xdg = XDG(environment: Imagefeed.environment)
      do throws(Problem) {
        let configuration = try Configuration.load(
          path: source.config,
          xdg: xdg,
          environment: Imagefeed.environment
        )
        _ = try configuration.keys.keyMap()
        let path = source.config ?? xdg.configFile
        let isThere = access(path, F_OK) == 0
        Output.print(
          source.texts.shell(
            isThere ? .configurationIsFine(path: path) : .noConfiguration(path: path)
          )
        )
      } catch {
        Output.fail(source.texts.shell(.problem(error)), status: CommandStatus.usage.rawValue)
      }
    }
  }
}
