/// A line of text being typed, with a cursor.
package struct TextField: Equatable, Sendable {
  package enum Edit: Equatable, Sendable {
    case insert(String)
    case move(Step)
    /// Deletes the text between the cursor and the step's target.
    case delete(Step)
  }

  /// A cursor movement; words are separated by white space.
  package enum Step: Equatable, Sendable {
    case left, right, wordLeft, wordRight, start, end
  }

  /// The text before the cursor.
  package private(set) var before = ""
  package private(set) var after = ""

  package var text: String { before + after }

  /// The maximum number of characters; callback URLs are far shorter.
  package static let maxCharacters = 4096

  package init() {}

  /// A copy with asterisks in place of the value of `access_token`, to hide the token on the
  /// screen.
  package var hidingToken: TextField {
    var isToken = false
    var seen = ""
    let hidden = text.map { character -> Character in
      seen.append(character)
      isToken = isToken ? character != "&" : seen.hasSuffix("access_token=")
      return isToken && character != "=" ? "*" : character
    }
    var field = self
    field.before = String(hidden.prefix(before.count))
    field.after = String(hidden.dropFirst(before.count))
    return field
  }

  /// Changes the text or moves the cursor.
  ///
  /// - Parameter limit: the maximum number of characters.
  package mutating func apply(_ edit: Edit, limit: Int = maxCharacters) {
    switch edit {
    case .insert(let new):
      // Text copied from a browser or a mail contains line breaks. Control characters could affect
      // the terminal and aren't part of a URL.
      let line = new.filter { !$0.isNewline && !$0.unicodeScalars.contains(where: isControl) }
      before += line.prefix(max(0, limit - text.count))
    case .move(let step): moveCursor(step, leavingText: true)
    case .delete(let step): moveCursor(step, leavingText: false)
    }
  }

  private mutating func moveCursor(_ step: Step, leavingText: Bool) {
    switch step {
    case .left, .wordLeft, .start:
      let passed = before.suffix(length(of: step, in: before.reversed()))
      before.removeLast(passed.count)
      if leavingText { after = passed + after }
    case .right, .wordRight, .end:
      let passed = after.prefix(length(of: step, in: Array(after)))
      after.removeFirst(passed.count)
      if leavingText { before += passed }
    }
  }

  /// Returns the number of characters a step passes, given those on its side of the cursor, nearest
  /// first.
  private func length(of step: Step, in way: [Character]) -> Int {
    switch step {
    case .left, .right: min(1, way.count)
    case .wordLeft, .wordRight:
      way.count - way.drop(while: \.isWhitespace).drop { !$0.isWhitespace }.count
    case .start, .end: way.count
    }
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
