import AppCore
import Canvas
import Localization
import Model

/// The overlay for a check that a service requires, such as a CAPTCHA: the URL of the page to open,
/// and the line for its result.
enum CheckOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ check: CheckState) {
    let texts = painter.texts
    var area = painter.bounds
    area.height -= 1
    let width = Popup.mostColumns(in: area)
    let (kind, service) = (check.check.kind, state.launch.service.name)
    var lines = painter.wrapped(texts.check(kind, by: service), width: width, painter.ink.plain)
    let failed =
      check.check.isRepeated
      ? painter.wrapped(texts.checkFailed, width: width, painter.ink.warning) : []
    lines += painter.wrapped(
      ServiceText.line(check.check.page.text),
      width: width,
      painter.ink.accent,
      limit: max(1, area.height - lines.count - failed.count - 4),
      action: .check(.pagePressed)
    )
    lines += failed
    let prompt = texts.checkPrompt(kind)
    let title = texts.place(.check)
    let widest = max(Popup.width(of: lines, title: title), TextWidth.of(prompt) + 1)
    let popup = Popup(content: Size(widest, lines.count + 2), in: area)
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    painter.box(rect, title: title, close: .overlayClosed(.check))
    let room = popup.room(in: rect)
    for (index, line) in lines.prefix(max(0, room.height - 2)).enumerated() {
      let row = Rect(x: room.x, y: room.y + index, width: room.width, height: 1)
      painter.draw(line, in: row)
    }
    painter.input(
      check.line,
      prompt: prompt,
      in: Rect(x: room.x, y: room.maxY - 1, width: room.width, height: 1)
    )
  }
}
