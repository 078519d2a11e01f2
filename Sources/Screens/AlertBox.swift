import AppCore
import Canvas
import Localization

/// The first of the alerts that wait for an answer.
enum AlertBox {
  private static let widest = 60

  static func draw(_ painter: inout Painter, _ alert: Alert) {
    painter.hit(painter.bounds, nil)
    painter.on(painter.theme.surface) { painter in
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
      // Air around title and buttons, as far as there are rows for it.
      let blocks = [Block(title), Block(body)]
      let rows = min(area.height - 3, Block.height(blocks) + 3)
      let rect = area.centered(Size(width, rows + 3))
      let room = painter.box(rect).inset(dx: 1, dy: 0)
      let hasAir = rows > Block.height(blocks)
      painter.draw(
        blocks,
        in: Rect(
          x: room.x,
          y: room.y + (hasAir ? 1 : 0),
          width: room.width,
          height: room.height - 1 - (hasAir ? 1 : 0)
        ),
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
