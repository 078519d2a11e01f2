import AppCore
import Canvas
import Localization
import Model

/// The line below a contact sheet that describes its selected photo: heart, photographer, title,
/// date and size.
///
/// In few columns the title is left out first. Then the date has a shorter form, and the name is
/// shortened.
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
    let (dot, faint) = (painter.glyphs.dot, painter.ink.faint)
    painter.focus(at: room.origin)
    var x = room.x
    if let heart = painter.hearts(photo, state).first {
      painter.draw(heart, in: Rect(x: x, y: room.y, width: heart.width, height: 1))
      x += heart.width + 2
    }
    if list != nil { x += painter.downloadedMark(photo, state, at: Point(x, room.y)) }
    let name = painter.heading(of: photo, state)
    let size = painter.sizeText(photo).map { dot + $0 } ?? ""
    let dates = state.isHeadedByDate(photo) ? nil : photo.created.map(painter.texts.dateForms)
    let facts = dates.map { $0.map { dot + $0 + size } } ?? [size]
    var left: Int { room.maxX - x }
    let fact = facts.first { TextWidth.of(name + $0) <= left } ?? facts[facts.count - 1]
    x += painter.photographer(
      name,
      of: photo,
      state,
      list,
      at: Point(x, room.y),
      painter.ink.key,
      limit: left - TextWidth.of(fact)
    )
    let title = ServiceText.line(photo.caption ?? "")
    let limit = left - TextWidth.of(dot + fact)
    if !title.isEmpty, limit >= min(TextWidth.of(title), shortestTitle) {
      x += painter.text(dot, at: Point(x, room.y), faint)
      x += painter.text(title, at: Point(x, room.y), faint, limit: limit)
    }
    painter.text(fact, at: Point(x, room.y), faint)
  }

  /// The minimum width of a shortened title in columns.
  private static let shortestTitle = 12
}
