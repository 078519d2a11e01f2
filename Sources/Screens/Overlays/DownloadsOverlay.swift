import AppCore
import Canvas
import Library
import Localization
import Model

/// The list of all downloads, the newest first.
enum DownloadsOverlay {
  private static let widest = 76
  /// The most lines of the reason why the focused download has failed: paths are long.
  private static let reasonLines = 3

  static func draw(_ painter: inout Painter, _ state: AppState, _ list: DownloadsListState) {
    painter.onSurface { painter in
      let items = Array(state.downloads.newestFirst)
      let focus = list.focus.flatMap { id in items.firstIndex { $0.id == id } }
      let area = Rect(
        x: 0,
        y: 0,
        width: painter.bounds.width,
        height: painter.bounds.height - 1
      )
      let width = min(widest, area.width - 4)
      let heights = items.indices.map { index in
        let isFocused = index == focus
        let status = isFocused ? reason(painter, items[index], width: width - 6).count : 1
        return 1 + max(1, status) + (isFocused && items[index].phase != .finished ? 1 : 0)
      }
      let height = items.isEmpty ? 5 : heights.reduce(2, +)
      let rect = area.centered(Size(width, min(area.height, height)))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: painter.texts[.downloadsList],
        close: .overlayClosed(.downloads)
      )
      guard !items.isEmpty else {
        drawEmpty(&painter, in: room)
        return
      }
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
  }

  private static func drawEmpty(_ painter: inout Painter, in room: Rect) {
    let advice = painter.wrapped(
      painter.texts[.noDownloadsAdvice],
      width: room.width,
      painter.ink.faint
    )
    painter.draw(
      [
        Block([Line(painter.texts[.noDownloads], painter.ink.strong)]),
        Block(advice, rank: .helpful, space: 0),
      ],
      in: room
    )
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
    let ink = painter.ink
    painter.hit(row, .downloadsList(.rowPressed(item.id)))
    let head = Rect(x: row.x, y: row.y, width: row.width, height: 1)
    if isFocused {
      painter.fill(head, " ", ink.focus)
      painter.text(painter.glyphs.pointer, at: head.origin, ink.focus)
    }
    if let photo = state.photos[item.id.photo] {
      let size = painter.sizeText(photo) ?? ""
      let sizeX = head.maxX - TextWidth.of(size)
      painter.text(
        painter.heading(of: photo, state),
        at: Point(head.x + 2, head.y),
        isFocused ? ink.focus : ink.strong,
        limit: sizeX - head.x - 3
      )
      painter.text(size, at: Point(sizeX, head.y), isFocused ? ink.focus : ink.faint)
    }
    let status = Rect(x: row.x + 2, y: row.y + 1, width: row.width - 2, height: 1)
    let reason = isFocused ? reason(painter, item, width: status.width) : []
    if reason.isEmpty { painter.downloadStatus(item, in: status) }
    for (index, line) in reason.enumerated() {
      painter.draw(line, in: Rect(x: status.x, y: status.y + index, width: status.width, height: 1))
    }
    guard isFocused else { return }
    var x = status.x
    for button in painter.downloadButtons(item, keysOf: .downloads) {
      let place = Rect(x: x, y: row.maxY - 1, width: min(button.width, row.maxX - x), height: 1)
      painter.draw(button, in: place)
      x += button.width + 1
    }
  }
}
