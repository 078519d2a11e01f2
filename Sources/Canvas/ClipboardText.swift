/// Text for the clipboard, which the user may paste into a shell.
///
/// One line or several, without control characters that a terminal, an editor or a shell would
/// execute, such as the end of a bracketed paste. See `TextSanitizer.copied`.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  package init(_ raw: String) { text = TextSanitizer.copied(raw) }

  /// Several lines; only for such as no shell would act on, which may run each of them.
  package init(lines: [String]) {
    text = lines.map { TextSanitizer.copied($0) }.joined(separator: "\n")
  }
}
