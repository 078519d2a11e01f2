import AppCore
import Canvas
import Library
import Localization
import Model

/// The text under a picture of a list: photographer and heart in the first line; date and, in
/// search results, size in the second.
///
/// A photograph that has a row to itself has more facts in the second line. Where only one line
/// fits, the heart's count gives way first, then the name is shortened; heart and date stay.
struct TileCaption {
  let tile: TileView

  private var rect: Rect { tile.tile.caption }
  private var photo: Photo { tile.photo }
  private var state: AppState { tile.state }
  private var hasTwoLines: Bool { rect.height > 1 }
  private var isSearchResult: Bool { tile.list.kind == .search }
  /// Whether the photograph goes by its date, not by its photographer.
  private var isHeadedByDate: Bool {
    state.launch.service(of: photo.id).hasAlbums && photo.created != nil
  }

  func draw(_ painter: inout Painter) {
    if hasTwoLines {
      drawNameAndHeart(&painter)
      if tile.metrics.isSingle { drawFacts(&painter) } else { drawDateAndSize(&painter) }
    } else {
      drawOneLine(&painter)
    }
  }

  /// Whether the caption names the photograph's size in pixels.
  func saysSize(_ painter: Painter) -> Bool {
    guard hasTwoLines else { return false }
    return tile.metrics.isSingle || secondLine(painter).size != nil
  }

  /// Lays the size of a search result over the corner of its picture, where the caption has no room
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
    let heart = heart(&painter, beside: TextWidth.of(name), in: room)
    drawName(&painter, name, at: x, limit: room - (heart.map { $0.width + 1 } ?? 0))
  }

  private func drawDateAndSize(_ painter: inout Painter) {
    let line = secondLine(painter)
    drawSecondLine(&painter, line.date)
    guard let size = line.size, tile.body.contains(secondRow) else { return }
    let x = rect.maxX - TextWidth.of(size)
    painter.text(size, at: Point(x, secondRow.y), painter.ink.faint)
  }

  private func drawFacts(_ painter: inout Painter) {
    let facts = [
      isHeadedByDate ? nil : photo.created.map(painter.texts.date), painter.sizeText(photo),
      sponsor(painter),
      // Where words stand in the picture's place, it is among them.
      state.program.hasPictures ? firstLineOfDescription : nil,
    ]
    drawSecondLine(&painter, facts.compactMap(\.self).joined(separator: painter.glyphs.dot))
  }

  /// Name, date and heart in one row, for a screen of few rows.
  private func drawOneLine(_ painter: inout Painter) {
    guard tile.body.contains(rect.origin) else { return }
    var x = drawMarks(&painter)
    let dates = dateForms(painter)
    let name = isHeadedByDate ? "" : painter.heading(of: photo, state)
    let dot = name.isEmpty || dates.isEmpty ? "" : painter.glyphs.dot
    let (nameWidth, dotWidth) = (TextWidth.of(name), TextWidth.of(dot))
    let longest = dates.first.map(TextWidth.of) ?? 0
    let heart = heart(&painter, beside: nameWidth + dotWidth + longest, in: rect.maxX - x)
    let end = rect.maxX - (heart.map { $0.width + 1 } ?? 0)
    let shortestName = min(nameWidth, Self.shortestName)
    let date = dates.first { shortestName + dotWidth + TextWidth.of($0) <= end - x }
    if let date {
      x += drawName(&painter, name, at: x, limit: end - x - dotWidth - TextWidth.of(date))
      painter.text(dot + date, at: Point(x, rect.y), painter.ink.faint, limit: end - x)
    } else if let date = dates.first(where: { TextWidth.of($0) <= end - x }) ?? dates.last {
      painter.text(date, at: Point(x, rect.y), painter.ink.faint, limit: end - x)
    } else {
      drawName(&painter, name, at: x, limit: end - x)
    }
  }

  /// The columns of a name that is worth being shown beside a date.
  private static let shortestName = 6

  // MARK: Parts

  /// The first row of the caption's second line.
  private var secondRow: Point { Point(rect.x, rect.y + 1) }

  private func drawSecondLine(_ painter: inout Painter, _ text: String) {
    guard tile.body.contains(secondRow) else { return }
    painter.text(text, at: secondRow, painter.ink.faint, limit: rect.width)
  }

  /// The second line of a tile that has neighbours: the longest date that fits, and the size where
  /// that fits, too.
  private func secondLine(_ painter: Painter) -> (date: String, size: String?) {
    let dates = isHeadedByDate ? [""] : dateForms(painter)
    if isSearchResult || isHeadedByDate {
      for size in [painter.sizeText(photo), painter.shortSizeText(photo)].compactMap(\.self) {
        let room = rect.width - TextWidth.of(size)
        let date = dates.first { $0.isEmpty || TextWidth.of($0) + 2 <= room }
        if let date, room >= 0 { return (date, size) }
        if dates.isEmpty, room >= 0 { return ("", size) }
      }
    }
    return (dates.first { TextWidth.of($0) <= rect.width } ?? dates.last ?? "", nil)
  }

  /// Draws what says that the photograph is marked, and that it is on this computer.
  ///
  /// - Returns: the column behind it.
  private func drawMarks(_ painter: inout Painter) -> Int {
    let x = rect.x + painter.markBox(photo.id, state, at: rect.origin)
    return x + painter.downloadedMark(photo, state, at: Point(x, rect.y))
  }

  /// Draws the heart at the right end, with its count where that fits beside a text.
  private func heart(_ painter: inout Painter, beside width: Int, in room: Int) -> Line? {
    guard var heart = painter.heart(photo, state) else { return nil }
    if width + 2 + heart.width > room {
      heart = painter.heart(photo, state, hasCount: false) ?? heart
    }
    let place = Rect(x: rect.maxX - heart.width, y: rect.y, width: heart.width, height: 1)
    painter.draw(heart, in: place)
    return heart
  }

  /// Draws a name that leads to the photographer, except from there.
  ///
  /// - Returns: the columns drawn.
  @discardableResult
  private func drawName(
    _ painter: inout Painter,
    _ name: String,
    at x: Int,
    limit: Int
  ) -> Int {
    let style = tile.isSelected ? painter.ink.strong : painter.ink.plain
    let shown = painter.text(name, at: Point(x, rect.y), style, limit: limit)
    let list = tile.list
    if state.offers(.people), list.person != photo.author.username || list.kind == .likes {
      painter.hit(
        Rect(x: x, y: rect.y, width: shown, height: 1),
        .visits(.authorPressed(photo.id)),
        menu: .feed(.menuPressed(photo.id), in: list),
        mark: state.offers(.marks) ? .marks(.toggled(photo.id)) : nil
      )
    }
    return shown
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
