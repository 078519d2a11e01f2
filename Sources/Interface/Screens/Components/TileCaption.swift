import AppCore
import Canvas
import Localization
import Model

/// The text below a picture of a list or of the gallery: photographer, heart and count, then the
/// date.
///
/// The date is in the second row if there is one, or replaces the photographer in albums. In few
/// columns it has a shorter form. If that doesn't suffice, the name is shortened, then the count.
/// Then the count is left out, and a name beside a date. Heart and day stay.
struct TileCaption {
  let photo: Photo
  let state: AppState
  /// The photo's list; `nil` in the gallery, whose captions have no date beside the name.
  let list: ListID?
  let rect: Rect
  /// The part of the screen that shows tiles.
  let body: Rect
  let isSelected: Bool

  /// The minimum width of a name beside a date or a count, in columns.
  private static let shortestName = 6

  func draw(_ painter: inout Painter) {
    let isHeadedByDate = state.isHeadedByDate(photo)
    let name = isHeadedByDate ? "" : ServiceText.line(photo.author.name)
    let isDated = list != nil || isHeadedByDate
    let dates = isDated ? photo.created.map(painter.texts.dateForms) ?? [""] : [""]
    let hasDateRow = rect.height > 1 && !isHeadedByDate
    if body.contains(rect.origin) {
      if isSelected { painter.focus(at: rect.origin) }
      drawFirstRow(&painter, name, hasDateRow ? [""] : dates)
    }
    let second = Point(rect.x, rect.y + 1)
    guard hasDateRow, body.contains(second) else { return }
    let date = dates.first { TextWidth.of($0) <= rect.width } ?? dates[dates.count - 1]
    painter.text(date, at: second, isSelected ? painter.ink.key : painter.ink.faint)
  }

  /// Draws the name, a date if there is room for it in this row, and the heart.
  private func drawFirstRow(_ painter: inout Painter, _ name: String, _ dates: [String]) {
    let all = painter.hearts(photo, state, isSelected: isSelected)
    let hearts = all.isEmpty ? [Line()] : all
    func width(_ form: (heart: Line, date: String)) -> Int {
      TextWidth.of(form.date) + 1 + form.heart.width
    }
    let shortest = (heart: hearts[hearts.count - 1], date: dates[dates.count - 1])
    var x = rect.x
    // Marked photos also have a sign on their picture.
    let spare = rect.width - width(shortest)
    let signs = [painter.glyphs.inGallery, painter.glyphs.marked].map { TextWidth.of($0) + 1 }
    if spare >= signs[0] + signs[1] { x += painter.markBox(photo.id, state, at: rect.origin) }
    if list != nil, spare >= signs[0] {
      x += painter.downloadedMark(photo, state, at: Point(x, rect.y))
    }
    let dot = name.isEmpty || dates == [""] ? "" : painter.glyphs.dot
    let whole = TextWidth.of(name + dot)
    let least = min(whole, Self.shortestName + TextWidth.of(dot))
    let form =
      dates.map { (heart: hearts[0], date: $0) }.first { whole + width($0) <= rect.maxX - x }
      ?? hearts.map { (heart: $0, date: shortest.date) }
      .first { least + width($0) <= rect.maxX - x } ?? shortest
    let room = rect.maxX - x - width(form)
    let style = isSelected ? painter.ink.key : painter.ink.plain
    // A side of the selection frame that isn't as thin as a block needs a space beside text.
    let space = painter.glyphs.selection.bottom.isReversed ? "" : " "
    if form.date.isEmpty || least <= room, !name.isEmpty {
      let limit = room - TextWidth.of(dot)
      x += painter.photographer(
        name,
        of: photo,
        state,
        list,
        at: Point(x, rect.y),
        style,
        limit: limit
      )
      let faint = isSelected ? painter.ink.key : painter.ink.faint
      painter.text(dot + form.date + space, at: Point(x, rect.y), faint)
    } else {
      painter.text(form.date + space, at: Point(x, rect.y), style)
    }
    let start = rect.maxX - form.heart.width
    painter.text(space, at: Point(start - 1, rect.y), style)
    painter.draw(form.heart, in: Rect(x: start, y: rect.y, width: form.heart.width, height: 1))
  }
}

extension Painter {
  /// Draws the photographer's name; a press leads to their photos, except in their own list and in
  /// the gallery.
  ///
  /// - Returns: The number of columns drawn.
  mutating func photographer(
    _ name: String,
    of photo: Photo,
    _ state: AppState,
    _ list: ListID?,
    at point: Point,
    _ style: Style,
    limit: Int
  ) -> Int {
    let shown = text(name, at: point, style, limit: limit)
    if let list, state.hasAuthorPage(of: photo.id),
      list.person != photo.author.username || list.kind == .likes
    {
      hit(
        Rect(x: point.x, y: point.y, width: shown, height: 1),
        .visits(.authorPressed(photo.id)),
        menu: .feed(.menuPressed(photo.id), in: list),
        mark: state.offers(.marks) ? .marks(.toggled(photo.id)) : nil
      )
    }
    return shown
  }
}
