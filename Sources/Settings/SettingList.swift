import Model
import ServiceAPI

/// A configuration during reading, with the folders for resolving its paths.
struct ConfigurationDraft {
  var configuration: Configuration
  let xdg: XDG
}

/// The keys that a configuration file may have: the program's own, then those of its services.
struct SettingList {
  let all: [Setting<ConfigurationDraft>]
  /// The tables of services, which aren't settings themselves.
  let tables: Set<String>

  init(_ services: [ServiceEntry]) {
    all = Self.own(services) + services.flatMap(\.settings).map { $0.of(\.configuration.sections) }
    tables = Set(services.map(\.description.id.name))
  }

  /// The setting of a key; `nil` if the key is unknown.
  subscript(key: String) -> Setting<ConfigurationDraft>? { all.first { $0.key == key } }

  private static func own(_ services: [ServiceEntry]) -> [Setting<ConfigurationDraft>] {
    [
      Setting(
        key: "service",
        variable: "IMAGEFEED_SERVICE",
        expected: .choice(services.map(\.description.id.name)),
        apply: { draft, value in
          guard case .string(let name) = value,
            let entry = services.first(where: { $0.description.id.name == name })
          else { return false }
          draft.configuration.service = entry.description.id
          return true
        },
        current: { draft in draft.configuration.service.name }
      ),
      .number(
        "redirect_port",
        "IMAGEFEED_REDIRECT_PORT",
        .port,
        1...65_535,
        { $0.configuration.preferences.redirectPort }
      ) {
        $0.configuration.preferences.redirectPort = $1
      },
      .choice("language", nil, { $0.configuration.language }) { $0.configuration.language = $1 },
      .choice("theme", nil, { $0.configuration.theme }) { $0.configuration.theme = $1 },
      .choice("background", nil, { $0.configuration.background }) {
        $0.configuration.background = $1
      },
      .choice("bars", "IMAGEFEED_BARS", { $0.configuration.bars }) { $0.configuration.bars = $1 },
      .flag("plain", { $0.configuration.plain }) { $0.configuration.plain = $1 },
      .choice("motion", nil, { $0.configuration.motion }) { $0.configuration.motion = $1 },
      .choice("colors", nil, { $0.configuration.colors }) { $0.configuration.colors = $1 },
      .choice("graphics", nil, { $0.configuration.graphics }) { $0.configuration.graphics = $1 },
      Setting(
        key: "cell",
        variable: nil,
        expected: .cell,
        apply: { draft, value in
          guard case .string(let text) = value else { return false }
          draft.configuration.cell = Configuration.CellSize(text)
          return text == "auto" || draft.configuration.cell != nil
        },
        current: { draft in draft.configuration.cell?.text ?? "auto" }
      ),
      .choice("credentials", nil, { $0.configuration.credentials }) {
        $0.configuration.credentials = $1
      },
      Setting(
        key: "pictures",
        variable: nil,
        expected: .folder,
        apply: { draft, value in
          guard case .string(let text) = value, let path = draft.xdg.expanded(text) else {
            return false
          }
          draft.configuration.pictures = XDG.withoutFinalSlashes(path)
          return true
        },
        current: { draft in draft.configuration.pictures ?? draft.xdg.pictures }
      ),
      Setting(
        key: "file_name",
        variable: nil,
        expected: .fileName,
        apply: { draft, value in
          guard case .string(let text) = value, !text.isEmpty, SettingValue.isPlain(text),
            let name = try? PhotoTemplate(text, PhotoTemplate.fileNames)
          else { return false }
          draft.configuration.fileName = name
          return true
        },
        current: { draft in draft.configuration.fileName?.source }
      ),
      .flag("metadata", { $0.configuration.writesMetadata }) {
        $0.configuration.writesMetadata = $1
      },
      Setting(
        key: "ca_file",
        variable: nil,
        expected: .file,
        apply: { draft, value in
          guard case .string(let text) = value, let path = draft.xdg.expanded(text) else {
            return false
          }
          draft.configuration.authoritiesFile = path
          return true
        },
        current: { draft in draft.configuration.authoritiesFile }
      ),
      .number("picture_cache", nil, .megabytes, 0...1_048_576, { $0.configuration.pictureCache }) {
        $0.configuration.pictureCache = $1
      },
      .number(
        "downloads",
        nil,
        .downloads,
        1...8,
        { $0.configuration.preferences.downloadsAtOnce }
      ) {
        $0.configuration.preferences.downloadsAtOnce = $1
      },
      .number(
        "slideshow",
        nil,
        .seconds,
        1...3600,
        { $0.configuration.preferences.slideshowSeconds }
      ) {
        $0.configuration.preferences.slideshowSeconds = $1
      },
    ]
  }
}
