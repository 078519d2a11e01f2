import AppCore
import Canvas
import Library
import Localization
import Model

/// The text below a picture of a list: photographer and heart in the first line, date and size in
/// the second.
///
/// The size is shown in search results and below photos headed by their date. A photo that has a
/// row to itself has more facts in the second line.
///
/// A long name is shortened beside the heart's count. If only one line fits, the count is dropped
/// first, then the name is shortened. Heart and date stay.
struct TileCaption {
  let tile: TileView

  private var rect: Rect { tile.caption }
  private var photo: Photo { tile.photo }
  private var state: AppState { tile.state }
  private var hasTwoLines: Bool { rect.height > 1 }
  private var isSearchResult: Bool { tile.list.kind == .search }
  /// Whether the caption begins with the photo's date instead of its photographer.
  private var isHeadedByDate: Bool {
    state.launch.service(of: photo.id).hasAlbums && photo.created != nil
  }

  func draw(_ painter: inout Painter) {
    if tile.isSelected, tile.body.contains(rect.origin) { painter.focus(at: rect.origin) }
    if hasTwoLines {
      drawNameAndHeart(&painter)
      if tile.metrics.isSingle { drawFacts(&painter) } else { drawDateAndSize(&painter) }
    } else {
      drawOneLine(&painter)
    }
    drawSpinner(&painter)
  }

  /// Whether the caption contains the photo's size in pixels.
  func saysSize(_ painter: Painter) -> Bool {
    guard hasTwoLines else { return false }
    return tile.metrics.isSingle || secondLine(painter).size != nil
  }

  /// Draws the size of a search result over the corner of its picture if the caption has no room
  /// for it.
  func drawSizePanel(_ painter: inout Painter, over picture: Rect) {
    guard isSearchResult, state.program.hasPictures, !picture.isEmpty, !saysSize(painter) else {
      return
    }
    guard let size = painter.shortSizeText(photo) else { return }
    let forms = [" \(size) ", size]
    guard let text = forms.first(where: { TextWidth.of($0) <= picture.width }) else { return }
    let corner = Point(picture.maxX - TextWidth.of(text), picture.maxY - 1)
    painter.onSurface { painter in _ = painter.text(text, at: corner, painter.ink.plain) }
  }

  // MARK: Lines

  private func drawNameAndHeart(_ painter: inout Painter) {
    guard tile.body.contains(rect.origin) else { return }
    let x = drawMarks(&painter)
    let name = painter.heading(of: photo, state)
    let room = rect.maxX - x
    let shortest = min(TextWidth.of(name), Self.shortestName)
    let heart = heart(&painter, beside: shortest, in: room, endingAt: rect.maxX)
    drawName(&painter, name, at: x, limit: room - (heart.map { $0.width + 1 } ?? 0))
  }

  private func drawDateAndSize(_ painter: inout Painter) {
    let line = secondLine(painter)
    drawSecondLine(&painter, line.date)
    guard let size = line.size, tile.body.contains(secondRow) else { return }
    let x = lastLineEnd - TextWidth.of(size)
    painter.text(size, at: Point(x, secondRow.y), detailStyle(painter))
  }

  private func drawFacts(_ painter: inout Painter) {
    let facts = [
      isHeadedByDate ? nil : photo.created.map(painter.texts.date), painter.sizeText(photo),
      sponsor(painter),
      // Without pictures, the description is shown in the picture's place.
      state.program.hasPictures ? firstLineOfDescription : nil,
    ]
    drawSecondLine(&painter, facts.compactMap(\.self).joined(separator: painter.glyphs.dot))
  }

  /// Draws name, date and heart in one line, for screens with few rows.
  private func drawOneLine(_ painter: inout Painter) {
    guard tile.body.contains(rect.origin) else { return }
    var x = drawMarks(&painter)
    let dates = dateForms(painter)
    let name = isHeadedByDate ? "" : painter.heading(of: photo, state)
    let dot = name.isEmpty || dates.isEmpty ? "" : painter.glyphs.dot
    let (nameWidth, dotWidth) = (TextWidth.of(name), TextWidth.of(dot))
    let longest = dates.first.map(TextWidth.of) ?? 0
    let heart = heart(
      &painter,
      beside: nameWidth + dotWidth + longest,
      in: lastLineEnd - x,
      endingAt: lastLineEnd
    )
    let end = lastLineEnd - (heart.map { $0.width + 1 } ?? 0)
    let shortestName = min(nameWidth, Self.shortestName)
    let date = dates.first { shortestName + dotWidth + TextWidth.of($0) <= end - x }
    if let date {
      x += drawName(&painter, name, at: x, limit: end - x - dotWidth - TextWidth.of(date))
      painter.text(dot + date, at: Point(x, rect.y), detailStyle(painter), limit: end - x)
    } else if let date = dates.first(where: { TextWidth.of($0) <= end - x }) ?? dates.last {
      painter.text(date, at: Point(x, rect.y), detailStyle(painter), limit: end - x)
    } else {
      drawName(&painter, name, at: x, limit: end - x)
    }
  }

