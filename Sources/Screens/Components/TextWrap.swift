import Canvas
import Localization

/// Breaks texts into lines.
enum TextWrap {
  /// The lines of a text, broken between words; a word wider than a line is broken anywhere.
  ///
  /// - Parameters:
  ///   - limit: the most lines; where there would be more, the last one ends in `mark`.
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
      for word in paragraph.split(separator: " ") { builder.add(word) }
      lines += builder.finished
      if lines.count > limit { break }
    }
    guard lines.count > limit else { return lines }
    let last = lines[limit - 1] + " " + lines[limit]
    return lines[..<(limit - 1)] + [TextWidth.truncate(last, to: width, mark: mark)]
  }

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
      } else {
        addInPieces(word)
      }
    }

    /// An address or the like: it starts on a line of its own only where little room is left.
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
