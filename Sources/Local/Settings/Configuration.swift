import Disk
import Glibc
import Model
import ServiceAPI

/// The user's settings, read once from `config.toml` and the environment.
package struct Configuration: Equatable, Sendable {
  /// The language of the interface; `auto` derives it from the locale's variables.
  package enum Language: String, CaseIterable, Sendable {
    case auto, english = "en", russian = "ru"
  }

  /// The colour theme; `auto` derives it from the terminal's background.
  package enum Theme: String, CaseIterable, Sendable {
    case auto, dark, light
  }

  /// The background of texts and photos: a colour of the theme, or the terminal's own background.
  package enum Background: String, CaseIterable, Sendable {
    case theme, terminal
  }

  /// The behaviour of the bars of full screen: hide after a while without input, or always stay.
  package enum Bars: String, CaseIterable, Sendable {
    case auto, always
  }

  /// The cells around a photo in full screen: lit by the photo, or plain.
  package enum Surround: String, CaseIterable, Sendable {
    case photo, plain
  }

  /// The setting for animations: spinners turn and photos grow from their tiles, or nothing moves.
  package enum Motion: String, CaseIterable, Sendable {
    case full, reduced
  }

  /// The number of colours; `auto` is as many as the terminal supports.
  package enum Colors: String, CaseIterable, Sendable {
    case auto, trueColor = "24bit", palette256 = "256", palette16 = "16", monochrome = "mono"
  }

  /// The lowest level of messages that are written to the log file.
  package enum LogLevel: String, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical
  }

  /// The graphics protocol; `auto` is the best one that the terminal supports.
  package enum Graphics: String, CaseIterable, Sendable {
    case auto, kitty
    case kittyDirect = "kitty-direct"
    case iterm2, sixel, symbols, off = "none"
  }

  /// The available services, at least one.
  ///
  /// The first is the default.
  package let services: [ServiceEntry]
  /// The service that is shown.
  package var service: ServiceID
  /// The settings of each service, from its own section.
  package var sections = ServiceSections()
  package var preferences = Preferences()
  package var language = Language.auto
  package var theme = Theme.auto
  package var background = Background.theme
  package var bars = Bars.auto
  /// Whether screens are plain text for screen readers and braille displays.
  package var plain = false
  package var surround = Surround.photo
  package var motion = Motion.full
  /// The store for the tokens of sessions.
  package var credentials = CredentialLocation.auto
  package var colors = Colors.auto
  package var graphics = Graphics.auto
  /// The size of a cell; `nil` to use the size that the terminal reports.
  package var cell: CellSize?
  /// The folder that photos are saved to; `nil` for the desktop's pictures folder.
  package var pictures: String?
  /// The template of file names in the pictures folder and in exports; `nil` for
  /// `photographer-ID.jpg`.
  package var fileName: PhotoTemplate?
  /// Whether credits are added to the files in the pictures folder and in exports.
  package var writesMetadata = true
  /// The path of a file of trusted certificates; `nil` for the environment's or the system's.
  package var authoritiesFile: String?
  /// The maximum size of the extended edition's image cache on disk, in MiB; 0 for no cache.
  package var pictureCache = 256

  package var logLevel = LogLevel.warning

  /// The keys of commands, as written in the file.
  package var keys = KeySettings()

  /// Creates the default configuration.
  package init(services: [ServiceEntry]) {
    self.services = services
    service = services[0].description.id
  }

  /// The entry of the shown service; the first entry if the service is unknown.
  package var entry: ServiceEntry {
    services.first { $0.description.id == service } ?? services[0]
  }

  /// The entries of all other services, in cyclic order after the shown one.
  package var otherEntries: [ServiceEntry] {
    let index = services.firstIndex { $0.description.id == service } ?? 0
    return Array(services[(index + 1)...] + services[..<index])
  }

  /// Reads the file, then overrides its values by those of the environment.
  ///
  /// - Parameters:
  ///   - path: The file that the user named, which must exist; `nil` for the standard file, which
  ///     may be missing.
  ///   - services: The available services, at least one.
  package static func load(
    path: String?,
    xdg: XDG,
    environment: [String: String],
    services: [ServiceEntry]
  ) throws(Problem) -> Configuration {
    let (configuration, problems) = read(
      path: path,
      xdg: xdg,
      environment: environment,
      services: services
    )
    if let first = problems.first { throw first }
    return configuration
  }

  /// Reads what is valid in the file and the environment, and returns the problems of the rest.
  ///
  /// The parameters are those of `load`.
  package static func read(
    path: String?,
    xdg: XDG,
    environment: [String: String],
    services: [ServiceEntry]
  ) -> (Configuration, [Problem]) {
    var configuration = Configuration(services: services)
    var problems: [Problem] = []
    do throws(Problem) {
      if let file = try ConfigurationFile(path: path ?? xdg.configFile) {
        problems = file.applyValid(to: &configuration, xdg: xdg)
      } else if let path {
        throw Problem(.configuration, .init(errno: ENOENT, path: path))
      }
    } catch {
      problems = [error]
    }
    var draft = ConfigurationDraft(configuration: configuration, xdg: xdg)
    for setting in SettingList(services).all {
      guard let variable = setting.variable, let text = environment[variable], !text.isEmpty else {
        continue
      }
      let isNumber = setting.expected == .port || setting.expected == .id
      let value = isNumber ? Int(text).map(SettingValue.integer) : .string(text)
      if let value, setting.apply(&draft, value) { continue }
      let cause = Problem.Cause.configurationType(
        path: Self.environmentPath,
        key: variable,
        line: 0,
        expected: setting.expected.code
      )
      problems.append(Problem(.configuration, cause))
    }
    return (draft.configuration, problems)
  }

  /// The text that errors about an environment variable have instead of a file's path.
  ///
  /// The line in these errors is 0.
  package static let environmentPath = "environment"
}
