import AppCore
import Canvas
import Localization
import Model

/// The menu of a photo, beside its tile.
enum MenuOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ menu: MenuState) {
    guard let photo = state.photos[menu.photo] else { return }
    let rows = MenuReducer.rows(in: state)
    let widths = rows.map { row in
      let (name, key) = painter.words(row, photo, state)
      return TextWidth.of(name) + TextWidth.of(key) + 5
    }
    let area = painter.bounds.inset(dx: 1, dy: 1)
    let popup = Popup(content: Size(widths.max() ?? 0, rows.count), in: area)
    // At the pointer that opened the menu, else beside the photo's tile.
    let rect =
      menu.pointer.map { area.holding(popup.size, at: Point($0.x + 1, $0.y + 1)) }
      ?? state.position(of: popup.size, beside: menu.photo, in: area)
    painter.hit(rect, nil)
    painter.box(rect, title: painter.heading(of: photo, state), close: .overlayClosed(.menu))
    let room = popup.room(in: rect)
    for (index, row) in rows.enumerated() {
      let line = Rect(x: room.x, y: room.y + index, width: room.width, height: 1)
      painter.row(row, photo, state, isFocused: row == menu.focus, in: line)
    }
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
    let item = state.downloads.shown(for: photo.id)
    let isKept = state.isInGallery(photo.id)
    var name = texts.menu(row, item, isKept: isKept, isLiked: photo.isLiked)
    if row == .share { name += glyphs.ellipsis }
    // A download in progress shows how much has been received.
    if row == .download, let item, item.isUnderWay {
      let progress = item.progress
      let share = progress.expected.map { texts.percent(progress.received, of: $0) }
      name += glyphs.dot + (share ?? texts.bytes(progress.received))
    }
    let command = state.command(of: row, for: photo.id).flatMap {
      $0.isOffered(in: state.launch.capabilities) ? $0 : nil
    }
    return (name, command.flatMap(texts.key) ?? "")
  }
}
