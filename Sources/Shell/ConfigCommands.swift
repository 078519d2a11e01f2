import Glibc
import Localization
import Model
import ServiceAPI
import Settings

/// The commands for the configuration.
package struct ConfigCommands {
  private let path: String?
  private let services: [ServiceEntry]
  private let texts: Texts
  private let environment: [String: String]
  private let xdg: XDG

  /// Creates the commands.
  ///
  /// - Parameters:
  ///   - path: The file that the user named; `nil` for the standard one.
  ///   - services: The available services.
  package init(
    path: String?,
    services: [ServiceEntry],
    environment: [String: String],
    _ texts: Texts
  ) {
    self.path = path
    self.services = services
    self.environment = environment
    self.texts = texts
    xdg = XDG(environment: environment)
  }

  private var file: String { path ?? xdg.configFile }

  private func load() throws(Problem) -> Configuration {
    try Configuration.load(path: path, xdg: xdg, environment: environment, services: services)
  }

  /// Prints the effective value of a key, or ends the process with an error.
  package func get(_ key: String) {
    let configuration: Configuration
    do throws(Problem) { configuration = try load() } catch {
      Output.fail(texts.shell(.problem(error)), status: CommandStatus.usage.rawValue)
    }
    do throws(SettingFailure) {
      guard let value = try configuration.value(of: key, xdg: xdg) else {
        Output.fail(texts.shell(.notSet(key)), status: CommandStatus.notFound.rawValue)
      }
      Output.printExactly(value)
    } catch {
      end(error)
    }
  }

  /// Sets a key in the file, or ends the process with an error.
  ///
  /// - Parameter value: The value; `nil` to read it from standard input.
  package func set(_ key: String, to value: String?) {
    do throws(SettingFailure) {
      try Configuration.set(
        key,
        to: value ?? read(key),
        in: file,
        xdg: xdg,
        services: services
      )
    } catch {
      end(error)
    }
    let name = Configuration.variable(over: key, environment: environment, services: services)
    if let name { Output.printError(texts.shell(.overridden(key, by: name))) }
  }

  /// Reads the value from standard input.
  ///
  /// Without one, ends the process and leaves the file unchanged.
  private func read(_ key: String) -> String {
    let failure: ShellMessage
    do throws(HiddenInput.Failure) {
      return try HiddenInput.answer(to: "\(key): ")
    } catch .nothing {
      failure = .noValue(key)
    } catch {
      failure = .longValue(key)
    }
    Output.fail(texts.shell(failure), status: CommandStatus.usage.rawValue)
  }

  /// Prints that the file and the environment are valid, or ends the process with an error.
  ///
  /// - Parameter checkKeys: Validates the keys of commands.
  package func check(_ checkKeys: (KeySettings) throws(Problem) -> Void) {
    do throws(Problem) {
      try checkKeys(try load().keys)
      let isThere = access(file, F_OK) == 0
      Output.print(
        texts.shell(isThere ? .configurationIsFine(path: file) : .noConfiguration(path: file))
      )
    } catch {
      Output.fail(texts.shell(.problem(error)), status: CommandStatus.usage.rawValue)
    }
  }

  private func end(_ failure: SettingFailure) -> Never {
    let known = Configuration.keys(services: services)
    let message: ShellMessage =
      switch failure {
      case .unknown(let key): .unknownSetting(key, known: known)
      case .wrongValue(let key, let expected): .wrongSetting(key, expected: expected)
      case .noPlace(let key, let path): .noPlace(key, path: path)
      case .problem(let problem): .problem(problem)
      }
    var status = CommandStatus.usage
    if case .problem(let problem) = failure { status = problem.configurationStatus }
    Output.fail(texts.shell(message), status: status.rawValue)
  }
}

extension Problem {
  /// The exit status.
  ///
  /// A failed write isn't a mistake in the configuration.
  fileprivate var configurationStatus: CommandStatus {
    switch cause {
    case .diskFull, .disk, .notPermitted, .readOnly, .inUse, .notAFile: .failed
    default: .usage
    }
  }
}
