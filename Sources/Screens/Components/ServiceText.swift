import Canvas

/// The one way of texts from outside onto the screen: services' words, addresses, paths, reasons.
enum ServiceText {
  /// One line, without anything a terminal would act on.
  static func line(_ text: String) -> String { TextSanitizer.line(text) }

  /// Several lines, for texts that are broken to a width.
  static func paragraph(_ text: String) -> String { TextSanitizer.paragraph(text) }
}
