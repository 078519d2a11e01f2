import HTTP
import Model

/// A value from the configuration file or from an environment variable.
package enum SettingValue: Equatable, Sendable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  /// A value of a type that no setting has, such as an array.
  case other

  /// Whether a text has neither control characters nor replacements of invalid bytes (U+FFFD).
  package static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
  }
}

/// The type of a setting's value, which an error message describes.
///
/// `cell` is the size of a terminal cell in pixels, such as `9x18`. `downloads` is a number of
/// concurrent downloads, and `id` a number that a service assigned.
package enum SettingKind: Equatable, Sendable {
  case text, port, webAddress, folder, file, fileName, megabytes, downloads, seconds, id, flag, cell
  case choice([String])

  /// The code of the type in a `Problem`.
  ///
  /// The code of a choice is its words, separated by vertical bars.
  package var code: String {
    switch self {
    case .text: "string"
    case .port: "port"
    case .webAddress: "address"
    case .folder: "folder"
    case .file: "file"
    case .fileName: "name"
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

/// A configuration key with its environment variable and the accepted values.
///
/// The owner contains the value: the configuration, or the sections of the services.
package struct Setting<Owner>: Sendable {
  /// The key in the file, including its table: `service.name`.
  package let key: String
  /// The environment variable that overrides the file.
  package let variable: String?
  package let expected: SettingKind
  /// Stores a value in the owner; returns whether it is acceptable.
  package let apply: @Sendable (inout Owner, SettingValue) -> Bool
  /// Returns the current value as text; `nil` if it isn't set and has no default.
  package let current: @Sendable (Owner) -> String?

  package init(
    key: String,
    variable: String?,
    expected: SettingKind,
    apply: @escaping @Sendable (inout Owner, SettingValue) -> Bool,
    current: @escaping @Sendable (Owner) -> String?
  ) {
    self.key = key
    self.variable = variable
    self.expected = expected
    self.apply = apply
    self.current = current
  }

  /// Returns the setting of a larger value that contains this setting's owner.
  package func of<Whole>(_ part: any WritableKeyPath<Whole, Owner> & Sendable) -> Setting<Whole> {
    Setting<Whole>(
      key: key,
      variable: variable,
      expected: expected,
      apply: { [apply] whole, value in apply(&whole[keyPath: part], value) },
      current: { [current] whole in current(whole[keyPath: part]) }
    )
  }
}

// Constructors for settings of the program and of services.
extension Setting {
  /// Creates the setting of an application's key.
  ///
  /// White space is removed from the key. An empty key counts as missing.
  package static func secret(
    _ key: String,
    _ variable: String,
    _ get: @escaping @Sendable (Owner) -> Secret?,
    _ set: @escaping @Sendable (inout Owner, Secret?) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .text,
      apply: { owner, value in
        guard case .string(let text) = value else { return false }
        let key = text.filter { !$0.isWhitespace }
        guard SettingValue.isPlain(key) else { return false }
        set(&owner, key.isEmpty ? nil : Secret(key))
        return true
      },
      current: { owner in get(owner)?.exposed }
    )
  }

  /// Creates the setting of a base URL: https, or http on this computer; without a query.
  ///
  /// Stored without a trailing slash.
  package static func address(
    _ key: String,
    _ variable: String,
    _ get: @escaping @Sendable (Owner) -> String,
    _ set: @escaping @Sendable (inout Owner, String) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .webAddress,
      apply: { owner, value in
        guard case .string(let text) = value, let address = WebAddress(text), address.isAllowed,
          address.query.isEmpty
        else { return false }
        let path = address.path.split(separator: "/").map { "/" + $0 }.joined()
        guard WebPage(address.origin + path) != nil else { return false }
        set(&owner, address.origin + path)
        return true
      },
      current: { owner in get(owner) }
    )
  }

  /// Creates the setting of an integer within bounds.
  package static func number(
    _ key: String,
    _ variable: String?,
    _ expected: SettingKind,
    _ bounds: ClosedRange<Int>,
    _ get: @escaping @Sendable (Owner) -> Int?,
    _ set: @escaping @Sendable (inout Owner, Int) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: expected,
      apply: { owner, value in
        guard case .integer(let number) = value, bounds.contains(number) else { return false }
        set(&owner, number)
        return true
      },
      current: { owner in get(owner).map { "\($0)" } }
    )
  }

  /// Creates the setting of a Boolean.
  package static func flag(
    _ key: String,
    _ get: @escaping @Sendable (Owner) -> Bool,
    _ set: @escaping @Sendable (inout Owner, Bool) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: nil,
      expected: .flag,
      apply: { owner, value in
        guard case .boolean(let isOn) = value else { return false }
        set(&owner, isOn)
        return true
      },
      current: { owner in get(owner) ? "true" : "false" }
    )
  }

  /// Creates the setting of a word from a fixed list.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String,
    _ variable: String?,
    _ get: @escaping @Sendable (Owner) -> Choice?,
    _ set: @escaping @Sendable (inout Owner, Choice) -> Void
  ) -> Setting {
    Setting(
      key: key,
      variable: variable,
      expected: .choice(Choice.allCases.map(\.rawValue)),
      apply: { owner, value in
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
          return false
        }
        set(&owner, choice)
        return true
      },
      current: { owner in get(owner)?.rawValue }
    )
  }
}
