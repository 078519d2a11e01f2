import AppCore
import Canvas
import Library
import Localization

/// The box of the first alert in the queue.
enum AlertView {
  private static let widest = 60

  static func draw(_ painter: inout Painter, _ alert: Alert) {
    painter.hit(painter.bounds, nil)
    painter.onSurface { painter in
      let text = painter.texts.alert(alert.kind)
      let width = min(widest, painter.bounds.width - 4)
      let inner = width - 6
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let title = painter.wrapped(ServiceText.line(text.title), width: inner, painter.ink.strong)
      let buttons = painter.buttons(alert, width: inner)
      let frame = 2 + buttons.count
      let body = painter.wrapped(
        ServiceText.paragraph(text.body),
        width: inner,
        painter.ink.plain,
        limit: max(1, area.height - frame - title.count)
      )
      // The frame takes two rows. Of the space left, one row above the buttons and one above the
      // title stay empty.
      let blocks = text.body.isEmpty ? [Block(title)] : [Block(title), Block(body)]
      let rows = min(area.height - frame, Block.height(blocks) + 2)
      let air = rows - Block.height(blocks) == 2 ? 1 : 0
      let rect = area.centered(Size(width, rows + frame))
      let room = painter.box(rect).inset(dx: 1, dy: 0)
      painter.draw(
        blocks,
        in: Rect(x: room.x, y: room.y + air, width: room.width, height: rows - air),
        .leading,
        isCentered: false
      )
      let first = room.maxY - buttons.count
      for (index, row) in buttons.enumerated() {
        painter.draw(row, in: Rect(x: room.x, y: first + index, width: room.width, height: 1))
      }
    }
  }
}

extension Painter {
  /// Returns the buttons in one row, or one per row if they are too wide for that.
  fileprivate func buttons(_ alert: Alert, width: Int) -> [[Line]] {
    let buttons = alert.buttons.enumerated().map { index, name in
      let answer: Command = name == .yes ? .yes : .no
      return button(
        texts.button(name, of: alert.kind),
        key: alert.kind.isQuestion ? texts.key(of: answer) : nil,
        isFocused: alert.focus == index,
        action: .alerts(.buttonPressed(index))
      )
    }
    return buttons.reduce(-2) { $0 + $1.width + 2 } <= width ? [buttons] : buttons.map { [$0] }
  }

  /// Draws buttons at the right end of a row.
  fileprivate mutating func draw(_ buttons: [Line], in row: Rect) {
    var x = row.maxX - buttons.reduce(-2) { $0 + $1.width + 2 }
    for button in buttons {
      draw(button, in: Rect(x: x, y: row.y, width: button.width, height: 1))
      x += button.width + 2
    }
  }
}
