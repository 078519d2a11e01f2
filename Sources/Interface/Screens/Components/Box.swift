import AppCore
import Canvas

extension Painter {
  /// Draws a framed surface and returns the room inside its frame.
  ///
  /// - Parameter close: The action of the close sign in the corner; `nil` leaves it out.
  @discardableResult
  mutating func box(_ rect: Rect, title: String? = nil, close: AppAction? = nil) -> Rect {
    fill(rect)
    frameLines(rect, ink.line)
    let top = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: 1)
    if let close {
      let sign = Line(" \(glyphs.close) ", ink.key, action: close)
      draw(sign, in: Rect(x: top.maxX - sign.width, y: rect.y, width: sign.width, height: 1))
    }
    if frame.modes.focus == nil { focus(at: top.origin) }
    if let title {
      text(" \(title) ", at: Point(top.x, top.y), ink.strong, limit: top.width - 4)
    }
    return rect.inset(dx: 2, dy: 1)
  }

  /// Draws the lines around a rectangle.
  mutating func frameLines(_ rect: Rect, _ style: Style) {
    guard rect.width > 1, rect.height > 1 else { return }
    let border = glyphs.border
    let right = rect.maxX - 1
    let bottom = rect.maxY - 1
    let across = Rect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: 1)
    fill(across, border.horizontal, style)
    fill(Rect(x: across.x, y: bottom, width: across.width, height: 1), border.horizontal, style)
    let down = Rect(x: rect.x, y: rect.y + 1, width: 1, height: rect.height - 2)
    fill(down, border.vertical, style)
    fill(Rect(x: right, y: down.y, width: 1, height: down.height), border.vertical, style)
    for (x, y, corner) in [
      (rect.x, rect.y, border.topLeft), (right, rect.y, border.topRight),
      (rect.x, bottom, border.bottomLeft), (right, bottom, border.bottomRight),
    ] {
      fill(Rect(x: x, y: y, width: 1, height: 1), corner, style)
    }
  }
}
