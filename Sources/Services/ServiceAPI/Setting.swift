import HTTP
import Model

/// A value from the configuration file or from an environment variable.
package enum SettingValue: Equatable, Sendable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  /// A value of a type that no setting has, such as an array.
  case other

  /// The value if it is a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Returns the value if it is an integer within bounds.
  func integer(in bounds: ClosedRange<Int>) -> Int? {
    if case .integer(let number) = self, bounds.contains(number) { number } else { nil }
  }

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
  /// Creates the setting of a property.
  ///
  /// - Parameters:
  ///   - value: Returns the property's new value; `nil` if the setting's value isn't acceptable.
  ///   - text: Returns the property's value as text; `nil` if it isn't set and has no default.
  package init<Value>(
    _ key: String,
    _ variable: String?,
    _ expected: SettingKind,
    _ property: any WritableKeyPath<Owner, Value> & Sendable,
    value: @escaping @Sendable (SettingValue) -> Value?,
    text: @escaping @Sendable (Value) -> String?
  ) {
    self.init(
      key: key,
      variable: variable,
      expected: expected,
      apply: { owner, setting in
        guard let value = value(setting) else { return false }
        owner[keyPath: property] = value
        return true
      },
      current: { text($0[keyPath: property]) }
    )
  }

  /// Creates the setting of an application's key.
  ///
  /// White space is removed from the key. An empty key counts as missing.
  package static func secret(
    _ key: String,
    _ variable: String,
    _ property: any WritableKeyPath<Owner, Secret?> & Sendable
  ) -> Setting {
    Setting(key, variable, .text, property) { value in
      guard let key = value.text?.filter({ !$0.isWhitespace }), SettingValue.isPlain(key) else {
        return nil
      }
      return .some(key.isEmpty ? nil : Secret(key))
    } text: {
      $0?.exposed
    }
  }

  /// Creates the setting of a base URL: https, or http on this computer; without a query.
  ///
  /// Stored without a trailing slash.
  package static func address(
    _ key: String,
    _ variable: String,
    _ property: any WritableKeyPath<Owner, String> & Sendable
  ) -> Setting {
    Setting(key, variable, .webAddress, property) { value in
      guard let address = value.text.flatMap({ WebAddress($0) }), address.isAllowed,
        address.query.isEmpty
      else { return nil }
      let path = address.path.split(separator: "/").map { "/" + $0 }.joined()
      return WebPage(address.origin + path) == nil ? nil : address.origin + path
    } text: {
      $0
    }
  }

  /// Creates the setting of an integer within bounds.
  package static func number(
    _ key: String,
    _ variable: String?,
    _ expected: SettingKind,
    _ bounds: ClosedRange<Int>,
    _ property: any WritableKeyPath<Owner, Int> & Sendable
  ) -> Setting {
    Setting(key, variable, expected, property) {
      $0.integer(in: bounds)
    } text: {
      "\($0)"
    }
  }

  /// Creates the setting of an integer within bounds that has no default.
  package static func number(
    _ key: String,
    _ variable: String?,
    _ expected: SettingKind,
    _ bounds: ClosedRange<Int>,
    _ property: any WritableKeyPath<Owner, Int?> & Sendable
  ) -> Setting {
    Setting(key, variable, expected, property) {
      $0.integer(in: bounds).map(Optional.some)
    } text: {
      $0.map { "\($0)" }
    }
  }

  /// Creates the setting of a Boolean.
  package static func flag(
    _ key: String,
    _ property: any WritableKeyPath<Owner, Bool> & Sendable
  ) -> Setting {
    Setting(key, nil, .flag, property) {
      if case .boolean(let isOn) = $0 { isOn } else { nil }
    } text: {
      $0 ? "true" : "false"
    }
  }

  /// Creates the setting of a word from a fixed list.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String,
    _ property: any WritableKeyPath<Owner, Choice> & Sendable,
    _ variable: String? = nil
  ) -> Setting {
    Setting(key, variable, .choice(Choice.allCases.map(\.rawValue)), property) {
      $0.text.flatMap { Choice(rawValue: $0) }
    } text: {
      $0.rawValue
    }
  }

  /// Creates the setting of a word from a fixed list that has no default.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String,
    _ property: any WritableKeyPath<Owner, Choice?> & Sendable,
    _ variable: String? = nil
  ) -> Setting {
    Setting(key, variable, .choice(Choice.allCases.map(\.rawValue)), property) {
      $0.text.flatMap { Choice(rawValue: $0) }.map(Optional.some)
    } text: {
      $0?.rawValue
    }
  }
}
