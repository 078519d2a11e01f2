import Canvas

/// Text from outside that is shown on the screen.
///
/// The first byte is the limit.
final class TextTarget: FuzzTarget {
  func run(_ input: [UInt8]) throws(Finding) {
    let raw = String(decoding: input.dropFirst(), as: UTF8.self)
    let limit = Int(input.first ?? 0) + 1
    for limit in [limit, 100_000] {
      let line = TextSanitizer.line(raw, limit: limit)
      try check(line, isInert: { $0 != "\n" })
      try promise(line.count <= limit, "a line keeps to its limit")
      try promise(TextSanitizer.line(line, limit: limit), equals: line, "a line stays as it is")
      try checkWidth(line)

      let paragraph = TextSanitizer.paragraph(raw, limit: limit)
      try check(paragraph, isInert: { _ in true })
      try promise(paragraph.count <= limit, "a paragraph keeps to its limit")
      try promise(
        TextSanitizer.paragraph(paragraph, limit: limit),
        equals: paragraph,
        "a paragraph stays as it is"
      )
      try promise(!paragraph.contains("\n\n\n"), "a paragraph has single empty lines")
    }
  }

  private func check(
    _ text: String,
    isInert allows: (Unicode.Scalar) -> Bool
  ) throws(Finding) {
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      try promise(!isControl || (scalar == "\n" && allows(scalar)), "no control is left")
      let isDirection =
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      try promise(!isDirection, "nothing turns the direction of the text")
    }
  }

  private func checkWidth(_ line: String) throws(Finding) {
    let width = TextWidth.of(line)
    try promise(
      (0...2 * line.unicodeScalars.count).contains(width),
      "a line is as wide as its letters"
    )
    for columns in [0, 1, width / 2, width] {
      let cut = TextWidth.truncate(line, to: columns)
      try promise(TextWidth.of(cut) <= columns, "what is cut fits")
    }
  }
}
