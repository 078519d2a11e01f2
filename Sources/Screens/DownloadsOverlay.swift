import AppCore
import Canvas
import Localization
import Model

/// The list of all downloads, the newest first.
enum DownloadsOverlay {
  private static let widest = 76

  static func draw(_ painter: inout Painter, _ state: AppState) {
    painter.hit(painter.bounds, .downloads(.listPressed))
    painter.onSurface { painter in
      let items = Array(state.downloads.newestFirst)
      let focus = state.downloads.focus.flatMap { id in items.firstIndex { $0.id == id } }
      let heights = items.indices.map { items[$0].height(isFocused: $0 == focus) }
      let area = Rect(
        x: 0,
        y: 0,
        width: painter.bounds.width,
        height: painter.bounds.height - 1
      )
      let height = items.isEmpty ? 5 : heights.reduce(2, +)
      let width = min(widest, area.width - 4)
      let rect = area.centered(Size(width, min(area.height, height)))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: painter.texts[.downloadsList],
        close: .downloads(.listPressed)
      )
      guard !items.isEmpty else {
        drawEmpty(&painter, in: room)
        return
      }
      // As far down as the focused row needs to be seen whole.
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

  /// Whose photograph and how large; how far it is; of the focused one, what can be done.
  private static func draw(
    _ painter: inout Painter,
    _ item: DownloadItem,
    _ state: AppState,
    isFocused: Bool,
    in row: Rect
  ) {
    let ink = painter.ink
    painter.hit(row, .downloads(.rowPressed(item.id)))
    let head = Rect(x: row.x, y: row.y, width: row.width, height: 1)
    if isFocused {
      painter.fill(head, " ", ink.focus)
      painter.text(painter.glyphs.pointer, at: head.origin, ink.focus)
    }
    if let photo = state.photos[item.id.photo] {
      let size = painter.texts.pixels(photo.width, photo.height, painter.glyphs.times)
      let sizeX = head.maxX - TextWidth.of(size)
      painter.text(
        ServiceText.line(photo.author.name),
        at: Point(head.x + 2, head.y),
        isFocused ? ink.focus : ink.strong,
        limit: sizeX - head.x - 3
      )
      painter.text(size, at: Point(sizeX, head.y), isFocused ? ink.focus : ink.faint)
    }
    let status = Rect(x: row.x + 2, y: row.y + 1, width: row.width - 2, height: 1)
    painter.downloadStatus(item, in: status)
    guard isFocused else { return }
    var x = status.x
    for button in painter.downloadButtons(item, hasKeys: true) {
      let place = Rect(x: x, y: row.y + 2, width: min(button.width, row.maxX - x), height: 1)
      painter.draw(button, in: place)
      x += button.width + 1
    }
  }
}

extension DownloadItem {
  /// Rows in the list; the buttons have one of their own.
  fileprivate func height(isFocused: Bool) -> Int { isFocused && phase != .finished ? 3 : 2 }
}
