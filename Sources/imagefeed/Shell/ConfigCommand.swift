import ArgumentParser
import Glibc
import Localization
import Model
import Runtime
import Shell
import Catalogue
import Settings

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    _superCommandName: "imagefeed",
    abstract: "Show, change or check the configuration.",
    subcommands: [Path.self, Get.self, Set.self, Check.self]
  )

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print where the configuration is.")

    func run() { Output.print(XDG(environment: Imagefeed.environment).configFile) }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the value in effect for a key: the environment's, the file's or the default."
    )

    @OptionGroup var source: SourceOptions

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    func run() {
      let xdg = XDG(environment: Imagefeed.environment)
      let configuration: Configuration
      do throws(Problem) {
        configuration = try Configuration.load(
          path: source.config,
          xdg: xdg,
          environment: Imagefeed.environment,
          services: ServiceCatalogue.all
        )
      } catch {
        Output.fail(source.texts.shell(.problem(error)), status: CommandStatus.usage.rawValue)
      }
      do throws(SettingFailure) {
        guard let value = try configuration.value(of: key, xdg: xdg) else {
          Output.fail(source.texts.shell(.notSet(key)), status: CommandStatus.notFound.rawValue)
        }
        Output.print(value)
      } catch {
        error.end(source.texts)
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a key in the file; comments and everything else stay.",
      discussion: """
        The value is checked first: one that the program would refuse leaves the file as it was. \
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

    func run() {
      let texts = source.texts
      let xdg = XDG(environment: Imagefeed.environment)
      do throws(SettingFailure) {
        try Configuration.set(
          key,
          to: value ?? read(),
          in: source.config ?? xdg.configFile,
          xdg: xdg,
          services: ServiceCatalogue.all
        )
      } catch {
        error.end(texts)
      }
      let name = Configuration.variable(
        over: key,
        environment: Imagefeed.environment,
        services: ServiceCatalogue.all
      )
      if let name {
        Output.complain(texts.shell(.overridden(key, by: name)))
      }
    }

    /// Reads the value from standard input, or ends the command with the file as it was.
    private func read() -> String {
      let failure: ShellMessage
      do throws(HiddenInput.Failure) {
        return try HiddenInput.answer(to: "\(key): ")
      } catch .nothing {
        failure = .noValue(key)
      } catch {
        failure = .longValue(key)
      }
      Output.fail(source.texts.shell(failure), status: CommandStatus.usage.rawValue)
    }
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
      let xdg = XDG(environment: Imagefeed.environment)
      do throws(Problem) {
        let configuration = try Configuration.load(
          path: source.config,
          xdg: xdg,
          environment: Imagefeed.environment,
          services: ServiceCatalogue.all
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

extension SettingFailure {
  fileprivate func end(_ texts: Texts) -> Never {
    let known = Configuration.keys(services: ServiceCatalogue.all)
    let message: ShellMessage =
      switch self {
      case .unknown(let key): .unknownSetting(key, known: known)
      case .wrongValue(let key, let expected): .wrongSetting(key, expected: expected)
      case .noPlace(let key, let path): .noPlace(key, path: path)
      case .problem(let problem): .problem(problem)
      }
    var status = CommandStatus.usage
    if case .problem(let problem) = self { status = problem.configurationStatus }
    Output.fail(texts.shell(message), status: status.rawValue)
  }
}

extension Problem {
  /// A disk that takes nothing is no mistake in the configuration.
  fileprivate var configurationStatus: CommandStatus {
    switch cause {
    case .diskFull, .disk, .notPermitted, .readOnly, .inUse, .notAFile: .failed
    default: .usage
    }
  }
}
