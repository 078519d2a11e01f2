import AppCore
import Canvas
import Localization

/// The box of the first alert in the queue.
enum AlertView {
  static func draw(_ painter: inout Painter, _ alert: Alert) {
    painter.hit(painter.bounds, nil)
    painter.onSurface { painter in
      let text = painter.texts.alert(alert.kind)
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let width = Popup.mostColumns(in: area)
      let title = painter.wrapped(ServiceText.line(text.title), width: width, painter.ink.strong)
      let buttons = painter.buttons(alert, width: width)
      // The frame takes two rows.
      let body = painter.wrapped(
        ServiceText.paragraph(text.body),
        width: width,
        painter.ink.plain,
        limit: max(1, area.height - 2 - title.count - buttons.count)
      )
      let blocks = text.body.isEmpty ? [Block(title)] : [Block(title), Block(body)]
      let widths = buttons.map(Painter.width(of:))
      let popup = Popup(
        content: Size(
          max(Popup.width(of: title + body), widths.max() ?? 0),
          Block.height(blocks) + 1 + buttons.count
        ),
        in: area
      )
      let rect = area.centered(popup.size)
      painter.box(rect)
      let room = popup.room(in: rect)
      let first = room.maxY - buttons.count
      painter.draw(
        blocks,
        in: Rect(x: room.x, y: room.y, width: room.width, height: first - room.y),
        .leading,
        isCentered: false
      )
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
    return Self.width(of: buttons) <= width ? [buttons] : buttons.map { [$0] }
  }

  /// Returns the columns of buttons in one row.
  fileprivate static func width(of buttons: [Line]) -> Int {
    buttons.reduce(-2) { $0 + $1.width + 2 }
  }

  /// Draws buttons at the right end of a row.
  fileprivate mutating func draw(_ buttons: [Line], in row: Rect) {
    var x = row.maxX - Self.width(of: buttons)
    for button in buttons {
      draw(button, in: Rect(x: x, y: row.y, width: button.width, height: 1))
      x += button.width + 2
    }
  }
}
