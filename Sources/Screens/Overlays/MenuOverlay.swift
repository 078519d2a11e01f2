import AppCore
import Canvas
import Library
import Localization
import Model

/// What can be done with a photograph, over its tile.
enum MenuOverlay {
  private static let width = 30

  static func draw(_ painter: inout Painter, _ state: AppState, _ menu: MenuState) {
    guard let photo = state.photos[menu.photo] else { return }
    painter.onSurface { painter in
      let rows = MenuReducer.rows(in: state)
      let size = Size(min(width, painter.bounds.width - 4), rows.count + 2)
      let rect = place(size, state, menu.photo, in: painter.bounds.inset(dx: 2, dy: 1))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: painter.heading(of: photo, state),
        close: .overlayClosed(.menu)
      )
      for (index, row) in rows.enumerated() {
        let line = Rect(x: room.x, y: room.y + index, width: room.width, height: 1)
        painter.row(row, photo, state, isFocused: row == menu.focus, in: line)
      }
    }
  }

  private static func tile(_ state: AppState, _ id: Photo.ID) -> Rect? {
    guard let list = state.listInView else {
      let tiles = state.galleryLayout.visible(top: state.program.galleryView.top).tiles
      let tile = tiles.first { $0.id == id }
      return tile?.picture.intersection(state.galleryMetrics.body)
    }
    let tile = state.tiles(of: list).tiles.first { $0.id == id }
    return tile?.picture.intersection(state.metrics(of: list).body)
  }

  /// In the middle of the photograph's tile, as far as it is in sight.
  private static func place(
    _ size: Size,
    _ state: AppState,
    _ id: Photo.ID,
    in area: Rect
  ) -> Rect {
    var around = area
    if let tile = tile(state, id), !tile.isEmpty { around = tile }
    var rect = around.centered(size)
    rect.x = max(area.x, min(rect.x, area.maxX - rect.width))
    rect.y = max(area.y, min(rect.y, area.maxY - rect.height))
    return rect
  }
}

extension Painter {
  fileprivate mutating func row(
    _ row: MenuState.Row,
    _ photo: Photo,
    _ state: AppState,
    isFocused: Bool,
    in rect: Rect
  ) {
    let style = isFocused ? ink.focus : ink.plain
    fill(rect, " ", style)
    if isFocused { text(glyphs.pointer, at: Point(rect.x, rect.y), style) }
    let isKept = state.gallery.ids.contains(photo.id)
    var name = texts.menu(row, isKept: isKept, isLiked: photo.isLiked)
    // What is on its way already says how far it is.
    if row == .download, let item = state.downloads[DownloadID(photo.id)], item.isUnderWay {
      let progress = item.progress
      let share = progress.expected.map { texts.percent(progress.received, of: $0) }
      name = "\(texts[.downloadsList]): \(share ?? texts.bytes(progress.received))"
    }
    // Its key says no more than that it is there.
    let isShown = row == .download && isKept
    let command = row.command.flatMap {
      $0.isOffered(in: state.launch.capabilities) ? $0 : nil
    }
    let key = isShown ? "" : command.flatMap(texts.key) ?? ""
    text(name, at: Point(rect.x + 2, rect.y), style, limit: rect.width - 4 - TextWidth.of(key))
    let end = Point(rect.maxX - 1 - TextWidth.of(key), rect.y)
    text(key, at: end, isFocused ? style : ink.key)
    hit(rect, .menu(.rowPressed(row)))
  }
}

extension MenuState.Row {
  /// The key that does the same without the menu's focus.
  fileprivate var command: Command? {
    switch self {
    case .preview, .copyLink: nil
    case .author: .author
    case .download: .download
    case .like: .like
    case .share: .share
    case .collect: .collect
    }
  }
}
