import ArgumentParser
import Catalogue
import Model
import Runtime
import Settings
import Shell

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    _superCommandName: "imagefeed",
    abstract: "Show, change or check the configuration.",
    subcommands: [Path.self, Get.self, Set.self, Check.self]
  )

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print where the configuration is.")

    func run() { Output.print(XDG(environment: ThisProcess.environment).configFile) }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the value in effect for a key: the environment's, the file's or the default."
    )

    @OptionGroup var source: SourceOptions

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    func run() { commands(source).get(key) }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a key in the file; comments and everything else stay.",
      discussion: """
        Invalid values are rejected and leave the file unchanged. \
        Without a value it is read from standard input, to keep secrets out of history; a blank \
        one changes nothing. Put -- before a negative number, and give '' to clear a key.
        """
    )

    @OptionGroup var source: SourceOptions

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    @Argument(
      help: "The value; without one it is read from standard input.",
      completion: .custom { arguments, _, _ in
        arguments.flatMap { Configuration.words(of: $0, services: ServiceCatalogue.all) }
      }
    )
    var value: String?

    func run() { commands(source).set(key, to: value) }
  }

  private static let keys = Configuration.keys(services: ServiceCatalogue.all)

  private static let keyHelp: ArgumentHelp =
    "The key as in the file, with its table and a dot where it has one."

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check the file and the environment for errors."
    )

    @OptionGroup var source: SourceOptions

    func run() {
      commands(source).check { (keys) throws(Problem) in _ = try keys.keyMap() }
    }
  }

  private static func commands(_ source: SourceOptions) -> ConfigCommands {
    ConfigCommands(
      path: source.config,
      services: ServiceCatalogue.all,
      environment: ThisProcess.environment,
      source.texts
    )
  }
}
