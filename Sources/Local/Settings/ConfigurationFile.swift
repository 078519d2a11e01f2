import Disk
import Model
import ServiceAPI

/// The contents of a `config.toml`.
struct ConfigurationFile {
  let path: String
  private let root: TOMLTable

  /// Reads a file; `nil` if it doesn't exist.
  init?(path: String) throws(Problem) {
    let bytes = try FileSystem.attempt(
      .configuration,
      FileSystem.contents(of: path, allowsDevices: true)
    )
    guard let bytes else { return nil }
    try self.init(text: Self.text(of: bytes, path: path), path: path)
  }

  /// Decodes the bytes of a file.
  ///
  /// - Parameter path: The file's path, for errors.
  /// - Throws: The problem of the first line that isn't UTF-8.
  static func text(of bytes: [UInt8], path: String) throws(Problem) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.prefix { String(validating: $0, as: UTF8.self) != nil }.count + 1
    throw Problem(
      .configuration,
      .configurationSyntax(path: path, line: line, mistake: .notUTF8)
    )
  }

  /// Parses the text of a file.
  ///
  /// - Parameter path: The file's path, for errors.
  init(text: String, path: String) throws(Problem) {
    self.path = path
    do throws(TOMLParser.Mistake) {
      root = try TOMLParser.parse(text)
    } catch {
      throw Problem(
        .configuration,
        .configurationSyntax(path: path, line: error.line, mistake: error.kind)
      )
    }
  }

  /// Returns a string of a table; `nil` if there is none.
  func string(_ name: String, in table: String) -> String? {
    root.entries[table]?.table?.entries[name]?.string
  }

  /// Applies the valid settings of the file, and returns the problems of the others in alphabetical
  /// order.
  func applyValid(to configuration: inout Configuration, xdg: XDG) -> [Problem] {
    var draft = ConfigurationDraft(configuration: configuration, xdg: xdg)
    let problems = apply(root, keys: [], of: SettingList(configuration.services), to: &draft)
    configuration = draft.configuration
    return problems
  }

  private func apply(
    _ table: TOMLTable,
    keys: [String],
    of settings: SettingList,
    to draft: inout ConfigurationDraft
  ) -> [Problem] {
    var problems: [Problem] = []
    for (name, value) in table.entries.sorted(by: { $0.key < $1.key }) {
      // A quoted key with a dot is one key, and no setting of a table.
      let keys = keys + [name.contains(".") ? ConfigurationText.quoted(name) : name]
      let key = keys.joined(separator: ".")
      do throws(Problem) {
        if settings.tables.contains(key) {
          guard let inner = value.table else { throw wrongType(key, value.line, "table") }
          problems += apply(inner, keys: keys, of: settings, to: &draft)
        } else if key == Self.shareTable {
          draft.configuration.preferences.shareCommands = try shareCommands(value, xdg: draft.xdg)
        } else if key == Self.keysTable {
          draft.configuration.keys = try keySettings(value)
        } else if let setting = settings[key] {
          guard setting.apply(&draft, Self.value(value)) else {
            throw wrongType(key, value.line, setting.expected.code)
          }
        } else {
          throw unknown(key, value.line)
        }
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// Returns the problem of an unknown key.
  func unknown(_ key: String, _ line: Int) -> Problem {
    Problem(.configuration, .configurationKey(path: path, key: key, line: line))
  }

  /// Returns the problem of a value of the wrong type.
  ///
  /// - Parameter expected: The code of the expected type, such as `string` or `words`.
  func wrongType(_ key: String, _ line: Int, _ expected: String) -> Problem {
    Problem(
      .configuration,
      .configurationType(path: path, key: key, line: line, expected: expected)
    )
  }

  private static func value(_ value: TOMLValue) -> SettingValue {
    switch value.kind {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .boolean(let isOn): .boolean(isOn)
    case .other, .array, .table, .tables: .other
    }
  }
}
