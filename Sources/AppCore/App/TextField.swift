/// A line of text being typed.
package struct TextField: Equatable, Sendable {
  package enum Edit: Equatable, Sendable {
    case insert(String)
    case deleteBackward
    /// The last word, and the blanks behind it.
    case deleteWord
    case deleteAll
  }

  package private(set) var text = ""

  /// The longest text taken; callback addresses are far shorter.
  package static let limit = 4096

  package init() {}

  package mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let new):
      // Line breaks come along with what is copied out of a browser or a mail; nothing that
      // steers a terminal belongs into an address.
      let line = new.filter { !$0.isNewline && !$0.unicodeScalars.contains(where: isControl) }
      text = String((text + line).prefix(Self.limit))
    case .deleteBackward:
      if !text.isEmpty { text.removeLast() }
    case .deleteWord:
      while text.last?.isWhitespace == true { text.removeLast() }
      while text.last?.isWhitespace == false { text.removeLast() }
    case .deleteAll:
      text = ""
    }
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
