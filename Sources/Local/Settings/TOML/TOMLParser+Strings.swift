import Model

extension TOMLParser {
  /// Reads the string at the current position, from its opening quote.
  ///
  /// - Parameters:
  ///   - quote: `"`, which allows escapes with a backslash, or `'`.
  ///   - allowsLines: Whether three quotes may enclose several lines.
  mutating func string(
    _ quote: Unicode.Scalar,
    allowsLines: Bool = false
  ) throws(Mistake) -> String {
    position += 1
    if allowsLines, peek() == quote, peek(1) == quote {
      position += 2
      return try lines(quote)
    }
    var text = String.UnicodeScalarView()
    while let scalar = peek(), !Self.isControl(scalar) {
      position += 1
      switch scalar {
      case quote: return String(text)
      case "\\" where quote == "\"": text.append(try escaped())
      default: text.append(scalar)
      }
    }
    throw mistake(.unclosedText(quotes: String(quote)))
  }

  /// Reads the text up to three quotes.
  private mutating func lines(_ quote: Unicode.Scalar) throws(Mistake) -> String {
    var text = String.UnicodeScalarView()
    // A line break directly after the quotes isn't part of the text.
    _ = consumeNewline()
    while let scalar = peek() {
      if consumeNewline() {
        text.append("\n")
        continue
      }
      guard !Self.isControl(scalar) else { break }
      if scalar == quote, peek(1) == quote, peek(2) == quote {
        position += 3
        // Up to two more quotes belong to the text.
        for _ in 0..<2 where consume(quote) { text.append(quote) }
        return String(text)
      }
      position += 1
      if scalar != "\\" || quote != "\"" {
        text.append(scalar)
      } else if !skipLineEnd() {
        text.append(try escaped())
      }
    }
    throw mistake(.unclosedText(quotes: "\(quote)\(quote)\(quote)"))
  }

  /// Skips a line break after a backslash, and the whitespace that follows.
  ///
  /// - Returns: False if there is no line break after the backslash.
  private mutating func skipLineEnd() -> Bool {
    let start = position
    skipBlanks()
    guard consumeNewline() else {
      position = start
      return false
    }
    repeat { skipBlanks() } while consumeNewline()
    return true
  }

  /// Reads the letters after a backslash and returns the character that they stand for.
  private mutating func escaped() throws(Mistake) -> Unicode.Scalar {
    let letter = peek()
    position += 1
    switch letter {
    case "b"?: return "\u{8}"
    case "t"?: return "\t"
    case "n"?: return "\n"
    case "f"?: return "\u{C}"
    case "r"?: return "\r"
    case "\""?: return "\""
    case "\\"?: return "\\"
    case "u"?: return try codePoint(digits: 4)
    case "U"?: return try codePoint(digits: 8)
    default: throw mistake(.unknownEscape)
    }
  }

  private mutating func codePoint(digits: Int) throws(Mistake) -> Unicode.Scalar {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = peek(), scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw mistake(.shortCodePoint(digits: digits))
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw mistake(.noSuchCharacter) }
    return scalar
  }
}
