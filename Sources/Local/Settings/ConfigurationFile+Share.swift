import Model

// The custom commands: a list of tables, unlike all other settings.
extension ConfigurationFile {
  /// The name of the list of custom commands in the file.
  static let shareTable = "share"

  /// Returns the commands of `[[share]]`.
  ///
  /// A `~` at the start of the program's path is resolved here, because no shell does that.
  ///
  /// - Throws: The problem of the first invalid command.
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
      func refused(_ expected: String) -> Problem {
        wrongType(Self.shareTable + ".command", command?.line ?? table.line, expected)
      }
      let arguments = words.compactMap {
        try? PhotoTemplate(
          $0,
          members: PhotoTemplate.Member.allCases,
          aliases: ShareCommand.aliases,
          hasEscapes: false
        )
      }
      guard arguments.count == words.count else { throw refused("placeholders") }
      let isScript = zip(words, arguments.dropFirst()).contains { $0 == "-c" && $1.hasProse }
      guard !isScript else { throw refused("script") }
      commands.append(ShareCommand(name: text, arguments: arguments))
    }
    return commands
  }

  /// Returns a program and its arguments; `nil` if a value isn't a text or the program is empty.
  private static func words(_ array: [TOMLValue]) -> [String]? {
    let words = array.compactMap(\.string)
    guard words.count == array.count, let program = words.first, !program.isEmpty else {
      return nil
    }
    return words
  }
}

extension PhotoTemplate {
  /// Whether the template contains text that the photographer wrote.
  fileprivate var hasProse: Bool {
    let prose: [PhotoTemplate.Part] = [
      .name(.author), .name(.username), .name(.title), .name(.description),
      .member(.altDescription), .member(.userName), .member(.userUsername), .member(.license),
      .member(.credit), .member(.location), .member(.camera), .member(.exposure),
      .member(.aperture), .member(.focalLength),
    ]
    return prose.contains(where: parts.contains)
  }
}
