import Canvas

/// The sanitizer of texts from outside, used before they are drawn: texts of services, URLs, paths,
/// error messages.
///
/// Every such text must pass through here.
enum ServiceText {
  /// Returns a text in one line, without characters that a terminal would interpret.
  static func line(_ text: String) -> String { TextSanitizer.line(text) }

  /// Returns a text that may have several lines, to be wrapped to a width.
  static func paragraph(_ text: String) -> String { TextSanitizer.paragraph(text) }
}
