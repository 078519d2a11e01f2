/// Looks through a TOML document for what its parser would not survive.
///
/// toml++ 3 asserts that a table's header begins with a key and ends the process where it does not
/// (`parse_table_header` and `parse_key`, as TOMLKit 0.6 builds them).
struct TableHeaders {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  /// The line, from 1, of the first header without a key; nil where all have one.
  static func lineWithoutKey(in text: String) -> Int? {
    var headers = TableHeaders(bytes: Array(text.utf8))
    return headers.search()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func search() -> Int? {
    /// Arrays and inline tables that are open: no header begins within.
    var depth = 0
    var isAtStart = true
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"): isAtStart = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: "#"):
        skipLine()
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString(byte)
        isAtStart = false
        continue
      case UInt8(ascii: "[") where isAtStart && depth == 0:
        let found = line
        if !skipHeader() { return found }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        isAtStart = false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth = max(0, depth - 1)
        isAtStart = false
      default: isAtStart = false
      }
      advance()
    }
    return nil
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func advance() {
    if peek() == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
  }

  private mutating func skipBlanks() {
    while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { advance() }
  }

  /// Skips the beginning of a header; false where no key follows.
  ///
  /// The parser itself reports the end of the document and a closing bracket.
  private mutating func skipHeader() -> Bool {
    advance()
    skipBlanks()
    if peek() == UInt8(ascii: "[") {
      advance()
      skipBlanks()
    }
    guard let byte = peek() else { return true }
    let isKey = Self.isBareKey(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    skipLine()
    return isKey || byte == UInt8(ascii: "]")
  }

  private static func isBareKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Skips a string of one line or, behind three quotes, of several.
  private mutating func skipString(_ quote: UInt8) {
    let isLong = peek(1) == quote && peek(2) == quote
    for _ in 0..<(isLong ? 3 : 1) { advance() }
    while let byte = peek() {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        advance()
      } else if byte == quote, !isLong || peek(1) == quote && peek(2) == quote {
        for _ in 0..<(isLong ? 3 : 1) { advance() }
        return
      } else if byte == UInt8(ascii: "\n"), !isLong {
        return
      }
      advance()
    }
  }
}
