import HTTP
import Model

/// One key of the configuration: its name in the file, its variable, and what it may be.
struct Setting: Sendable {
  /// A value as the file or a variable gives it.
  enum Value: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case other
  }

  /// What a value has to be.
  enum Expected: Equatable, Sendable {
    case text, port, webAddress, folder, megabytes, downloads, seconds, id, flag, cell
    case choice([String])

    /// What a `Problem` carries of it; a choice is its words with bars between them.
    var code: String {
      switch self {
      case .text: "string"
      case .port: "port"
      case .webAddress: "address"
      case .folder: "folder"
      case .megabytes: "megabytes"
      case .downloads: "downloads"
      case .seconds: "seconds"
      case .id: "id"
      case .flag: "true|false"
      case .cell: "cell"
      case .choice(let words): words.joined(separator: "|")
      }
    }
  }

  /// As in the file, with its table: `service.name`.
  let key: String
  /// The variable that overrides the file.
  let variable: String?
  let expected: Expected
  /// Takes the value over; false where it is not what is expected.
  let apply: @Sendable (inout Configuration, Value, XDG) -> Bool
  /// What holds, in words; nil where nothing is set and there is no default.
  let current: @Sendable (Configuration, XDG) -> String?

  static let all: [Setting] =
    [
      Setting(
        key: "service",
        variable: "IMAGEFEED_SERVICE",
        expected: .choice(ServiceCatalogue.all.map(\.description.id.name)),
        apply: { configuration, value, _ in
          guard case .string(let name) = value,
            let entry = ServiceCatalogue.all.first(where: { $0.description.id.name == name })
          else { return false }
          configuration.service = entry.description.id
          return true
        },
        current: { configuration, _ in configuration.service.name }
      ),
      number("redirect_port", "IMAGEFEED_REDIRECT_PORT", .port, 1...65_535, { $0.redirectPort }) {
        $0.redirectPort = $1
      },
      choice("language", nil, { $0.language }) { $0.language = $1 },
      choice("theme", nil, { $0.theme }) { $0.theme = $1 },
      choice("colors", nil, { $0.colors }) { $0.colors = $1 },
      choice("graphics", nil, { $0.graphics }) { $0.graphics = $1 },
      Setting(
        key: "cell",
        variable: nil,
        expected: .cell,
        apply: { configuration, value, _ in
          guard case .string(let text) = value else { return false }
          configuration.cell = Configuration.CellSize(text)
          return text == "auto" || configuration.cell != nil
        },
        current: { configuration, _ in configuration.cell?.text ?? "auto" }
      ),
      choice("credentials", nil, { $0.credentials }) { $0.credentials = $1 },
      Setting(
        key: "pictures",
        variable: nil,
        expected: .folder,
        apply: { configuration, value, xdg in
          guard case .string(let text) = value, let path = xdg.expanded(text) else { return false }
          configuration.pictures = path
          return true
        },
        current: { configuration, xdg in configuration.pictures ?? xdg.pictures }
      ),
      number("picture_cache", nil, .megabytes, 0...1_048_576, { $0.pictureCache }) {
        $0.pictureCache = $1
      },
      number("downloads", nil, .downloads, 1...8, { $0.downloads }) { $0.downloads = $1 },
      number("slideshow", nil, .seconds, 1...3600, { $0.slideshow }) { $0.slideshow = $1 },
    ] + ServiceCatalogue.all.flatMap(\.settings)

  /// The setting's tables, which are no settings themselves.
  static let tables = Set(ServiceCatalogue.all.map(\.description.id.name))

  /// Whether a text has no control characters, and none that took the place of broken bytes.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
  }

  /// A key of an application: an empty one counts as missing.
  static func secret(
    _ key: String,
    _ variable: String,
    _ get: @escaping @Sendable (Configuration) -> Secret?,
    _ set: @escaping @Sendable (inout Configuration, Secret?) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .text,
      apply: { configuration, value, _ in
        guard case .string(let text) = value else { return false }
        let key = text.filter { !$0.isWhitespace }
        guard isPlain(key) else { return false }
        set(&configuration, key.isEmpty ? nil : Secret(key))
        return true
      },
      current: { configuration, _ in get(configuration)?.exposed }
    )
  }

  /// A base address: https, or http on this machine; kept without a trailing slash.
  static func address(
    _ key: String,
    _ variable: String,
    _ get: @escaping @Sendable (Configuration) -> String,
    _ set: @escaping @Sendable (inout Configuration, String) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .webAddress,
      apply: { configuration, value, _ in
        guard case .string(let text) = value, let address = WebAddress(text), address.isAllowed,
          address.query.isEmpty
        else { return false }
        let path = address.path.split(separator: "/").map { "/" + $0 }.joined()
        guard WebPage(address.origin + path) != nil else { return false }
        set(&configuration, address.origin + path)
        return true
      },
      current: { configuration, _ in get(configuration) }
    )
  }

  /// A whole number within bounds.
  static func number(
    _ key: String,
    _ variable: String?,
    _ expected: Expected,
    _ bounds: ClosedRange<Int>,
    _ get: @escaping @Sendable (Configuration) -> Int?,
    _ set: @escaping @Sendable (inout Configuration, Int) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: expected,
      apply: { configuration, value, _ in
        guard case .integer(let number) = value, bounds.contains(number) else { return false }
        set(&configuration, number)
        return true
      },
      current: { configuration, _ in get(configuration).map { "\($0)" } }
    )
  }

  /// What is switched on or off.
  static func flag(
    _ key: String,
    _ get: @escaping @Sendable (Configuration) -> Bool,
    _ set: @escaping @Sendable (inout Configuration, Bool) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: nil,
      expected: .flag,
      apply: { configuration, value, _ in
        guard case .boolean(let isOn) = value else { return false }
        set(&configuration, isOn)
        return true
      },
      current: { configuration, _ in get(configuration) ? "true" : "false" }
    )
  }

  /// A word of a fixed list.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String,
    _ variable: String?,
    _ get: @escaping @Sendable (Configuration) -> Choice?,
    _ set: @escaping @Sendable (inout Configuration, Choice) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .choice(Choice.allCases.map(\.rawValue)),
      apply: { configuration, value, _ in
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
          return false
        }
        set(&configuration, choice)
        return true
      },
      current: { configuration, _ in get(configuration)?.rawValue }
    )
  }
}
