import Canvas
import Screens

extension Canvas {
  /// The rectangles with an unbroken frame.
  var boxes: [Rect] {
    var found: [Rect] = []
    for y in 0..<rows {
      for x in 0..<columns where character(x, y) == "╭" {
        guard let right = (x + 1..<columns).first(where: { character($0, y) == "╮" }),
          let bottom = (y + 1..<rows).first(where: { character(x, $0) == "╰" }),
          character(right, bottom) == "╯",
          (y + 1..<bottom).allSatisfy({ "│▴▾".contains(character(right, $0) ?? " ") })
        else { continue }
        found.append(Rect(x: x, y: y, width: right - x + 1, height: bottom - y + 1))
      }
    }
    return found
  }

  /// Returns the short words that are alone in the last line of a text inside a box.
  ///
  /// A word of more than a third of the line may be alone.
  func orphans(in box: Rect) -> [String] {
    let lines = (box.y + 1..<box.maxY - 1).map { line($0, in: box.inset(dx: 3, dy: 0)) }
    return lines.indices.dropFirst().compactMap { index in
      let (line, above) = (lines[index], lines[index - 1])
      let isLast = index + 1 == lines.count || lines[index + 1].style != line.style
      guard isLast, line.words.count == 1, above.words.count > 2, above.style == line.style,
        above.start == line.start, line.words[0].count * 3 <= box.width - 6
      else { return nil }
      return line.words[0]
    }
  }

  private func character(_ x: Int, _ y: Int) -> Character? {
    guard x < columns, y < rows, case .text(let character) = self[x, y].content else { return nil }
    return character
  }

  private func line(
    _ y: Int,
    in box: Rect
  ) -> (start: Int?, words: [String], style: Style?) {
    let text = (box.x..<box.maxX).map { character($0, y) ?? " " }
    let start = text.firstIndex { $0 != " " }
    let style = start.map { self[box.x + $0, y].style }
    return (start, String(text).split(separator: " ").map(String.init), style)
  }
}

extension Canvas {
  /// Whether the selection's frame around a rectangle is complete.
  ///
  /// A caption in the accent replaces a part of the lower side.
  func hasFrame(around rect: Rect) -> Bool {
    let frame = rect.inset(dx: -1, dy: -1)
    guard frame.intersection(bounds) == frame else { return false }
    func side(_ rect: Rect, _ sign: Character, isReversed: Bool) -> Bool {
      (rect.y..<rect.maxY).allSatisfy { y in
        (rect.x..<rect.maxX).allSatisfy { x in
          self[x, y].content == .text(sign)
            && self[x, y].style.attributes.contains(.reverse) == isReversed
        }
      }
    }
    let row = Rect(x: rect.x, y: frame.y, width: rect.width, height: 1)
    let column = Rect(x: frame.x, y: rect.y, width: 1, height: rect.height)
    let isClosed = (rect.x..<rect.maxX).allSatisfy { x in
      let cell = self[x, rect.maxY]
      let isSide = cell.content == .text("▇") && cell.style.attributes.contains(.reverse)
      return cell.style.foreground == Theme.dark.accent && (isSide || cell.content != .text("▇"))
        || cell.content == .text("♥")
    }
    return side(row, "▁", isReversed: false) && isClosed
      && side(column, "▊", isReversed: true)
      && side(Rect(x: rect.maxX, y: rect.y, width: 1, height: rect.height), "▎", isReversed: false)
  }
}
