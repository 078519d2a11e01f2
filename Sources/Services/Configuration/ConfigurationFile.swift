import Model
import TOMLKit

/// The text of a `config.toml` and its settings.
struct ConfigurationFile {
  let path: String
  private let text: String
  private let root: TOMLTable

  /// Nil where there is no such file.
  init?(path: String) throws(Problem) {
    let bytes: [UInt8]?
    do throws(FileSystem.Failure) {
      bytes = try FileSystem.contents(of: path, allowsDevices: true)
    } catch {
      throw Problem(.configuration, .init(error))
    }
    guard let bytes else { return nil }
    try self.init(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  init(text: String, path: String) throws(Problem) {
    self.path = path
    self.text = text
    if let line = TableHeaders.lineWithoutKey(in: text) {
      throw Problem(
        .configuration,
        .configurationSyntax(path: path, line: line, detail: "expected a key behind '['")
      )
    }
    do {
      root = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw Problem(
        .configuration,
        .configurationSyntax(path: path, line: error.source.begin.line, detail: error.description)
      )
    } catch {
      throw Problem(.configuration, .configurationSyntax(path: path, line: 1, detail: "\(error)"))
    }
  }

  /// Takes every setting of the file over; the first that is unknown or wrong is an error.
  func apply(to configuration: inout Configuration, xdg: XDG) throws(Problem) {
    try apply(root, keys: [], to: &configuration, xdg: xdg)
  }

  private func apply(
    _ table: TOMLTable,
    keys: [String],
    to configuration: inout Configuration,
    xdg: XDG
  ) throws(Problem) {
    for name in table.keys.sorted() {
      let keys = keys + [name]
      let key = keys.joined(separator: ".")
      if Setting.tables.contains(key) {
        guard let inner = table[name]?.table else { throw wrongType(keys, "table") }
        try apply(inner, keys: keys, to: &configuration, xdg: xdg)
      } else if key == Self.shareTable {
        configuration.shareCommands = try shareCommands(table[name], xdg: xdg)
      } else if let setting = Setting.all.first(where: { $0.key == key }) {
        guard setting.apply(&configuration, Self.value(table[name]), xdg) else {
          throw wrongType(keys, setting.expected.code)
        }
      } else {
        throw Problem(
          .configuration,
          .configurationKey(path: path, key: key, line: line(of: keys))
        )
      }
    }
  }

  func wrongType(_ keys: [String], _ expected: String) -> Problem {
    // What only says where in a list something stands is no part of its name.
    let key = keys.filter { Int($0) == nil }.joined(separator: ".")
    return Problem(
      .configuration,
      .configurationType(path: path, key: key, line: line(of: keys), expected: expected)
    )
  }

  private static func value(_ value: (any TOMLValueConvertible)?) -> Setting.Value {
    if let text = value?.string { return .string(text) }
    if let number = value?.int { return .integer(number) }
    return .other
  }

  /// The line, from 1, on which a key stands.
  ///
  /// The library tells positions of syntax errors only. But text that ends after a whole line is
  /// TOML again, so the key stands right after the longest such beginning that lacks it; that holds
  /// for dotted keys, inline tables and values over several lines alike.
  func line(of keys: [String]) -> Int {
    let bytes = Array(text.utf8)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    var last = 0
    for (index, end) in ends.enumerated() {
      let beginning = String(decoding: bytes[...end], as: UTF8.self)
      guard let table = try? TOMLTable(string: beginning) else { continue }
      if Self.holds(table, keys) { break }
      last = index + 1
    }
    return last + 1
  }

  private static func holds(_ table: TOMLTable, _ keys: [String]) -> Bool {
    guard let first = keys.first, let value = table[first] else { return false }
    return holds(value, Array(keys.dropFirst()))
  }

  /// The same within a value; of a list, a key is an index.
  private static func holds(_ value: any TOMLValueConvertible, _ keys: [String]) -> Bool {
    guard let first = keys.first else { return true }
    if let table = value.table { return holds(table, keys) }
    guard let array = value.array, let index = Int(first), array.indices.contains(index) else {
      return false
    }
    return holds(array[index], Array(keys.dropFirst()))
  }
}
