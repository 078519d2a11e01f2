/// Makes text from outside safe to show.
package enum InertText {
  package static func line(_ raw: String, limit: Int = 1000) -> String {
    String(raw.filter { !$0.isNewline && ($0.asciiValue ?? 32) >= 32 }.prefix(limit))
  }
}
