/// The filter of text from outside, such as names, descriptions, file names and error messages.
///
/// `line`, `paragraph` and `title` return text for cells: without controls, escape sequences, bidi
/// or zero-width characters, and with U+FFFD for private or unassigned ones. A letter has at most
/// four marks. The functions are idempotent.
package enum TextSanitizer {
  /// Returns text in one line: white space of any kind becomes single spaces, without any at the
  /// ends.
  ///
  /// - Parameter limit: The most characters; "…" replaces the rest.
  package static func line(_ raw: String, limit: Int = 1000) -> String {
    if isPlain(raw, limit: limit) { return raw }
    var result = String.UnicodeScalarView()
    var isSpaceDue = false
    // More than any sensible line needs; limits the cost of a hostile one.
    var filter = Filter(raw.unicodeScalars.prefix(limit * 16))
    while let scalar = filter.next() {
      if scalar == " " || scalar == "\n" {
        isSpaceDue = !result.isEmpty
        continue
      }
      if isSpaceDue { result.append(" ") }
      isSpaceDue = false
      result.append(scalar)
    }
    return shortened(String(result), to: limit)
  }

  /// Returns text in its lines, each as `line` returns it.
  ///
  /// Several empty lines become one. Empty lines at the beginning and the end are removed.
  ///
  /// - Parameter limit: The most characters; "…" replaces the rest.
  package static func paragraph(_ raw: String, limit: Int = 10_000) -> String {
    var text = String.UnicodeScalarView()
    var filter = Filter(raw.unicodeScalars.prefix(limit * 16))
    while let scalar = filter.next() { text.append(scalar) }
    var lines: [String] = []
    for part in String(text).split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line(String(part), limit: limit)
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return shortened(lines.joined(separator: "\n"), to: limit)
  }

  /// Returns the first text that isn't blank after sanitizing, in its original form; `nil` if all
  /// are blank.
  package static func firstVisible(_ texts: String?...) -> String? {
    texts.lazy.compactMap(\.self).first { !line($0).isEmpty }
  }

  /// Returns a line shortened to 60 characters, at the end of a word if possible.
  ///
  /// Punctuation before the cut is removed.
  package static func title(_ raw: String) -> String {
    let text = line(raw, limit: 200)
    guard text.count > 60 else { return text }
    let start = text.prefix(61)
    let kept = start[..<(start.lastIndex(of: " ") ?? start.index(before: start.endIndex))]
    let end = kept.lastIndex { !$0.isPunctuation && $0 != " " }
    return String(end.map { kept[...$0] } ?? kept)
  }

  /// Returns text for output without a screen: messages, reports, log lines.
  ///
  /// Layout and wording are unchanged. Characters that could act on the terminal, or be invisible,
  /// are shown as in `less`: `^[` for Esc, `<U+202E>` for characters without such a name. In a path
  /// or a variable they are often the cause of the error.
  ///
  /// - Parameter keepingLines: Whether line feeds are unchanged; otherwise they are shown as `^J`.
  package static func printed(_ raw: String, keepingLines: Bool = false) -> String {
    if raw.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return raw }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in raw.unicodeScalars {
      let isMark = scalar.properties.generalCategory.isMark
      marks = isMark ? marks + 1 : 0
      if scalar == "\n" ? keepingLines : scalar.isPrinted && marks <= 4 {
        result.append(scalar)
      } else if scalar.value < 0x20 || scalar.value == 0x7F {
        // Appended one by one: appending a collection takes time proportional to the existing text.
        result.append("^")
        result.append(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        for mark in "<U+\(zeros)\(digits)>".unicodeScalars { result.append(mark) }
      }
    }
    return String(result)
  }

  /// Returns JSON whose strings can't act on a terminal.
  ///
  /// Unsafe scalars are written as escapes such as `\u009b`, which have the same meaning.
  package static func json(_ raw: String) -> String {
    if raw.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return raw }
    var result = String.UnicodeScalarView()
    for scalar in raw.unicodeScalars {
      guard scalar != "\n", !scalar.isPrinted else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        for mark in "\\u\(zeros)\(digits)".unicodeScalars { result.append(mark) }
      }
    }
    return String(result)
  }

  /// Returns text in one line for the clipboard, unchanged except for what a program could execute.
  ///
  /// Line ends become spaces. Controls, escape sequences and invisible characters, such as those
  /// that change the writing direction, are removed. Joiners and variation selectors stay, because
  /// Persian, Hindi and emoji need them.
  ///
  /// - Parameter limit: The most Unicode scalars of `raw`; the rest is left out.
  package static func copied(_ raw: String, limit: Int = 100_000) -> String {
    var text = String.UnicodeScalarView()
    var filter = Filter(raw.unicodeScalars.prefix(limit), isCopy: true)
    while let scalar = filter.next() { text.append(scalar == "\n" ? " " : scalar) }
    return String(text)
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    guard let cut = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      cut != text.endIndex
    else { return text }
    var kept = text[..<text.index(before: cut)]
    while kept.last?.isWhitespace ?? false { kept.removeLast() }
    return kept + "…"
  }

  /// Whether a text is printable ASCII with nothing to trim, as most texts are.
  private static func isPlain(_ raw: String, limit: Int) -> Bool {
    guard raw.utf8.count <= limit else { return false }
    var before = UInt8(ascii: " ")
    for byte in raw.utf8 {
      guard (0x20..<0x7F).contains(byte) else { return false }
      if byte == UInt8(ascii: " "), before == byte { return false }
      before = byte
    }
    return before != UInt8(ascii: " ") || raw.isEmpty
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible and has no effect on the terminal.
  fileprivate var isPrinted: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    if properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .format, .privateUse, .unassigned, .surrogate, .lineSeparator,
      .paragraphSeparator:
      return false
    default: return true
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool { self == .nonspacingMark || self == .enclosingMark }
}

