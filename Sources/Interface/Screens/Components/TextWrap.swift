import Canvas
import Localization

/// The wrapping of texts into lines.
enum TextWrap {
  /// Returns the lines of a text, broken between words.
  ///
  /// A word wider than a line is broken anywhere.
  ///
  /// A short word isn't left alone in a paragraph's last line if a word of the line before can join
  /// it.
  ///
  /// - Parameters:
  ///   - limit: The most lines. If there would be more, the last one ends in `mark`, after a whole
  ///     word if possible.
  static func lines(
    _ text: String,
    width: Int,
    limit: Int = .max,
    mark: String = "…"
  ) -> [String] {
    guard width > 0, limit > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(separator: "\n") {
      var builder = LineBuilder(width: width)
      let words = words(of: paragraph)
      for word in words { builder.add(word) }
      lines += joiningLastWord(of: builder.finished, words, width)
      if lines.count > limit { break }
    }
    guard lines.count > limit else { return lines }
    return lines[..<(limit - 1)] + [cut(lines[limit - 1], to: width, mark)]
  }

  /// Returns a line that ends in the mark, without the last words if the mark needs their room.
  private static func cut(_ line: String, to width: Int, _ mark: String) -> String {
    var end = line.endIndex
    while TextWidth.of(line[..<end] + mark) > width {
      guard let space = line[..<end].lastIndex(of: " ") else {
        // A single word wider than the line is cut anywhere.
        return TextWidth.truncate(line + mark, to: width, mark: mark)
      }
      end = space
    }
    return line[..<end] + mark
  }

  /// Returns the lines with one more word in the last one, if that contains a single short word.
  private static func joiningLastWord(
    of lines: [String],
    _ words: [Substring],
    _ width: Int
  ) -> [String] {
    // The last line must be a whole word, not the end of a broken one.
    guard lines.count > 1, let last = lines.last, words.last.map(String.init) == last,
      TextWidth.of(last) * 3 <= width
    else { return lines }
    let before = lines[lines.count - 2]
    let moved = words[words.count - 2]
    guard before.hasSuffix(" " + moved), self.words(of: before[...]).count > 2,
      TextWidth.of(moved) + 1 + TextWidth.of(last) <= width
    else { return lines }
    return lines.dropLast(2) + [String(before.dropLast(moved.count + 1)), "\(moved) \(last)"]
  }

  /// Splits a paragraph into words; a number and its unit count as one word.
  private static func words(of paragraph: Substring) -> [Substring] {
    var words: [Substring] = []
    for word in paragraph.split(separator: " ") {
      let unit = word.last == "," ? word.dropLast() : word
      if let number = words.last, number.last?.isNumber == true, units.contains(unit),
        number.endIndex < word.startIndex,
        paragraph.distance(from: number.endIndex, to: word.startIndex) == 1
      {
        words[words.count - 1] = paragraph[number.startIndex..<word.endIndex]
      } else {
        words.append(word)
      }
    }
    return words
  }

  private static let units: Set<Substring> = [
    "s", "mm", "MP", "kB", "MB", "GB", "с", "мм", "Мп", "кБ", "МБ", "ГБ",
  ]

  private struct LineBuilder {
    let width: Int
    private var lines: [String] = []
    private var line = ""
    private var used = 0

    init(width: Int) { self.width = width }

    var finished: [String] { line.isEmpty ? lines : lines + [line] }

    mutating func add(_ word: Substring) {
      let size = TextWidth.of(word)
      if used > 0, used + 1 + size <= width {
        line += " " + word
        used += 1 + size
      } else if size <= width {
        breakLine()
        line = String(word)
        used = size
      } else if let (head, tail) = Self.parts(of: word) {
        add(head)
        join(tail)
      } else {
        addInPieces(word)
      }
    }

    /// Adds the rest of a word that is broken after its hyphens.
    private mutating func join(_ rest: Substring) {
      let size = TextWidth.of(rest)
      if used + size <= width {
        line += rest
        used += size
      } else if let (head, tail) = Self.parts(of: rest) {
        join(head)
        join(tail)
      } else {
        breakLine()
        add(rest)
      }
    }

    /// Splits a word after its first hyphen; returns `nil` for words without a hyphen inside, and
    /// for paths and URLs.
    private static func parts(of word: Substring) -> (Substring, Substring)? {
      guard !word.contains("/"), let hyphen = word.dropFirst().firstIndex(of: "-") else {
        return nil
      }
      let end = word.index(after: hyphen)
      return end < word.endIndex ? (word[..<end], word[end...]) : nil
    }

    /// Adds a long word in pieces, such as a URL, on a new line if little room is left.
    private mutating func addInPieces(_ word: Substring) {
      if used > 0, used + 1 < width / 2 {
        line += " "
        used += 1
      } else {
        breakLine()
      }
      for cluster in word {
        let size = TextWidth.of(cluster)
        if used + size > width { if word.first == "/" { breakBehindSlash() } else { breakLine() } }
        line.append(cluster)
        used += size
      }
    }

    /// Breaks a path between its folders, unless that would leave much of the line empty.
    private mutating func breakBehindSlash() {
      let end = line.lastIndex(of: "/").map(line.index(after:)) ?? line.endIndex
      let rest = line[end...]
      let moved = TextWidth.of(rest)
      guard moved <= width / 3 else { return breakLine() }
      line = String(line[..<end])
      breakLine()
      line = String(rest)
      used = moved
    }

    private mutating func breakLine() {
      if !line.isEmpty { lines.append(line) }
      line = ""
      used = 0
    }
  }
}
