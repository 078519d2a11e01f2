import Canvas
import Glibc
import HTTP
import Localization
import Model
import Services
import Terminal

/// What the program finds around itself and what follows from it; no secret is among it.
package struct Doctor {
  let options: Program.Options
  let environment: [String: String]
  let version: String

  package init(options: Program.Options, environment: [String: String], version: String) {
    self.options = options
    self.environment = environment
    self.version = version
  }

  /// The report's lines, label and finding.
  package func report(_ texts: Texts) -> [String] {
    let xdg = XDG(environment: environment)
    let configuration: Result<Configuration, Problem> = Result { () throws(Problem) in
      try Configuration.load(path: options.configurationPath, xdg: xdg, environment: environment)
    }
    let settings = (try? configuration.get()) ?? Configuration()
    let findings =
      terminal(texts, settings) + files(texts, xdg) + services(texts, xdg, configuration)
    let width = findings.map { TextWidth.of(texts.doctor($0.row)) }.max() ?? 0
    return findings.map { finding in
      let label = texts.doctor(finding.row)
      let padding = String(repeating: " ", count: width - TextWidth.of(label))
      return "\(label)\(padding)  \(finding.text)"
    }
  }

  private typealias Finding = (row: DoctorRow, text: String)

  private func terminal(_ texts: Texts, _ configuration: Configuration) -> [Finding] {
    let traits = options.traits(configuration, environment)
    let size = try? TerminalDevice(environment: environment).size()
    let cell = size?.cellPixels.map { "\($0.width) x \($0.height) px" }
    let theme = options.theme ?? configuration.theme
    let language =
      options.language ?? configuration.language.chosen ?? Language(environment: environment)
    return [
      (.version, "imagefeed \(version)"),
      (.system, Self.system),
      (.terminal, traits.term.isEmpty ? texts.doctor(.notSet) : traits.term),
      (.size, size.map { "\($0.columns) x \($0.rows)" } ?? texts.doctor(.unknown)),
      (.cellSize, cell ?? texts.doctor(.unknown)),
      (.colors, "\(traits.colors.rawValue), " + texts.doctor(.because(traits.colorsReason))),
      (.unicode, texts.doctor(traits.isUTF8 ? .yes : .no)),
      (.theme, theme.rawValue),
      (.language, language.rawValue),
      // The library itself; what it was built with is a line of its own length.
      (
        .libraries, CurlTransport.libraryVersion.split(separator: " ").first.map(String.init) ?? "?"
      ),
    ]
  }

  private func files(_ texts: Texts, _ xdg: XDG) -> [Finding] {
    [
      (.data, DataFolder.find(environment: environment) ?? texts.doctor(.notFound)),
      (.cache, xdg.cacheFolder),
      (.log, xdg.logFile),
    ]
  }

  private func services(
    _ texts: Texts,
    _ xdg: XDG,
    _ configuration: Result<Configuration, Problem>
  ) -> [Finding] {
    let path = options.configurationPath ?? xdg.configFile
    switch configuration {
    case .failure(let problem): return [(.configuration, texts.cli(.problem(problem)))]
    case .success(let configuration):
      let exists = access(path, F_OK) == 0
      let unsplash = configuration.unsplash
      let key = options.isDemo ? SessionKey.demo : unsplash.sessionKey
      var findings: [Finding] = [
        (.configuration, path + (exists ? "" : ", " + texts.doctor(.notFound))),
        (.service, options.isDemo ? "demo" : unsplash.apiURL),
      ]
      if !options.isDemo {
        findings.append((.keys, texts.doctor(unsplash.isComplete ? .set : .notSet)))
      }
      return findings + [
        (.session, session(texts, xdg, key)),
        (.pictures, configuration.pictures ?? xdg.pictures),
        (.browser, environment["BROWSER"] ?? "xdg-open"),
      ]
    }
  }

  private func session(_ texts: Texts, _ xdg: XDG, _ key: SessionKey) -> String {
    let store = FileCredentialStore(path: xdg.credentialsFile)
    do throws(Problem) {
      return texts.doctor(try store.session(for: key) == nil ? .no : .yes)
    } catch {
      return texts.cli(.problem(error))
    }
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
