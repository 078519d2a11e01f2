/// A text that is put on the clipboard, and so may be pasted into a shell.
///
/// Made inert: one line, without anything that a terminal, an editor or a shell would act on by
/// itself, such as a line end or the end of a bracketed paste. See `InertText.copied`.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  package init(_ raw: String) { text = InertText.copied(raw) }
}
