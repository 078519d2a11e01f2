/// The text of a TOML document in which single values are replaced.
struct ConfigurationText {
  private let scalars: [Unicode.Scalar]
  private let outline: [TOMLParser.Item]
  private let lineEnd: String

  init(_ text: String) throws(TOMLParser.Mistake) {
    scalars = Array(text.unicodeScalars)
    outline = try TOMLParser.outline(of: text)
    lineEnd = text.unicodeScalars.contains("\r") ? "\r\n" : "\n"
  }

  /// Returns the text with a key's value replaced, or with a line added: below a commented one that
  /// shows the key, else as the last of its table.
  ///
  /// - Parameters:
  ///   - key: with its table, a dot between them.
  ///   - literal: the value as TOML spells it.
  ///   - replacesExample: whether the line replaces the commented one.
  func setting(_ key: String, to literal: String, replacesExample: Bool = false) -> String {
    let keys = key.split(separator: ".").map(String.init)
    if let item = outline.last(where: { $0.kind == .value && $0.keys == keys }) {
      return replacing(item.range, with: literal)
    }
    let line = "\(keys[keys.count - 1]) = \(literal)"
    guard let region = region(of: Array(keys.dropLast())) else {
      let gap = scalars.isEmpty ? "" : (isLineStart(scalars.count) ? "" : lineEnd) + lineEnd
      let header = "[\(keys.dropLast().joined(separator: "."))]"
      return replacing(
        scalars.count..<scalars.count,
        with: gap + header + lineEnd + line + lineEnd
      )
    }
    let example = example(of: keys[keys.count - 1], in: region)
    if replacesExample, let example { return replacing(example, with: line + lineEnd) }
    let end = example?.upperBound ?? lastLine(of: region)
    let gap = isLineStart(end) ? "" : lineEnd
    return replacing(end..<end, with: gap + line + lineEnd)
  }

  /// Where the lines of a table are; nil where it has no header.
  private func region(of table: [String]) -> Range<Int>? {
    let headers = outline.filter { $0.kind != .value }
    if table.isEmpty {
      let start = scalars.first == "\u{FEFF}" ? 1 : 0
      return start..<(headers.first?.range.lowerBound ?? scalars.count)
    }
    guard let index = headers.firstIndex(where: { $0.kind == .header && $0.keys == table }) else {
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

  /// The line of a comment that shows how a key is set.
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

  /// Behind the last value of a table; without one, behind the comment that it begins with.
  private func lastLine(of region: Range<Int>) -> Int {
    let last = outline.last { $0.kind == .value && region.contains($0.range.lowerBound) }
    if let last { return lineAfter(last.range.upperBound) }
    var end = region.lowerBound
    while end < region.upperBound, scalars[end] == "#" { end = lineAfter(end) }
    // A comment right above the next table is that one's.
    return end == region.upperBound && end < scalars.count ? region.lowerBound : end
  }

  /// Where the next line begins, or the end.
  private func lineAfter(_ position: Int) -> Int {
    scalars[position...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count
  }

  private func isLineStart(_ position: Int) -> Bool {
    position == 0 || scalars[position - 1] == "\n" || scalars[position - 1] == "\u{FEFF}"
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    var result = String.UnicodeScalarView(scalars[..<range.lowerBound])
    result.append(contentsOf: text.unicodeScalars)
    result.append(contentsOf: scalars[range.upperBound...])
    return String(result)
  }

  /// A text as a TOML string on one line.
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
