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
    let room = row.inset(dx: 1, dy: 0)
    var x = room.x
    if let heart = painter.heart(photo, state) {
      painter.draw(heart, in: Rect(x: x, y: room.y, width: heart.width, height: 1))
      x += heart.width + 2
    }
    x += painter.downloadedMark(photo, state, at: Point(x, room.y))
    x += painter.photographer(
      painter.heading(of: photo, state),
      of: photo,
      state,
      list,
      at: Point(x, room.y),
      painter.ink.key,
      limit: room.maxX - x
    )
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

  /// The fewest columns of a shortened title.
  private static let shortestTitle = 12
}
