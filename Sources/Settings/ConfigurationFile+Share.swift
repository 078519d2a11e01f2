import Model

// The person's own commands: a list of tables, unlike every other setting.
extension ConfigurationFile {
  static let shareTable = "share"

  /// The commands of `[[share]]`; the first that is wrong is an error.
  ///
  /// No shell is there to resolve a `~` before the program's path, so this does.
  func shareCommands(_ value: TOMLValue, xdg: XDG) throws(Problem) -> [ShareCommand] {
    guard let list = value.array else { throw wrongType(Self.shareTable, value.line, "tables") }
    var commands: [ShareCommand] = []
    for element in list {
      guard let table = element.table else {
        throw wrongType(Self.shareTable, element.line, "tables")
      }
      for (name, value) in table.entries.sorted(by: { $0.key < $1.key })
      where !["name", "command"].contains(name) {
        throw unknown(Self.shareTable + "." + name, value.line)
      }
      // Missing keys report their table's line.
      let (name, command) = (table.entries["name"], table.entries["command"])
      guard let text = name?.string, text.contains(where: { !$0.isWhitespace }) else {
        throw wrongType(Self.shareTable + ".name", name?.line ?? table.line, "string")
      }
      guard var words = command?.array.flatMap(Self.words) else {
        throw wrongType(Self.shareTable + ".command", command?.line ?? table.line, "words")
      }
      if words[0].hasPrefix("~/"), let path = xdg.expanded(words[0]) { words[0] = path }
      commands.append(ShareCommand(name: text, arguments: words))
    }
    return commands
  }

  /// A program and its arguments; nil where it is something else, or no program.
  private static func words(_ array: [TOMLValue]) -> [String]? {
    let words = array.compactMap(\.string)
    guard words.count == array.count, let program = words.first, !program.isEmpty else {
      return nil
    }
    return words
  }
}
