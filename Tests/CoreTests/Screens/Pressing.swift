import AppCore
import Canvas
import Screens
import Testing

/// Returns the position of a text on the screen; the first one from the top.
func find(_ text: String, in frame: Frame) -> Point? {
  let canvas = frame.canvas
  for y in 0..<canvas.rows {
    let row = (0..<canvas.columns).map { x -> Character in
      guard case .text(let character) = canvas[x, y].content else { return "\u{0}" }
      return character == "\u{A0}" ? " " : character
    }
    for x in 0..<canvas.columns where row[x...].starts(with: text) { return Point(x, y) }
  }
  return nil
}

/// Returns the action under the first character of a text on the screen.
func press(_ text: String, in frame: Frame) -> AppAction? {
  guard let point = find(text, in: frame) else {
    Issue.record("\(text) is not on the screen:\n\(Snapshots.text(frame))")
    return nil
  }
  return frame.action(at: point)
}

/// Returns the positions of a character on the screen, from the top.
func positions(of character: Character, in frame: Frame) -> [Point] {
  let canvas = frame.canvas
  return (0..<canvas.rows).flatMap { y in
    (0..<canvas.columns).filter { canvas[$0, y].content == .text(character) }.map { Point($0, y) }
  }
}
