/// Text for the clipboard, which the user may paste into a shell.
///
/// Contains no control characters that a terminal, an editor or a shell would execute, such as the
/// end of a bracketed paste. See `TextSanitizer.copied`.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  package init(_ raw: String) { text = TextSanitizer.copied(raw) }

  /// Creates text of several lines.
  ///
  /// Callers must pass only lines that a shell would not execute, such as URLs.
  package init(lines: [String]) {
    text = lines.map { TextSanitizer.copied($0) }.joined(separator: "\n")
  }
}
