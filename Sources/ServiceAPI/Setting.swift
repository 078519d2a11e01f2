import HTTP
import Model

/// A value as the file or a variable gives it.
package enum SettingValue: Equatable, Sendable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case other

  /// Whether a text has no control characters, and none that took the place of broken bytes.
  package static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
  }
}

/// The kinds of values that settings have.
package enum SettingKind: Equatable, Sendable {
  case text, port, webAddress, folder, file, fileName, megabytes, downloads, seconds, id, flag, cell
  case choice([String])

  /// What a `Problem` carries of it; a choice is its words with bars between them.
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

/// One key of the configuration: its name in the file, its variable, and what it may be.
///
/// The owner has the value: the configuration itself, or the sections of the services.
package struct Setting<Owner>: Sendable {
  /// As in the file, with its table: `service.name`.
  package let key: String
  /// The variable that overrides the file.
  package let variable: String?
  package let expected: SettingKind
  /// Takes the value over; false where it is not what is expected.
  package let apply: @Sendable (inout Owner, SettingValue) -> Bool
  /// What holds, in words; nil where nothing is set and there is no default.
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

  /// The same setting of an owner that has this one's as a part.
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

// The kinds of settings that services share with the program.
extension Setting {
  /// A key of an application: an empty one counts as missing.
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

  /// A base address: https, or http on this machine; kept without a trailing slash.
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

  /// A whole number within bounds.
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

  /// What is switched on or off.
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

  /// A word of a fixed list.
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
