import Model

/// The visible text of an HTML fragment of a wiki page, and the user and the date that it names.
///
/// The parser needs no tree. Hidden elements, styles, scripts and footnote marks are left out;
/// entities are decoded once, after the tags are gone. It reads at most 64 KiB, once.
struct WikiText {
  /// The text, in lines without blanks at their ends.
  private(set) var text = ""
  /// The name of the first user that a link leads to; `nil` if there is none.
  private(set) var user: String?
  /// The value of the first `datetime` attribute.
  private(set) var dateTime: String?

  private static let maxBytes = 64 << 10
  /// The maximum length of a tag in bytes; a longer one is text.
  private static let maxTag = 4 << 10
  private static let void: Set = ["br", "hr", "img", "input", "link", "meta", "wbr"]
  private static let lines: Set = [
    "br", "p", "div", "li", "tr", "ul", "ol", "dl", "dt", "dd", "table", "h1", "h2", "h3", "hr",
  ]
  private static let hidden: Set = ["style", "script", "template", "noscript"]

  /// The element whose content is left out, and the number of elements of its name within.
  private var skipped: (name: String, depth: Int)?
  private var raw: [UInt8] = []

  /// Reads a fragment.
  ///
  /// - Parameter limit: The maximum number of characters; "…" replaces the rest.
  init(_ html: String, limit: Int) {
    let bytes = Array(html.utf8.prefix(Self.maxBytes))
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let end = tag(in: bytes, at: index) else {
        if skipped == nil { raw.append(bytes[index]) }
        index += 1
        continue
      }
      index = end
    }
    text = Self.joined(Entities.decoded(String(decoding: raw, as: UTF8.self)), limit)
    raw = []
  }

  // MARK: Tags

  /// Reads the tag or comment at an index; returns the index after it, or `nil` if there is none.
  private mutating func tag(in bytes: [UInt8], at start: Int) -> Int? {
    if bytes[start...].starts(with: "<!--".utf8) {
      var end = start + 4
      while end < bytes.count, !bytes[end...].starts(with: "-->".utf8) { end += 1 }
      return min(end + 3, bytes.count)
    }
    var index = start + 1
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let nameStart = index
    while index < bytes.count, Self.isNamePart(bytes[index]) { index += 1 }
    guard index > nameStart else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    var attributes: [String: String] = [:]
    guard let end = Self.attributes(in: bytes, from: index, limit: start + Self.maxTag, &attributes)
    else { return nil }
    isEnd ? close(name) : open(name, attributes)
    return end
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  /// Reads attributes up to `>`; returns the index after it, or `nil` if the tag is too long.
  private static func attributes(
    in bytes: [UInt8],
    from start: Int,
    limit: Int,
    _ found: inout [String: String]
  ) -> Int? {
    var index = start
    let end = min(bytes.count, limit)
    while index < end {
      if bytes[index] == UInt8(ascii: ">") { return index + 1 }
      // Another tag begins: this one was none.
      if bytes[index] == UInt8(ascii: "<") { return nil }
      guard isNamePart(bytes[index]) else {
        index += 1
        continue
      }
      let nameStart = index
      while index < end, isNamePart(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
      guard index < end, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      guard index < end else { return nil }
      let quote = bytes[index]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      if isQuoted { index += 1 }
      let valueStart = index
      while index < end,
        isQuoted ? bytes[index] != quote : !" <>\t\n\r".utf8.contains(bytes[index])
      { index += 1 }
      let value = String(decoding: bytes[valueStart..<index], as: UTF8.self)
      if found[name] == nil { found[name] = Entities.decoded(value) }
      if isQuoted { index += 1 }
    }
    return nil
  }

  private mutating func open(_ name: String, _ attributes: [String: String]) {
    guard skipped == nil else {
      if skipped?.name == name, !Self.void.contains(name) { skipped?.depth += 1 }
      return
    }
    let style = attributes["style"]?.filter { !$0.isWhitespace }.lowercased() ?? ""
    let isNote = name == "sup" && attributes["class"]?.contains("reference") == true
    if Self.hidden.contains(name) || style.contains("display:none") || isNote {
      if !Self.void.contains(name) { skipped = (name, 1) }
      return
    }
    if dateTime == nil { dateTime = attributes["datetime"] }
    if name == "a", user == nil { user = attributes["href"].flatMap(CommonsAddress.user) }
    addBreak(name)
  }

  private mutating func close(_ name: String) {
    guard let open = skipped else { return addBreak(name) }
    guard open.name == name else { return }
    skipped = open.depth > 1 ? (name, open.depth - 1) : nil
  }

  private mutating func addBreak(_ name: String) {
    if Self.lines.contains(name) { raw.append(UInt8(ascii: "\n")) }
    if name == "td" || name == "th" { raw.append(UInt8(ascii: " ")) }
  }

  /// Returns the lines without direction marks, repeated blanks and empty lines.
  private static func joined(_ text: String, _ limit: Int) -> String {
    let marks: ClosedRange<UInt32> = 0x202A...0x202E
    let isolates: ClosedRange<UInt32> = 0x2066...0x2069
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !marks.contains(scalar.value) && !isolates.contains(scalar.value)
      && scalar.value != 0x200E && scalar.value != 0x200F
    { visible.append(scalar) }
    let lines = String(visible).split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let whole = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    return whole.count > limit ? whole.prefix(limit - 1) + "…" : whole
  }
}

/// The character references of HTML.
enum Entities {
  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "ndash": "–", "mdash": "—", "hellip": "…", "laquo": "«", "raquo": "»", "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "times": "×",
    "deg": "°", "copy": "©", "reg": "®", "shy": "\u{AD}", "thinsp": "\u{2009}",
    "lrm": "\u{200E}", "rlm": "\u{200F}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
  ]
  /// The maximum number of characters between `&` and `;`.
  private static let maxLength = 10

  /// Returns a text with its references replaced once; unknown ones stay.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "&", let end = rest.prefix(maxLength).firstIndex(of: ";"),
        let decoded = self.scalar(String(rest[..<end]))
      else {
        result.append(scalar)
        continue
      }
      result.append(decoded)
      rest = rest[rest.index(after: end)...]
    }
    return String(result)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}
