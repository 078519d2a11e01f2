import AppCore
import Canvas
import Library
import Localization

/// The first of the alerts that wait for an answer.
enum AlertBox {
  private static let widest = 60

  static func draw(_ painter: inout Painter, _ alert: Alert) {
    painter.hit(painter.bounds, nil)
    painter.onSurface { painter in
      let text = painter.texts.alert(alert.kind)
      let width = min(widest, painter.bounds.width - 4)
      let inner = width - 6
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let title = painter.wrapped(ServiceText.line(text.title), width: inner, painter.ink.strong)
      let body = painter.wrapped(
        ServiceText.paragraph(text.body),
        width: inner,
        painter.ink.plain,
        limit: max(1, area.height - 3 - title.count)
      )
      // Frame and buttons take three rows; one more above the buttons and one above the title
      // are air, as far as there are rows for it.
      let blocks = [Block(title), Block(body)]
      let rows = min(area.height - 3, Block.height(blocks) + 2)
      let air = rows - Block.height(blocks) == 2 ? 1 : 0
      let rect = area.centered(Size(width, rows + 3))
      let room = painter.box(rect).inset(dx: 1, dy: 0)
      painter.draw(
        blocks,
        in: Rect(x: room.x, y: room.y + air, width: room.width, height: rows - air),
        .leading,
        isCentered: false
      )
      painter.buttons(alert, in: Rect(x: room.x, y: room.maxY - 1, width: room.width, height: 1))
    }
  }
}

extension Painter {
  /// The answers, at the right end of a row.
  fileprivate mutating func buttons(_ alert: Alert, in row: Rect) {
    let buttons = alert.buttons.enumerated().map { index, name in
      button(
        texts.button(name),
        isFocused: alert.focus == index,
        action: .alerts(.buttonPressed(index))
      )
    }
    var x = row.maxX - buttons.reduce(-2) { $0 + $1.width + 2 }
    for button in buttons {
      draw(button, in: Rect(x: x, y: row.y, width: button.width, height: 1))
      x += button.width + 2
    }
  }
}
