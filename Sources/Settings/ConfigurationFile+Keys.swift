import Model

/// The lines of `[keys]`: what a command's keys are is not known here.
package struct KeySettings: Equatable, Sendable {
  /// A text of the file and its line.
  package struct Name: Equatable, Sendable {
    package let text: String
    package let line: Int
  }

  /// A command and the keys it is to have, none for none.
  package struct Binding: Equatable, Sendable {
    package let command: Name
    package let keys: [Name]
  }

  /// The file that they stand in.
  package var path = ""
  package var bindings: [Binding] = []

  package init() {}
}

// The keys of commands: a table whose names are the program's, unlike those of settings.
extension ConfigurationFile {
  static let keysTable = "keys"

  /// The lines of `[keys]` in their order; the first that is no list of texts is an error.
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