/// An iterator over the harmless scalars of a text.
///
/// White space is returned as " ", line ends of any kind as "\n".
private struct Filter {
  private let scalars: [Unicode.Scalar]
  /// Whether the text is for the clipboard.
  ///
  /// The clipboard's text may then contain characters that a terminal can't draw in a cell, such as
  /// private ones.
  private let isCopy: Bool
  private var index = 0
  private var marks = 0
  /// The last returned scalar that wasn't a mark.
  private var base: Unicode.Scalar?
  /// Whether the rest of the text contains no end of a control string.
  ///
  /// A new search for each control string would take quadratic time.
  private var hasNoStringEnd = false

  /// The most marks of a letter.
  private static let markLimit = 4
  /// The replacement of private and unassigned characters.
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  init(_ text: some Sequence<Unicode.Scalar>, isCopy: Bool = false) {
    scalars = Array(text)
    self.isCopy = isCopy
  }

  mutating func next() -> Unicode.Scalar? {
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if let safe = sanitized(scalar) { return safe }
    }
    return nil
  }

  private mutating func sanitized(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20..<0x7F: return recordBase(scalar)
    case 0x1B:
      skipSequence()
      return nil
    case 0x9B:
      skipControlSequence()
      return nil
    case 0x90, 0x98, 0x9D...0x9F:
      skipString()
      return nil
    case 0x0D:
      if index < scalars.count, scalars[index] == "\n" { index += 1 }
      return recordBase("\n")
    case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: return recordBase("\n")
    case 0x09: return recordBase(" ")
    case 0x200C where isCopy: return isInScript ? scalar : nil
    case 0x200D: return isCopy && isInScript || joins() ? scalar : nil
    case 0xFFFD: return recordBase(scalar)
    default: break
    }
    if isCopy, isInScript, scalar.properties.isVariationSelector { return scalar }
    if scalar.properties.isDefaultIgnorableCodePoint { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format: return nil
    case _ where isCopy: return recordBase(scalar)
    case .spaceSeparator: return recordBase(" ")
    case .privateUse, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator:
      return recordBase(Self.replacement)
    case .nonspacingMark, .enclosingMark:
      // A mark without a base would be drawn on the program's own text before it.
      guard base != nil, base != " ", base != "\n", marks < Self.markLimit else { return nil }
      marks += 1
      return scalar
    default: return recordBase(scalar)
    }
  }

  private mutating func recordBase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // A skin tone belongs to the emoji before it.
    if scalar.properties.isEmojiModifier, let base, Self.isPictograph(base) { return scalar }
    base = scalar
    marks = 0
    return scalar
  }

  /// Whether the preceding scalar's script may need invisible characters.
  private var isInScript: Bool { base.map { !$0.isASCII } ?? false }

  /// Whether a joiner is between two pictographs, which it combines into one cluster.
  private func joins() -> Bool {
    guard let base, Self.isPictograph(base), index < scalars.count else { return false }
    return Self.isPictograph(scalars[index])
  }

  /// Whether a joiner can combine the scalar with another one: an emoji other than a digit, a skin
  /// tone or half of a flag.
  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    let isRegional = (0x1F1E6...0x1F1FF).contains(scalar.value)
    return scalar.value > 0xFF && scalar.properties.isEmoji && !isRegional
      && !scalar.properties.isEmojiModifier
  }

  // MARK: Escape sequences (ECMA-48)

  /// Skips the rest of an escape sequence, after its Esc.
  private mutating func skipSequence() {
    guard index < scalars.count else { return }
    switch scalars[index] {
    case "[":
      index += 1
      skipControlSequence()
    case "]", "P", "X", "^", "_":
      index += 1
      skipString()
    default:
      while index < scalars.count, (0x20..<0x30).contains(scalars[index].value) { index += 1 }
      if index < scalars.count, (0x30..<0x7F).contains(scalars[index].value) { index += 1 }
    }
  }

  private mutating func skipControlSequence() {
    let end = min(scalars.count, index + 64)
    while index < end, (0x20..<0x40).contains(scalars[index].value) { index += 1 }
    if index < end, (0x40..<0x7F).contains(scalars[index].value) { index += 1 }
  }

  /// Skips the rest of a control string, such as a window title.
  ///
  /// If the string has no end, its text is shown.
  private mutating func skipString() {
    guard !hasNoStringEnd else { return }
    var end = index
    while end < scalars.count {
      switch scalars[end].value {
      case 0x07, 0x9C:
        index = end + 1
        return
      case 0x1B:
        let isEnd = end + 1 < scalars.count && scalars[end + 1] == "\\"
        if isEnd { index = end + 2 }
        return
      default: end += 1
      }
    }
    hasNoStringEnd = true
  }
}
