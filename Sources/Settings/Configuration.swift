import Disk
import Glibc
import Model
import ServiceAPI

/// What a person can set, as read once from `config.toml` and the environment.
package struct Configuration: Equatable, Sendable {
  package enum Language: String, CaseIterable, Sendable {
    case auto, english = "en", russian = "ru"
  }

  package enum Theme: String, CaseIterable, Sendable {
    case auto, dark, light
  }

  /// What is behind texts and photos: a colour of the theme, or the terminal's own background.
  package enum Background: String, CaseIterable, Sendable {
    case theme, terminal
  }

  /// Whether the bars of full screen hide after a while without input, or always stay.
  package enum Bars: String, CaseIterable, Sendable {
    case auto, always
  }

  package enum Colors: String, CaseIterable, Sendable {
    case auto, trueColor = "24bit", palette256 = "256", palette16 = "16", monochrome = "mono"
  }

  package enum Graphics: String, CaseIterable, Sendable {
    case auto, kitty
    case kittyDirect = "kitty-direct"
    case iterm2, sixel, symbols, off = "none"
  }

  /// The services there are, at least one; the first is shown where nothing else is set.
  package let services: [ServiceEntry]
  /// Which service is shown.
  package var service: ServiceID
  /// What each service has in its own section.
  package var sections = ServiceSections()
  /// The port of `http://localhost:PORT/callback`, as it is registered at the service.
  package var redirectPort = 7436
  package var language = Language.auto
  package var theme = Theme.auto
  package var background = Background.theme
  package var bars = Bars.auto
  package var credentials = CredentialLocation.auto
  package var colors = Colors.auto
  package var graphics = Graphics.auto
  /// The size of a cell; `nil` for the terminal's own word.
  package var cell: CellSize?
  /// The folder photographs are saved to, nil for the pictures folder of the desktop.
  package var pictures: String?
  /// The names of files in the pictures folder and in exports; `nil` for `photographer-ID.jpg`.
  package var fileName: PhotoTemplate?
  /// Whether the photographer and the page are written into files in these folders.
  package var writesMetadata = true
  /// The file of trusted certificates; `nil` for the environment's or the system's.
  package var authoritiesFile: String?
  /// MiB of pictures that the extended edition keeps on disk; 0 for none.
  package var pictureCache = 256
  /// How many downloads the extended edition runs at a time.
  package var downloads = 3
  /// For how many seconds a slideshow shows each photograph.
  package var slideshow = 5
  /// The person's own commands for photographs, in the file's order.
  package var shareCommands: [ShareCommand] = []

  /// The keys of commands, as the file has them.
  package var keys = KeySettings()

  /// Everything as it is where nothing is set.
  package init(services: [ServiceEntry]) {
    self.services = services
    service = services[0].description.id
  }

  /// The entry of the service that is shown; the first one for a name that none has.
  package var entry: ServiceEntry {
    services.first { $0.description.id == service } ?? services[0]
  }

  /// The entries of all others, from the next one around to the one before.
  package var otherEntries: [ServiceEntry] {
    let index = services.firstIndex { $0.description.id == service } ?? 0
    return Array(services[(index + 1)...] + services[..<index])
  }

  /// Reads the file, then the environment over it.
  ///
  /// - Parameters:
  ///   - path: the file the person named, which must exist; nil for the usual place, where none
  ///     need be.
  ///   - services: the services there are, at least one.
  package static func load(
    path: String?,
    xdg: XDG,
    environment: [String: String],
    services: [ServiceEntry]
  ) throws(Problem) -> Configuration {
    var configuration = Configuration(services: services)
    if let file = try ConfigurationFile(path: path ?? xdg.configFile) {
      try file.apply(to: &configuration, xdg: xdg)
    } else if let path {
      throw Problem(.configuration, .init(errno: ENOENT, path: path))
    }
    var draft = ConfigurationDraft(configuration: configuration, xdg: xdg)
    for setting in SettingList(services).all {
      guard let variable = setting.variable, let text = environment[variable], !text.isEmpty else {
        continue
      }
      let isNumber = setting.expected == .port || setting.expected == .id
      let value = isNumber ? Int(text).map(SettingValue.integer) : .string(text)
      guard let value, setting.apply(&draft, value) else {
        throw Problem(
          .configuration,
          .configurationType(
            path: Self.environmentPath,
            key: variable,
            line: 0,
            expected: setting.expected.code
          )
        )
      }
    }
    return draft.configuration
  }

  /// The path an error names when the value came from a variable; its line is 0.
  package static let environmentPath = "environment"
}
