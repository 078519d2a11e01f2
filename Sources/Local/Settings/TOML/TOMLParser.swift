import Model

/// A parser of TOML 1.0 (https://toml.io/en/v1.0.0) that records the line of every value.
///
/// The Swift packages for TOML wrap toml++. Its assertions abort the process for some documents,
/// such as `[é]` or a date with two `T`, and it doesn't report the lines of keys. The settings are
/// read at every launch, so their parser must not abort it.
struct TOMLParser {
  /// A syntax error.
  struct Mistake: Error, Equatable {
    /// The line, counted from 1.
    let line: Int
    let kind: SyntaxMistake
  }

  /// The maximum nesting depth of arrays and tables; each level uses stack memory.
  private static let depthLimit = 64

  let scalars: [Unicode.Scalar]
  var position = 0
  var line = 1
  private var depth = 0
  /// The headers and values in document order; for nested tables, the inner ones first.
  private(set) var items: [Item] = []
  /// The keys of the table whose lines are being read.
  private var path: [String] = []

  /// The position of a header or value in the document.
  struct Item: Equatable {
    enum Kind { case header, listedHeader, value }

    let kind: Kind
    let keys: [String]
    /// The range of scalars, including brackets, without key and comment.
    let range: Range<Int>
  }

  /// Returns the root table of a document.
  static func parse(_ text: String) throws(Mistake) -> TOMLTable {
    var parser = TOMLParser(scalars: Array(text.unicodeScalars))
    return try parser.document()
  }

  /// Returns the positions of all headers and values in a document.
  static func items(of text: String) throws(Mistake) -> [Item] {
    var parser = TOMLParser(scalars: Array(text.unicodeScalars))
    _ = try parser.document()
    return parser.items
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    if scalars.first == "\u{FEFF}" { position = 1 }
  }

  /// Returns a syntax error in the current line.
  func mistake(_ kind: SyntaxMistake) -> Mistake { Mistake(line: line, kind: kind) }

  // MARK: Scalars

  /// Returns the scalar at a distance after the current position; `nil` after the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// Consumes a scalar if it is the next one.
  ///
  /// - Returns: Whether it was the next one.
  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  /// Consumes a line break if it is next.
  ///
  /// - Returns: Whether a line break was next.
  mutating func consumeNewline() -> Bool {
    let length = peek() == "\r" ? 2 : 1
    guard peek(length - 1) == "\n" else { return false }
    position += length
    line += 1
    return true
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while peek() == " " || peek() == "\t" { position += 1 }
  }

