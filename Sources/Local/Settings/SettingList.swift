import Model
import ServiceAPI

/// A configuration during reading, with the folders for resolving its paths.
struct ConfigurationDraft {
  var configuration: Configuration
  let xdg: XDG

  /// The folder of saved photos, without slashes at its end.
  var pictures: String? {
    get { configuration.pictures ?? xdg.pictures }
    set { configuration.pictures = newValue.map(XDG.withoutFinalSlashes) }
  }
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
        "service",
        "IMAGEFEED_SERVICE",
        .choice(services.map(\.description.id.name)),
        \.configuration.service
      ) { value in
        services.map(\.description.id).first { $0.name == value.text }
      } text: {
        $0.name
      },
      .number(
        "redirect_port",
        "IMAGEFEED_REDIRECT_PORT",
        .port,
        1...65_535,
        \.configuration.preferences.redirectPort
      ),
      .choice("language", \.configuration.language),
      .choice("theme", \.configuration.theme),
      .choice("background", \.configuration.background),
      .choice("bars", \.configuration.bars, "IMAGEFEED_BARS"),
      .choice("surround", \.configuration.surround),
      .flag("plain", \.configuration.plain),
      .choice("motion", \.configuration.motion),
      .choice("colors", \.configuration.colors),
      .choice("graphics", \.configuration.graphics),
      Setting("cell", nil, .cell, \.configuration.cell) { value in
        let size = value.text.flatMap { Configuration.CellSize($0) }
        return size == nil && value.text != "auto" ? nil : .some(size)
      } text: {
        $0?.text ?? "auto"
      },
      .choice("credentials", \.configuration.credentials),
      .path("pictures", .folder, \.pictures),
      Setting("file_name", nil, .fileName, \.configuration.fileName) { value in
        guard let text = value.text, !text.isEmpty, SettingValue.isPlain(text) else { return nil }
        return (try? PhotoTemplate(text, PhotoTemplate.fileNames)).map(Optional.some)
      } text: {
        $0?.source
      },
      .flag("metadata", \.configuration.writesMetadata),
      .path("ca_file", .file, \.configuration.authoritiesFile),
      .number("picture_cache", nil, .megabytes, 0...1_048_576, \.configuration.pictureCache),
      .number("downloads", nil, .downloads, 1...8, \.configuration.preferences.downloadsAtOnce),
      .choice("log_level", \.configuration.logLevel, "IMAGEFEED_LOG_LEVEL"),
      .number("slideshow", nil, .seconds, 1...3600, \.configuration.preferences.slideshowSeconds),
      .choice("slideshow_order", \.configuration.preferences.slideshowOrder),
    ]
  }
}

extension Setting<ConfigurationDraft> {
  /// Creates the setting of a path that is absolute or begins with `~`.
  fileprivate static func path(
    _ key: String,
    _ expected: SettingKind,
    _ property: any WritableKeyPath<ConfigurationDraft, String?> & Sendable
  ) -> Setting {
    Setting(
      key: key,
      variable: nil,
      expected: expected,
      apply: { draft, value in
        guard let path = value.text.flatMap({ draft.xdg.expanded($0) }) else { return false }
        draft[keyPath: property] = path
        return true
      },
      current: { $0[keyPath: property] }
    )
  }
}
