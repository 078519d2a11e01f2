import Model

extension ShareCommand {
  /// Creates a command from its program and arguments; those with mistakes are left out.
  package init(_ name: String, _ words: String...) {
    let arguments = words.compactMap {
      try? PhotoTemplate($0, aliases: ShareCommand.aliases, hasEscapes: false)
    }
    self.init(name: name, arguments: arguments)
  }
}
