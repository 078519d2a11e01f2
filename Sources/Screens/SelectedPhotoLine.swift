import AppCore
import Canvas
import Library
import Localization
import Model

/// The line below a contact sheet that describes its selected photo: heart, photographer, title,
/// date and size.
enum SelectedPhotoLine {
  static func draw(_ painter: inout Painter, _ state: AppState, _ list: ListID) {
    let (order, selection) = (state[list].order, state.views[list].selection)
    guard let row = state.metrics(of: list).summary, order.indices.contains(selection),
      let photo = state.photos[order[selection]]
    else { return }
    draw(&painter, state, photo, of: list, in: row)
  }

  /// Draws the line of the gallery's selected photo.
  static func drawInGallery(_ painter: inout Painter, _ state: AppState) {
    guard let row = state.galleryMetrics.summary, let id = state.selectedInGallery,
      let photo = state.photos[id]
    else { return }
    draw(&painter, state, photo, of: nil, in: row)
  }

  /// - Parameter list: the photo's list, whose photographer can be opened; `nil` in the gallery.
  private static func draw(
    _ painter: inout Painter,
    _ state: AppState,
    _ photo: Photo,
    of list: ListID?,
    in row: Rect
  ) {
    let room = row.inset(dx: 1, dy: 0)
    painter.focus(at: room.origin)
    var x = room.x
    if let heart = painter.heart(photo, state) {
      painter.draw(heart, in: Rect(x: x, y: room.y, width: heart.width, height: 1))
      x += heart.width + 2
    }
    let name = painter.heading(of: photo, state)
    if let list {
      x += painter.downloadedMark(photo, state, at: Point(x, room.y))
      x += painter.photographer(
        name,
        of: photo,
        state,
        list,
        at: Point(x, room.y),
        painter.ink.key,
        limit: room.maxX - x
      )
    } else {
      x += painter.text(name, at: Point(x, room.y), painter.ink.key, limit: room.maxX - x)
    }
    let facts = facts(of: photo, painter, width: room.maxX - x)
    painter.text(facts, at: Point(x, room.y), painter.ink.faint, limit: room.maxX - x)
  }

  /// Returns title, size and date, each after a separator.
  ///
  /// The title is shortened first. It is left out if fewer than `shortestTitle` of its columns
  /// would remain.
  private static func facts(of photo: Photo, _ painter: Painter, width: Int) -> String {
    let dot = painter.glyphs.dot
    let facts = painter.facts(of: photo).reversed().map { dot + $0 }
    let title = ServiceText.line(photo.caption ?? "")
    let room = width - facts.reduce(0) { $0 + TextWidth.of($1) } - TextWidth.of(dot)
    if !title.isEmpty, room >= min(TextWidth.of(title), shortestTitle) {
      return dot + TextWidth.truncate(title, to: room, mark: painter.glyphs.ellipsis)
        + facts.joined()
    }
    var (text, left) = ("", width)
    for fact in facts where TextWidth.of(fact) <= left {
      text += fact
      left -= TextWidth.of(fact)
    }
    return text
  }

  /// The minimum width of a shortened title in columns.
  private static let shortestTitle = 12
}
