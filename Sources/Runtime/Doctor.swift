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
    let findings = terminal(texts) + files(texts, xdg) + services(texts, xdg)
    let width = findings.map { TextWidth.of(texts.doctor($0.row)) }.max() ?? 0
    return findings.map { finding in
      let label = texts.doctor(finding.row)
      let padding = String(repeating: " ", count: width - TextWidth.of(label))
      return "\(label)\(padding)  \(finding.text)"
    }
  }

  private typealias Finding = (row: DoctorRow, text: String)

  private func terminal(_ texts: Texts) -> [Finding] {
    let traits = TerminalTraits.detect(environment: environment, colorsOption: options.colors)
    let size = try? TerminalDevice(environment: environment).size()
    let cell = size?.cellPixels.map { "\($0.width) x \($0.height) px" }
    var findings: [Finding] = [
      (.version, "imagefeed \(version)"),
      (.system, Self.system),
      (.terminal, traits.term.isEmpty ? texts.doctor(.notSet) : traits.term),
      (.size, size.map { "\($0.columns) x \($0.rows)" } ?? texts.doctor(.unknown)),
      (.cellSize, cell ?? texts.doctor(.unknown)),
      (.colors, "\(traits.colors.rawValue), " + texts.doctor(.because(traits.colorsReason))),
      (.unicode, texts.doctor(traits.isUTF8 ? .yes : .no)),
    ]
    let language = options.language ?? Language(environment: environment)
    findings.append((.language, language.rawValue))
    findings.append((.libraries, CurlTransport.libraryVersion))
    return findings
  }

  private func files(_ texts: Texts, _ xdg: XDG) -> [Finding] {
    [
      (.data, DataFolder.find(environment: environment) ?? texts.doctor(.notFound)),
      (.cache, xdg.cacheFolder),
      (.log, xdg.logFile),
    ]
  }

  private func services(_ texts: Texts, _ xdg: XDG) -> [Finding] {
    let path = options.configurationPath ?? xdg.configFile
    let configuration: Configuration
    do throws(Problem) {
      configuration = try Configuration.load(
        path: options.configurationPath,
        xdg: xdg,
        environment: environment
      )
    } catch {
      return [(.configuration, texts.cli(.problem(error)))]
    }
    let exists = access(path, F_OK) == 0
    let unsplash = configuration.unsplash
    return [
      (.configuration, path + (exists ? "" : ", " + texts.doctor(.notFound))),
      (.service, unsplash.apiURL),
      (.keys, texts.doctor(unsplash.isComplete ? .set : .notSet)),
      (.session, session(texts, xdg, unsplash.apiURL)),
      (.pictures, configuration.pictures ?? xdg.pictures),
      (.browser, environment["BROWSER"] ?? "xdg-open"),
    ]
  }

  private func session(_ texts: Texts, _ xdg: XDG, _ url: String) -> String {
    let store = FileCredentialStore(path: xdg.credentialsFile)
    let key = SessionKey(service: .unsplash, baseURL: url)
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
