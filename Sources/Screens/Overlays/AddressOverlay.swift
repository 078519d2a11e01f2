import AppCore
import Canvas
import Library
import Localization
import Model

/// The input line for a URL or an ID.
enum AddressOverlay {
  private static let widest = 78

  static func draw(_ painter: inout Painter, _ state: AppState, _ opening: AddressInputState) {
    painter.onSurface { painter in
      var area = painter.bounds
      area.height -= 1
      let rect = area.centered(Size(min(widest, area.width - 4), 4))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: painter.texts.place(.address),
        close: .overlayClosed(.address)
      )
      let row = Rect(x: room.x, y: room.y, width: room.width, height: 1)
      let cursor = painter.input(opening.line, in: row)
      if opening.line.text.isEmpty {
        let behind = Point(cursor.x + 1, row.y)
        painter.text(
          painter.texts.addressPrompt,
          at: behind,
          painter.ink.faint,
          limit: row.width - 1
        )
      }
      painter.frame.modes.cursor = cursor
      let below = Rect(x: room.x, y: room.y + 1, width: room.width, height: 1)
      if opening.isAsking {
        painter.draw(.busy(painter.texts[.loadingFeed], painter.ink.faint), in: below)
      } else if opening.isUnknown {
        let text = painter.texts.unknownAddress(of: state.launch.service.name)
        painter.draw(Line(text, painter.ink.warning), in: below)
      }
    }
  }
}