  /// The minimum width of a name beside a date or a count, in columns.
  private static let shortestName = 6

  // MARK: Parts

  /// Whether a better picture is loading.
  private var isLoading: Bool {
    state.program.hasPictures
      && state.pictures[PictureKey(.photo(photo.id), .thumbnail)].isLoading
  }

  /// The column after the last line's text; a spinner follows while the picture is loading.
  private var lastLineEnd: Int { rect.maxX - (isLoading ? 2 : 0) }

  private func drawSpinner(_ painter: inout Painter) {
    let point = Point(rect.maxX - 1, rect.maxY - 1)
    guard isLoading, tile.body.contains(point) else { return }
    painter.text(String(painter.spinner()), at: point, painter.ink.accent)
  }

  /// The start of the caption's second line.
  private var secondRow: Point { Point(rect.x, rect.y + 1) }

  /// Returns the style of everything except the name.
  private func detailStyle(_ painter: Painter) -> Style {
    tile.isSelected ? painter.ink.key : painter.ink.faint
  }

  private func drawSecondLine(_ painter: inout Painter, _ text: String) {
    guard tile.body.contains(secondRow) else { return }
    painter.text(text, at: secondRow, detailStyle(painter), limit: lastLineEnd - rect.x)
  }

  /// Returns the second line of a tile that shares its row: the longest date that fits, and the
  /// size if it fits, too.
  private func secondLine(_ painter: Painter) -> (date: String, size: String?) {
    let dates = isHeadedByDate ? [""] : dateForms(painter)
    if isSearchResult || isHeadedByDate {
      for size in [painter.sizeText(photo), painter.shortSizeText(photo)].compactMap(\.self) {
        let room = lastLineEnd - rect.x - TextWidth.of(size)
        let date = dates.first { $0.isEmpty || TextWidth.of($0) + 2 <= room }
        if let date, room >= 0 { return (date, size) }
        if dates.isEmpty, room >= 0 { return ("", size) }
      }
    }
    let room = lastLineEnd - rect.x
    return (dates.first { TextWidth.of($0) <= room } ?? dates.last ?? "", nil)
  }

  /// Draws the signs of a marked photo and of a downloaded one.
  ///
  /// - Returns: The column after them.
  private func drawMarks(_ painter: inout Painter) -> Int {
    let x = rect.x + painter.markBox(photo.id, state, at: rect.origin)
    return x + painter.downloadedMark(photo, state, at: Point(x, rect.y))
  }

  /// Draws the heart at the right end, with its count if that fits beside a text of `width`
  /// columns.
  private func heart(
    _ painter: inout Painter,
    beside width: Int,
    in room: Int,
    endingAt end: Int
  ) -> Line? {
    guard var heart = painter.heart(photo, state) else { return nil }
    if width + 1 + heart.width > room {
      heart = painter.heart(photo, state, hasCount: false) ?? heart
    }
    let heartRect = Rect(x: end - heart.width, y: rect.y, width: heart.width, height: 1)
    painter.draw(heart, in: heartRect)
    return heart
  }

  /// Draws the name, which leads to the photographer's photos.
  ///
  /// - Returns: The number of columns drawn.
  @discardableResult
  private func drawName(
    _ painter: inout Painter,
    _ name: String,
    at x: Int,
    limit: Int
  ) -> Int {
    let style = tile.isSelected ? painter.ink.key : painter.ink.plain
    let point = Point(x, rect.y)
    return painter.photographer(name, of: photo, state, tile.list, at: point, style, limit: limit)
  }

  private func dateForms(_ painter: Painter) -> [String] {
    photo.created.map(painter.texts.dateForms) ?? []
  }

  private func sponsor(_ painter: Painter) -> String? {
    photo.sponsor.map { "\(painter.texts[.sponsored]): \(ServiceText.line($0))" }
  }

  private var firstLineOfDescription: String? {
    photo.caption?.split(whereSeparator: \.isNewline).lazy
      .map { ServiceText.line(String($0)) }.first { !$0.isEmpty }
  }
}

extension Painter {
  /// Draws the photographer's name; a press leads to their photos, except in their own list.
  ///
  /// - Returns: The number of columns drawn.
  mutating func photographer(
    _ name: String,
    of photo: Photo,
    _ state: AppState,
    _ list: ListID,
    at point: Point,
    _ style: Style,
    limit: Int
  ) -> Int {
    let shown = text(name, at: point, style, limit: limit)
    if state.offers(.people), list.person != photo.author.username || list.kind == .likes {
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
