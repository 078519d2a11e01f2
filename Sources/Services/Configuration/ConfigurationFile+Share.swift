import Model
import TOMLKit

// The person's own commands: a list of tables, unlike every other setting.
extension ConfigurationFile {
  static let shareTable = "share"

  /// The commands of `[[share]]`; the first that is wrong is an error.
  ///
  /// No shell is there to resolve a `~` before the program's path, so this does.
  func shareCommands(
    _ value: (any TOMLValueConvertible)?,
    xdg: XDG
  ) throws(Problem) -> [ShareCommand] {
    guard let list = value?.array else { throw wrongType([Self.shareTable], "tables") }
    var commands: [ShareCommand] = []
    for index in list.indices {
      let keys = [Self.shareTable, String(index)]
      guard let table = list[index].table else { throw wrongType(keys, "tables") }
      for name in table.keys.sorted() where !["name", "command"].contains(name) {
        let key = Self.shareTable + "." + name
        throw Problem(
          .configuration,
          .configurationKey(path: path, key: key, line: line(of: keys + [name]))
        )
      }
      guard let name = table["name"]?.string, name.contains(where: { !$0.isWhitespace }) else {
        throw wrongType(keys + ["name"], "string", in: keys, table["name"] != nil)
      }
      guard var words = table["command"]?.array.flatMap(Self.words) else {
        throw wrongType(keys + ["command"], "words", in: keys, table["command"] != nil)
      }
      if words[0].hasPrefix("~/"), let path = xdg.expanded(words[0]) { words[0] = path }
      commands.append(ShareCommand(name: name, arguments: words))
    }
    return commands
  }

  /// A program and its arguments; nil where it is something else, or no program.
  private static func words(_ array: TOMLArray) -> [String]? {
    let words = array.indices.compactMap { array[$0].string }
    guard words.count == array.count, let program = words.first, !program.isEmpty else {
      return nil
    }
    return words
  }

  /// What is not there at all is told with the line of the table that lacks it.
  private func wrongType(
    _ keys: [String],
    _ expected: String,
    in table: [String],
    _ isThere: Bool
  ) -> Problem {
    let key = keys.filter { Int($0) == nil }.joined(separator: ".")
    return Problem(
      .configuration,
      .configurationType(
        path: path,
        key: key,
        line: line(of: isThere ? keys : table),
        expected: expected
      )
    )
  }
}
