import Accounts
import Canvas
import Catalogue
import Disk
import EffectHandling
import Files
import FoundationEssentials
import Glibc
import HTTP
import Imaging
import Localization
import Model
import Platform
import ServiceAPI
import Settings
import Terminal

/// The report of `imagefeed doctor` on the program's environment.
///
/// No secrets are included.
package struct Doctor {
  let options: Program.Options
  let environment: [String: String]

  package init(options: Program.Options, environment: [String: String]) {
    self.options = options
    self.environment = environment
  }

  /// Returns the report's lines: each finding has a label and one or more lines.
  package func report(_ texts: Texts) -> [String] {
    Self.lines(findings(texts), texts)
  }

  /// Returns the report as one JSON object.
  package func json() -> String {
    Self.json(findings(Texts(.english)))
  }

  static func lines(_ findings: [DoctorFinding], _ texts: Texts) -> [String] {
    let width = findings.map { TextWidth.of(texts.doctor($0.row)) }.max() ?? 0
    return findings.flatMap { finding in
      finding.lines.enumerated().map { index, line in
        let label = index == 0 ? texts.doctor(finding.row) : ""
        return label + String(repeating: " ", count: width - TextWidth.of(label)) + "  "
          + TextSanitizer.printed(line)
      }
    }
  }

  static func json(_ findings: [DoctorFinding]) -> String {
    var fields: [String: DoctorValue] = [:]
    for finding in findings { fields[finding.row.rawValue] = finding.value }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try? encoder.encode(DoctorValue.fields(fields))
    return data.map { TextSanitizer.json(String(decoding: $0, as: UTF8.self)) } ?? "{}"
  }

  private func findings(_ texts: Texts) -> [DoctorFinding] {
    let xdg = XDG(environment: environment, isDemo: options.isDemo)
    let configuration: Result<Configuration, Problem> = Result { () throws(Problem) in
      let read = try options.configuration(environment)
      _ = try read.keys.keyMap()
      return read
    }
    let settings = (try? configuration.get()) ?? Configuration(services: ServiceCatalogue.all)
    let terminal = DoctorTerminal(
      options: options,
      configuration: settings,
      environment: environment,
      cacheDirectory: xdg.cacheFolder
    )
    return [
      DoctorFinding(.version, BuildReport().name, .text(Build.version)),
      DoctorFinding(.system, Self.system),
    ] + terminal.findings(texts) + preferences(texts, settings) + files(texts, xdg)
      + database(texts, xdg)
      + services(texts, xdg, configuration) + gallery(texts, xdg)
  }

  private func preferences(_ texts: Texts, _ configuration: Configuration) -> [DoctorFinding] {
    let theme = options.theme ?? configuration.theme
    let language =
      options.language ?? configuration.language.chosen ?? Language(environment: environment)
    let libraries = BuildReport.libraries(texts)
    return [
      DoctorFinding(.theme, theme.rawValue),
      DoctorFinding(.language, language.rawValue),
      DoctorFinding(
        .libraries,
        [libraries.joined(separator: ", ")]
          + (ColorConversion.libraryVersion == nil ? [texts.doctor(.noColorConversion)] : []),
        .list(libraries)
      ),
    ]
  }

  private func files(_ texts: Texts, _ xdg: XDG) -> [DoctorFinding] {
    let data = DataFolder.find(environment: environment)
    return [
      DoctorFinding(.data, data ?? texts.doctor(.notFound), .text(data)),
      DoctorFinding(.cache, xdg.cacheFolder),
      DoctorFinding(.log, xdg.logFile + note(texts, onFile: xdg.logFile)),
    ]
  }

  /// Returns a note to append to a path that belongs to something other than a regular file; empty
  /// for a regular or missing file.
  private func note(_ texts: Texts, onFile path: String) -> String {
    guard RegularFile.fileTypeError(at: path) != 0 else { return "" }
    return ", " + texts.doctor(.notAFile)
  }

  private func services(
    _ texts: Texts,
    _ xdg: XDG,
    _ configuration: Result<Configuration, Problem>
  ) -> [DoctorFinding] {
    let path = options.configurationPath ?? xdg.configFile
    switch configuration {
    case .failure(let problem):
      let text = texts.cli(.problem(problem))
      return [
        DoctorFinding(.configuration, text, .fields(["path": .text(path), "error": .text(text)]))
      ]
    case .success(let configuration):
      let exists = access(path, F_OK) == 0
      let setup = configuration.entry.setup(configuration.sections)
      let key = options.isDemo ? SessionKey.demo(of: configuration.service) : setup.key
      var findings = [
        DoctorFinding(
          .configuration,
          path + (exists ? "" : ", " + texts.doctor(.noFile)),
          .fields(["path": .text(path), "exists": .flag(exists)])
        ),
        DoctorFinding(.service, options.isDemo ? "demo" : setup.apiURL),
      ]
      let hasAccounts = setup.description.hasAccounts
      if !options.isDemo, hasAccounts {
        let hasKeys = setup.isComplete
        findings.append(
          DoctorFinding(.keys, texts.doctor(.keys(hasKeys)), .flag(hasKeys))
        )
      }
      if hasAccounts { findings.append(session(texts, xdg, key)) }
      return findings + [
        credentials(texts, xdg, configuration.credentials),
        certificates(texts, configuration),
        DoctorFinding(.pictures, configuration.pictures ?? xdg.pictures),
        browser(texts),
      ]
    }
  }

  private func browser(_ texts: Texts) -> DoctorFinding {
    let name = Browser(environment: environment).name
    return DoctorFinding(.browser, name ?? texts.doctor(.notFound), .text(name))
  }

  private func session(_ texts: Texts, _ xdg: XDG, _ key: SessionKey) -> DoctorFinding {
    let path = xdg.credentialsFile
    let exposure = Lock<Exposure?>(nil)
    _ = try? FileSystem.secret(at: path) { found in exposure.withLock { $0 = found } }
    let store = FileCredentialStore(path: path)
    do throws(Problem) {
      let session = try store.session(for: key)
      let storage = texts.doctor(
        session?.tokensInKeyring == true ? .keyring : .file(nil),
        file: path
      )
      let found =
        session.map { _ in "\(texts.doctor(.yes)), \(storage)" } ?? texts.doctor(.notSignedIn)
      let notes = exposure.withLock { $0 }.map {
        [texts.doctor(.exposed(path, $0))]
      }
      return DoctorFinding(
        .session,
        [found] + (notes ?? []),
        .flag(session != nil)
      )
    } catch {
      return DoctorFinding(.session, texts.cli(.problem(error)))
    }
  }

  /// Returns the finding on where a new session would be stored: the keyring, the file or nowhere.
  private func credentials(
    _ texts: Texts,
    _ xdg: XDG,
    _ setting: CredentialLocation
  ) -> DoctorFinding {
    let storage: DoctorCredentials
    if setting == .file {
      storage = .file(nil)
    } else if let keyring = Keyring(environment: environment) {
      storage = keyring.trouble().map { setting == .auto ? .file($0) : .nowhere($0) } ?? .keyring
    } else {
      storage = setting == .auto ? .file(.noDesktop) : .nowhere(.noDesktop)
    }
    let text = texts.doctor(storage, file: xdg.credentialsFile)
    return DoctorFinding(
      .credentials,
      "\(setting.rawValue): \(text)",
      .fields(["setting": .text(setting.rawValue), "storage": .text(storage.name)])
    )
  }

  private static var system: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "?" }
    return withUnsafePointer(to: &name) { pointer in
      let base = UnsafeRawPointer(pointer)
      let fields = [\utsname.sysname, \utsname.release, \utsname.machine].map { field in
        let offset = MemoryLayout<utsname>.offset(of: field) ?? 0
        return String(cString: (base + offset).assumingMemoryBound(to: CChar.self))
      }
      return fields.joined(separator: " ")
    }
  }
}
