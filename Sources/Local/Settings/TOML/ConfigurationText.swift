/// The text of a TOML document, for replacing and removing single values.
struct ConfigurationText {
  private let scalars: [Unicode.Scalar]
  /// The headers and values of the document, with their positions in `scalars`.
  private let items: [TOMLParser.Item]
  private let lineEnd: String

  init(_ text: String) throws(TOMLParser.Mistake) {
    scalars = Array(text.unicodeScalars)
    items = try TOMLParser.items(of: text)
    lineEnd = text.unicodeScalars.contains("\r") ? "\r\n" : "\n"
  }

  /// The keys that have a value, with their tables.
  var keys: Set<String> {
    Set(items.filter { $0.kind == .value }.map { $0.keys.joined(separator: ".") })
  }

  /// Returns the text with a key's value replaced or added.
  ///
  /// A new line is added after a commented line that shows the key, or otherwise as the last line
  /// of its table. If the table has dotted keys instead of a header, the line follows the last of
  /// them. A missing table is added at the end of the text.
  ///
  /// - Parameters:
  ///   - key: The key with its table, separated by a dot.
  ///   - literal: The value in TOML syntax.
  ///   - replacesExample: Whether the new line replaces the commented one.
  func setting(_ key: String, to literal: String, replacesExample: Bool = false) -> String {
    let keys = key.split(separator: ".").map(String.init)
    if let value = range(of: keys) { return replacing(value, with: literal) }
    let line = "\(keys[keys.count - 1]) = \(literal)"
    guard let region = region(of: keys.dropLast()) else {
      if let dotted = lastDotted(in: keys.dropLast()) {
        return inserting("\(key) = \(literal)", at: lineAfter(dotted.upperBound))
      }
      let gap = scalars.isEmpty ? "" : (isLineStart(scalars.count) ? "" : lineEnd) + lineEnd
      let header = "[\(keys.dropLast().joined(separator: "."))]"
      return replacing(
        scalars.count..<scalars.count,
        with: gap + header + lineEnd + line + lineEnd
      )
    }
    let example = example(of: keys[keys.count - 1], in: region)
    if replacesExample, let example { return replacing(example, with: line + lineEnd) }
    return inserting(line, at: example?.upperBound ?? lastLine(of: region))
  }

  /// Returns the text without the lines of a key; `nil` if the text doesn't have the key.
  ///
  /// A comment after the value is removed with it. In an inline table, the line holds other keys
  /// too.
  ///
  /// - Parameter key: The key with its table, separated by a dot.
  func removing(_ key: String) -> String? {
    guard let value = range(of: key.split(separator: ".").map(String.init)) else { return nil }
    var start = value.lowerBound
    while !isLineStart(start) { start -= 1 }
    return replacing(start..<lineAfter(value.upperBound), with: "")
  }

  /// Returns the position of a key's value; `nil` if the text doesn't have the key.
  private func range(of keys: [String]) -> Range<Int>? {
    items.last { $0.kind == .value && $0.keys == keys }?.range
  }

  /// Returns the position of the last value whose dotted key begins with a table; `nil` if there
  /// is none, or if the table is inline.
  private func lastDotted(in table: ArraySlice<String>) -> Range<Int>? {
    let values = items.filter { $0.kind == .value }
    guard !values.contains(where: { $0.keys[...] == table }) else { return nil }
    return values.last { $0.keys.dropLast() == table }?.range
  }

  /// Returns the lines of a table; `nil` if it has no header.
  private func region(of table: ArraySlice<String>) -> Range<Int>? {
    let headers = items.filter { $0.kind != .value }
    if table.isEmpty {
      let start = scalars.first == "\u{FEFF}" ? 1 : 0
      return start..<(headers.first?.range.lowerBound ?? scalars.count)
    }
    guard let index = headers.firstIndex(where: { $0.kind == .header && $0.keys[...] == table })
    else {
      return nil
    }
    let end = index + 1 < headers.count ? headers[index + 1].range.lowerBound : scalars.count
    return lineAfter(
      headers[index].range.upperBound
    )..<max(
      lineAfter(headers[index].range.upperBound),
      end
    )
  }

  /// Returns the commented line that shows how to set a key.
  private func example(of name: String, in region: Range<Int>) -> Range<Int>? {
    var start = region.lowerBound
    while start < region.upperBound {
      let end = lineAfter(start)
      var line = String(String.UnicodeScalarView(scalars[start..<end])).drop { $0 == " " }
      if line.popFirst() == "#" {
        line = line.drop { $0 == " " }
        if line.hasPrefix(name), line.dropFirst(name.count).drop(while: { $0 == " " }).first == "="
        {
          return start..<end
        }
      }
      start = end
    }
    return nil
  }

  /// Returns the position after the last value of a table.
  ///
  /// Without values, it is after the comment that the table begins with.
  private func lastLine(of region: Range<Int>) -> Int {
    let last = items.last { $0.kind == .value && region.contains($0.range.lowerBound) }
    if let last { return lineAfter(last.range.upperBound) }
    var end = region.lowerBound
    while end < region.upperBound, scalars[end] == "#" { end = lineAfter(end) }
    // A comment directly above the next table belongs to that one.
    return end == region.upperBound && end < scalars.count ? region.lowerBound : end
  }

  /// Returns the start of the next line, or the end of the text.
  private func lineAfter(_ position: Int) -> Int {
    scalars[position...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count
  }

  private func isLineStart(_ position: Int) -> Bool {
    position == 0 || scalars[position - 1] == "\n" || scalars[position - 1] == "\u{FEFF}"
  }

  /// Returns the text with a line added at the start of a line, or at the end of the text.
  private func inserting(_ line: String, at end: Int) -> String {
    replacing(end..<end, with: (isLineStart(end) ? "" : lineEnd) + line + lineEnd)
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    var result = String.UnicodeScalarView(scalars[..<range.lowerBound])
    result.append(contentsOf: text.unicodeScalars)
    result.append(contentsOf: scalars[range.upperBound...])
    return String(result)
  }

  /// Returns a text as a TOML string on one line.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where TOMLParser.isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