  /// Whether TOML forbids a scalar in strings and comments; line breaks count, tabs don't.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F
  }

  /// Skips blanks and a comment.
  private mutating func skipComment() throws(Mistake) {
    skipBlanks()
    guard consume("#") else { return }
    while let scalar = peek(), scalar != "\n", scalar != "\r" || peek(1) != "\n" {
      guard !Self.isControl(scalar) else { throw mistake(.controlCharacter) }
      position += 1
    }
  }

  // MARK: Lines

  private mutating func document() throws(Mistake) -> TOMLTable {
    let root = TOMLTable(.header, line: 1)
    var table = root
    while true {
      try skipComment()
      if consumeNewline() { continue }
      guard let next = peek() else { return root }
      if next == "[" { table = try header(of: root) } else { try readEntry(into: table) }
      try skipComment()
      guard consumeNewline() || peek() == nil else { throw mistake(.textAfterValue) }
    }
  }

  private mutating func header(of root: TOMLTable) throws(Mistake) -> TOMLTable {
    let start = position
    position += 1
    let isListed = consume("[")
    let keys = try keys()
    guard consume("]"), !isListed || consume("]") else { throw mistake(.missing(["]"])) }
    path = keys
    items.append(
      Item(kind: isListed ? .listedHeader : .header, keys: keys, range: start..<position)
    )
    guard let table = root.opened(by: keys, isListed: isListed, line: line) else {
      throw mistake(.redefined(key: keys.joined(separator: ".")))
    }
    return table
  }

  private mutating func readEntry(into table: TOMLTable) throws(Mistake) {
    let start = line
    let keys = try keys()
    guard consume("=") else { throw mistake(.missing(["="])) }
    skipBlanks()
    let (outer, begin) = (path, position)
    path += keys
    let value = try value()
    items.append(Item(kind: .value, keys: path, range: begin..<position))
    path = outer
    guard table.insert(value, at: keys, line: start) else {
      throw Mistake(line: start, kind: .duplicate(key: keys.joined(separator: ".")))
    }
  }

  /// Reads a dotted key and the blanks around its parts.
  private mutating func keys() throws(Mistake) -> [String] {
    var keys: [String] = []
    repeat {
      skipBlanks()
      guard keys.count < Self.depthLimit else { throw mistake(.tooDeep) }
      keys.append(try key())
      skipBlanks()
    } while consume(".")
    return keys
  }

  private mutating func key() throws(Mistake) -> String {
    if let quote = peek(), quote == "\"" || quote == "'" { return try string(quote) }
    var key = String.UnicodeScalarView()
    while let scalar = peek(), Self.isBare(scalar) {
      key.append(scalar)
      position += 1
    }
    guard !key.isEmpty else { throw mistake(.missingKey) }
    return String(key)
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  // MARK: Values

  private mutating func value() throws(Mistake) -> TOMLValue.Kind {
    switch peek() {
    case "\""?: .string(try string("\"", allowsLines: true))
    case "'"?: .string(try string("'", allowsLines: true))
    case "["?: try nested { (parser) throws(Mistake) in try parser.array() }
    case "{"?: try nested { (parser) throws(Mistake) in try parser.inlineTable() }
    default: try plainValue()
    }
  }

  private mutating func nested(
    _ read: (inout Self) throws(Mistake) -> TOMLValue.Kind
  ) throws(Mistake) -> TOMLValue.Kind {
    guard depth < Self.depthLimit else { throw mistake(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try read(&self)
  }

  private mutating func array() throws(Mistake) -> TOMLValue.Kind {
    var values: [TOMLValue] = []
    while true {
      try skipLines()
      if consume("]") { return .array(values) }
      let start = line
      values.append(TOMLValue(try value(), line: start))
      try skipLines()
      if consume("]") { return .array(values) }
      guard consume(",") else { throw mistake(.missing([",", "]"])) }
    }
  }

  /// Skips everything allowed between the elements of an array.
  private mutating func skipLines() throws(Mistake) {
    repeat { try skipComment() } while consumeNewline()
  }

  private mutating func inlineTable() throws(Mistake) -> TOMLValue.Kind {
    let table = TOMLTable(.braces, line: line)
    skipBlanks()
    if consume("}") { return .table(table) }
    while true {
      try readEntry(into: table)
      skipBlanks()
      if consume("}") { return .table(table) }
      guard consume(",") else { throw mistake(.missing([",", "}"])) }
    }
  }

  /// Reads a value without quotes or brackets.
  private mutating func plainValue() throws(Mistake) -> TOMLValue.Kind {
    let start = position
    skipPlain()
    // A date and a time may be separated by a space.
    if TOMLPlainValue.isDate(text(from: start)[...]), peek() == " ",
      let next = peek(1), ("0"..."9").contains(next)
    {
      position += 1
      skipPlain()
    }
    let text = text(from: start)
    guard !text.isEmpty else { throw mistake(.missingValue) }
    guard let value = TOMLPlainValue.kind(of: text) else {
      throw mistake(.notAValue(key: path.joined(separator: ".")))
    }
    return value
  }

  private mutating func skipPlain() {
    while let scalar = peek(), !" \t\r\n,]}#".unicodeScalars.contains(scalar) { position += 1 }
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
  }
}
