import AppCore
import Canvas
import Localization
import Model

/// The list of all downloads, the newest first.
enum DownloadsOverlay {
  /// The most lines of the reason why the focused download has failed: paths are long.
  private static let reasonLines = 3
  /// The columns before a download's status.
  private static let indent = 2

  static func draw(_ painter: inout Painter, _ state: AppState, _ list: DownloadsListState) {
    var area = painter.bounds
    area.height -= 1
    let items = Array(state.downloads.newestFirst)
    guard !items.isEmpty else { return drawEmpty(&painter, in: area) }
    let focus = list.focus.flatMap { id in items.firstIndex { $0.id == id } }
    // Numbers change while the list is open. The size doesn't depend on them.
    let width = Popup.mostColumns(in: area)
    let heights = items.indices.map { index in
      let isFocused = index == focus
      let status = isFocused ? reason(painter, items[index], width: width - indent).count : 1
      return 1 + max(1, status) + (isFocused && items[index].phase != .finished ? 1 : 0)
    }
    let popup = Popup(content: Size(width, heights.reduce(0, +)), in: area)
    let rect = box(&painter, popup, in: area)
    let room = popup.room(in: rect)
    // Scrolls as far as needed to show all of the focused row.
    var first = 0
    while let focus, first < focus, heights[first...focus].reduce(0, +) > room.height {
      first += 1
    }
    var y = room.y
    var index = first
    while index < items.count, y + heights[index] <= room.maxY {
      let row = Rect(x: room.x, y: y, width: room.width, height: heights[index])
      draw(&painter, items[index], state, isFocused: index == focus, in: row)
      y += heights[index]
      index += 1
    }
    painter.scrollMarks(rect, above: first > 0, below: index < items.count)
  }

  /// Draws the frame and returns its rectangle.
  private static func box(_ painter: inout Painter, _ popup: Popup, in area: Rect) -> Rect {
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    painter.box(rect, title: painter.texts[.downloadsList], close: .overlayClosed(.downloads))
    return rect
  }

  private static func drawEmpty(_ painter: inout Painter, in area: Rect) {
    let lines =
      [Line(painter.texts[.noDownloads], painter.ink.strong)]
      + painter.wrapped(
        painter.texts[.noDownloadsAdvice],
        width: Popup.mostColumns(in: area),
        painter.ink.faint
      )
    let popup = Popup(content: Size(Popup.width(of: lines), lines.count), in: area)
    let rect = box(&painter, popup, in: area)
    painter.draw([Block(lines)], in: popup.room(in: rect), .leading)
  }

  private static func reason(_ painter: Painter, _ item: DownloadItem, width: Int) -> [Line] {
    painter.downloadReason(item, width: width, limit: reasonLines)
  }

  /// Draws a download: its photo with the size, its progress, and the buttons if it has the focus.
  private static func draw(
    _ painter: inout Painter,
    _ item: DownloadItem,
    _ state: AppState,
    isFocused: Bool,
    in row: Rect
  ) {
    painter.ink.isFocused = isFocused
    let ink = painter.ink
    painter.fill(row)
    painter.hit(row, .downloadsList(.rowPressed(item.id)))
    let head = Rect(x: row.x, y: row.y, width: row.width, height: 1)
    let photo = state.photos[item.id.photo]
    painter.row(
      photo.map { painter.heading(of: $0, state) } ?? "",
      photo.flatMap(painter.sizeText) ?? "",
      isFocused: isFocused,
      style: ink.strong,
      endStyle: ink.faint,
      in: head
    )
    let status = Rect(
      x: row.x + indent,
      y: row.y + 1,
      width: row.width - indent,
      height: 1
    )
    let reason = isFocused ? reason(painter, item, width: status.width) : []
    if reason.isEmpty { painter.downloadStatus(item, in: status) }
    for (index, line) in reason.enumerated() {
      painter.draw(line, in: Rect(x: status.x, y: status.y + index, width: status.width, height: 1))
    }
    guard isFocused else { return }
    var x = status.x
    for button in painter.downloadButtons(item, keysOf: .downloads) {
      let rect = Rect(x: x, y: row.maxY - 1, width: min(button.width, row.maxX - x), height: 1)
      painter.draw(button, in: rect)
      x += button.width + 1
    }
    painter.ink.isFocused = false
    painter.focus(at: row.origin)
  }
}
