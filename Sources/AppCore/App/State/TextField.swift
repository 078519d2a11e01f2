/// A line of text being typed, and where in it.
package struct TextField: Equatable, Sendable {
  package enum Edit: Equatable, Sendable {
    case insert(String)
    case move(Step)
    /// Everything between the cursor and where the step leads.
    case delete(Step)
  }

  /// A way from the cursor; words have blanks between them.
  package enum Step: Equatable, Sendable {
    case left, right, wordLeft, wordRight, start, end
  }

  /// What stands before the cursor, and behind it.
  package private(set) var before = ""
  package private(set) var after = ""

  package var text: String { before + after }

  /// The longest text taken; callback addresses are far shorter.
  package static let limit = 4096

  package init() {}

  /// The same field with stars for the value of `access_token`, which nobody else should read.
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

  package mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let new):
      // Line breaks come along with what is copied out of a browser or a mail; nothing that
      // steers a terminal belongs into an address.
      let line = new.filter { !$0.isNewline && !$0.unicodeScalars.contains(where: isControl) }
      before += line.prefix(max(0, Self.limit - text.count))
    case .move(let step): go(step, leavingText: true)
    case .delete(let step): go(step, leavingText: false)
    }
  }

  private mutating func go(_ step: Step, leavingText: Bool) {
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

  /// How many characters a step passes of those that lie in its way, the nearest first.
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
