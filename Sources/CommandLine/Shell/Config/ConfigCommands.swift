import Canvas
import Catalogue
import Glibc
import Localization
import Model
import Runtime
import ServiceAPI
import Settings

/// The commands for the configuration.
struct ConfigCommands {
  /// The file that the user named; `nil` for the standard one.
  private let path: String?
  private let texts: Texts
  private let services = ServiceCatalogue.all
  private let environment = ThisProcess.environment
  private let xdg = XDG(environment: ThisProcess.environment)

  init(_ options: BasicOptions) { (path, texts) = (options.config, options.texts) }

  /// The path of the file.
  var file: String { path ?? xdg.configFile }

  private func read() -> (Configuration, [Problem]) {
    Configuration.read(path: path, xdg: xdg, environment: environment, services: services)
  }

  /// Prints the effective value of a key, or ends the process with an error.
  ///
  /// An invalid value is reported, and the default is printed.
  func get(_ key: String) {
    let (configuration, problems) = read()
    do throws(SettingFailure) {
      let value = try configuration.value(of: key, xdg: xdg)
      report(problems.filter { !$0.isAboutKey || $0.isAbout(key, variable(over: key)) })
      guard let value else { fail(.notSet(key)) }
      Output.printExactly(value)
    } catch {
      end(error)
    }
  }

  /// Prints each key, its value and the origin of that: the file, a variable, or `default`.
  ///
  /// Secrets are hidden.
  func list() {
    let (configuration, problems) = read()
    report(problems)
    let own = Configuration.keys(in: file)
    var rows: [[String]] = []
    for key in Configuration.keys(services: services) {
      guard let value = (try? configuration.value(of: key, xdg: xdg)) ?? nil else { continue }
      // Instead of an invalid value, the default applies.
      let isValid = !problems.contains { $0.isAbout(key, variable(over: key)) }
      let origin = isValid ? variable(over: key) ?? (own.contains(key) ? file : nil) : nil
      let shown = key.hasSuffix("_key") ? "***" : value
      rows.append([key, shown, origin ?? "default"].map { TextSanitizer.printed($0) })
    }
    Output.write(LinePrinter.lines(of: rows))
  }

  private func report(_ problems: [Problem]) {
    for problem in problems { Output.printError(.problem(problem), texts) }
  }

  /// Sets a key in the file, or ends the process with an error.
  ///
  /// - Parameter value: The value; `nil` to read it from standard input.
  func set(_ key: String, to value: String?) {
    do throws(SettingFailure) {
      let value = value ?? read(key)
      try Configuration.set(key, to: value, in: file, xdg: xdg, services: services)
    } catch {
      end(error)
    }
    if let name = variable(over: key) { warn(.overridden(key, by: name)) }
  }

  /// Removes a key from the file, or ends the process with an error.
  func unset(_ key: String) {
    do throws(SettingFailure) {
      try Configuration.unset(key, in: file, xdg: xdg, services: services)
    } catch {
      end(error)
    }
    if let name = variable(over: key) { warn(.stillSet(key, by: name)) }
  }

  private func variable(over key: String) -> String? {
    Configuration.variable(over: key, environment: environment, services: services)
  }

  private func warn(_ message: ConfigurationMessage) {
    Output.printError(.configuration(message), texts)
  }

  /// Reads the value from standard input.
  ///
  /// Without one, ends the process and leaves the file unchanged.
  private func read(_ key: String) -> String {
    guard Configuration.keys(services: services).contains(key) else { end(.unknown(key: key)) }
    do throws(HiddenInput.Failure) {
      return try HiddenInput.answer(to: "\(key): ")
    } catch .nothing {
      fail(.noValue(key))
    } catch {
      fail(.longValue(key))
    }
  }

  /// Prints that the file and the environment are valid, or ends the process with all errors.
  func check() {
    let (configuration, problems) = read()
    let all = problems + configuration.keys.read().1
    report(all)
    if let first = all.first { _exit(CommandStatus(first).rawValue) }
    let isThere = access(file, F_OK) == 0
    Output.print(
      texts.shell(.configuration(isThere ? .isFine(path: file) : .noFile(path: file)))
    )
  }

  private func fail(_ message: ConfigurationMessage) -> Never {
    Output.fail(.configuration(message), texts)
  }

  private func end(_ failure: SettingFailure) -> Never {
    switch failure {
    case .unknown(let key):
      // In KEY=VALUE, the value may be a secret.
      let name = key.contains("=") ? key.prefix { $0 != "=" } + "=..." : key
      fail(.unknownKey(name, known: Configuration.keys(services: services)))
    case .wrongValue(let key, let expected): fail(.wrongValue(key, expected: expected))
    case .noPlace(let key, let path): fail(.noPlace(key, path: path))
    case .sharedLine(let key, let path): fail(.sharedLine(key, path: path))
    case .problem(let problem):
      Output.fail(texts.shell(.problem(problem)), status: problem.configurationStatus.rawValue)
    }
  }
}

extension Problem {
  /// Whether the problem is that of a key or variable.
  fileprivate var isAboutKey: Bool {
    switch cause {
    case .configurationKey, .configurationType, .configurationBinding: true
    default: false
    }
  }

  /// Whether the problem is that of a key, or of the variable that overrides it.
  fileprivate func isAbout(_ key: String, _ variable: String?) -> Bool {
    if case .configurationType(_, let name, _, _) = cause {
      name == key || name == variable
    } else {
      false
    }
  }

  /// The exit status.
  ///
  /// A failed write isn't a mistake in the configuration.
  fileprivate var configurationStatus: CommandStatus {
    switch cause {
    case .diskFull, .noMoreFiles, .disk, .notPermitted, .readOnly, .inUse, .notAFile: .failed
    default: .usage
    }
  }
}
