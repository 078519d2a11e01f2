import AppCore
import Canvas
import Library
import Localization
import Model

/// The check that a service requires: the page to open, and the line for its result.
enum CheckOverlay {
  private static let widest = 78

  static func draw(_ painter: inout Painter, _ state: AppState, _ check: CheckState) {
    let texts = painter.texts
    painter.onSurface { painter in
      var area = painter.bounds
      area.height -= 1
      let width = min(widest, area.width - 4)
      let inner = width - 4
      let (kind, service) = (check.check.kind, state.launch.service.name)
      var lines = painter.wrapped(
        texts.check(kind, by: service),
        width: inner,
        painter.ink.plain
      )
      let failed =
        check.check.isRepeated
        ? painter.wrapped(texts.checkFailed, width: inner, painter.ink.warning) : []
      lines += painter.wrapped(
        ServiceText.line(check.check.page.text),
        width: inner,
        painter.ink.accent,
        limit: max(1, area.height - lines.count - failed.count - 4),
        action: .check(.pagePressed)
      )
      lines += failed
      let rect = area.centered(Size(width, min(area.height, lines.count + 4)))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: texts.place(.check),
        close: .overlayClosed(.check)
      )
      for (index, line) in lines.prefix(max(0, room.height - 2)).enumerated() {
        let row = Rect(x: room.x, y: room.y + index, width: room.width, height: 1)
        painter.draw(line, in: row)
      }
      let row = Rect(x: room.x, y: room.maxY - 1, width: room.width, height: 1)
      let cursor = painter.input(check.line, in: row)
      if check.line.text.isEmpty {
        painter.text(
          texts.checkPrompt(kind),
          at: Point(cursor.x + 1, row.y),
          painter.ink.faint,
          limit: row.width - 1
        )
      }
      painter.frame.modes.cursor = cursor
    }
  }
}
