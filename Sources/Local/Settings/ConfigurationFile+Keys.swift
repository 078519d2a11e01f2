import Model

/// The lines of `[keys]`, whose texts are validated elsewhere.
package struct KeySettings: Equatable, Sendable {
  /// A text of the file, with its line.
  package struct Name: Equatable, Sendable {
    package let text: String
    /// The line, counted from 1.
    package let line: Int
  }

  /// A command and its keys.
  ///
  /// An empty list removes all keys of the command.
  package struct Binding: Equatable, Sendable {
    package let command: Name
    package let keys: [Name]
  }

  /// The path of the file, for errors.
  package var path = ""
  package var bindings: [Binding] = []
}

// The keys of commands: a table with the names of commands, unlike the tables of settings.
extension ConfigurationFile {
  static let keysTable = "keys"

  /// Returns the lines of `[keys]` in order.
  ///
  /// - Throws: The problem of the first line that isn't a list of texts.
  func keySettings(_ value: TOMLValue) throws(Problem) -> KeySettings {
    guard let table = value.table else { throw wrongType(Self.keysTable, value.line, "table") }
    var settings = KeySettings()
    settings.path = path
    for (name, value) in table.entries.sorted(by: {
      ($0.value.line, $0.key) < ($1.value.line, $1.key)
    }) {
      let keys = value.array?.compactMap { element in
        element.string.map { KeySettings.Name(text: $0, line: element.line) }
      }
      guard let keys, keys.count == value.array?.count else {
        throw wrongType("\(Self.keysTable).\(name)", value.line, "keys")
      }
      let command = KeySettings.Name(text: name, line: value.line)
      settings.bindings.append(KeySettings.Binding(command: command, keys: keys))
    }
    return settings
  }
}
