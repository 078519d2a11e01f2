import AppCore
import Canvas
import Library
import Localization
import Model

/// The menu of a photo, beside its tile.
enum MenuOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ menu: MenuState) {
    guard let photo = state.photos[menu.photo] else { return }
    painter.onSurface { painter in
      let rows = MenuReducer.rows(in: state)
      let widths = rows.map { row in
        let (name, key) = painter.words(row, photo, state)
        return TextWidth.of(name) + TextWidth.of(key) + 5
      }
      let area = painter.bounds.inset(dx: 1, dy: 1)
      let popup = Popup(content: Size(widths.max() ?? 0, rows.count), in: area)
      let rect = position(popup.size, state, menu, in: area)
      painter.hit(rect, nil)
      painter.box(rect, title: painter.heading(of: photo, state), close: .overlayClosed(.menu))
      let room = popup.room(in: rect)
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

  /// Returns the menu's position: at the pointer that opened it, else beside the photo's tile.
  ///
  /// Covers the tile only if there is no room on any side.
  private static func position(
    _ size: Size,
    _ state: AppState,
    _ menu: MenuState,
    in area: Rect
  ) -> Rect {
    func moved(_ origin: Point) -> Rect {
      Rect(
        x: max(area.x, min(origin.x, area.maxX - size.width)),
        y: max(area.y, min(origin.y, area.maxY - size.height)),
        width: size.width,
        height: size.height
      )
    }
    if let pointer = menu.pointer { return moved(Point(pointer.x + 1, pointer.y + 1)) }
    guard let tile = tile(state, menu.photo), !tile.isEmpty else { return area.centered(size) }
    // One column for the selection frame, and one that the box clears beside itself.
    let places = [
      Point(tile.maxX + 2, tile.y), Point(tile.x - size.width - 2, tile.y),
      Point(tile.x, tile.maxY + 1), Point(tile.x, tile.y - size.height - 1),
    ]
    let free = places.map(moved).first { $0.inset(dx: -1, dy: 0).intersection(tile).isEmpty }
    return free ?? moved(tile.centered(size).origin)
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
    let (name, key) = words(row, photo, state)
    text(name, at: Point(rect.x + 2, rect.y), style, limit: rect.width - 4 - TextWidth.of(key))
    let end = Point(rect.maxX - 1 - TextWidth.of(key), rect.y)
    text(key, at: end, isFocused ? style : ink.key)
    hit(rect, .menu(.rowPressed(row)))
  }

  /// Returns a row's description and its key; an empty key if that would do something else.
  fileprivate func words(
    _ row: MenuState.Row,
    _ photo: Photo,
    _ state: AppState
  ) -> (name: String, key: String) {
    let isKept = state.gallery.ids.contains(photo.id)
    var name = texts.menu(row, isKept: isKept, isLiked: photo.isLiked)
    // A download in progress shows how much has been received.
    if row == .download, let item = state.downloads[DownloadID(photo.id)], item.isUnderWay {
      let progress = item.progress
      let share = progress.expected.map { texts.percent(progress.received, of: $0) }
      name = "\(texts[.downloadsList]): \(share ?? texts.bytes(progress.received))"
    }
    // For a downloaded photo, the key of Download would only report that.
    let isShown = row == .download && isKept
    let command = row.command.flatMap {
      $0.isOffered(in: state.launch.capabilities) ? $0 : nil
    }
    return (name, isShown ? "" : command.flatMap(texts.key) ?? "")
  }
}

extension MenuState.Row {
  /// The command whose key does the same while the menu is closed; `nil` if there is none.
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
