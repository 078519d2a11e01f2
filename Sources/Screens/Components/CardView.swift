import AppCore
import Canvas
import Library
import Localization
import Model

/// One photograph of a list: the picture, who took it, when, and its heart; of a tile, its size.
struct CardView {
  let card: FeedLayout.Card
  let photo: Photo
  let state: AppState
  let list: ListID
  let metrics: FeedMetrics

  /// The part of the screen that cards are seen in.
  private var body: Rect { metrics.body }
  private var isSelected: Bool { state.views[list].selection == card.index }

  func draw(_ painter: inout Painter) {
    painter.hit(frame, .feed(.cardPressed(photo.id), in: list))
    drawPicture(&painter)
    if isSelected { drawMark(&painter) }
    let picture = card.picture.intersection(body)
    painter.downloadPanel(of: photo, state, over: picture, isSelected, at: .feed)
    if card.isTile {
      drawTileCaption(&painter)
    } else if card.caption.height > 1 {
      drawCaption(&painter)
    } else {
      drawShortCaption(&painter)
    }
  }

  /// What of the card is seen, without the gap below it.
  private var frame: Rect {
    Rect(
      x: card.frame.x,
      y: card.frame.y,
      width: card.frame.width,
      height: card.caption.maxY - card.frame.y
    ).intersection(body)
  }

  private func drawPicture(_ painter: inout Painter) {
    let status = state.pictures[PictureKey(.photo(photo.id), .thumbnail)]
    if case .failed(let problem) = status {
      // The key mends the selected photograph; the others are mended by the mouse.
      painter.placeholder(
        problem,
        in: card.picture,
        visible: body,
        retry: .feed(.picturePressed(photo.id), in: list),
        hasKey: isSelected
      )
      return
    }
    let placement = card.placement(of: photo, state.viewport)
    painter.picture(placement, in: body, isLoading: status.isLoading)
  }

  /// The accent bar in the picture's margin; the caption has a part in it where it stands as far
  /// to the left.
  private func drawMark(_ painter: inout Painter) {
    let picture = card.picture
    let rows = picture.height + (card.caption.x == picture.x ? card.caption.height : 0)
    // In a grid it stands at its own tile: at the edge of the one before it would seem to be that
    // one's.
    let x = picture.x - (card.isTile ? 1 : 2)
    let bar = Rect(x: x, y: picture.y, width: 1, height: rows)
    painter.fill(bar.intersection(body), painter.glyphs.mark, painter.ink.accent)
    // The gap has the same colours: changing them in every row would be a third of what a
    // terminal is sent for a step, when it keeps the pictures.
    let gap = Rect(x: card.isTile ? x - 1 : bar.maxX, y: bar.y, width: 1, height: rows)
    painter.fill(gap.intersection(body), " ", painter.ink.accent)
  }

  private func drawCaption(_ painter: inout Painter) {
    let caption = card.caption
    if body.contains(Point(caption.x, caption.y)) {
      let heart = painter.heart(photo, state)
      let width = heart?.width ?? 0
      let mark = painter.keptMark(photo, state, at: Point(caption.x, caption.y))
      painter.text(
        ServiceText.line(photo.author.name),
        at: Point(caption.x + mark, caption.y),
        isSelected ? painter.ink.strong : painter.ink.plain,
        limit: caption.width - width - 2 - mark
      )
      if let heart {
        let place = Rect(x: caption.maxX - width, y: caption.y, width: width, height: 1)
        painter.draw(heart, in: place)
      }
    }
    if body.contains(Point(caption.x, caption.y + 1)) {
      let text = [dateText(painter), sizeText(painter), sponsorText(painter)].compactMap(\.self)
      painter.text(
        text.joined(separator: painter.glyphs.dot),
        at: Point(caption.x, caption.y + 1),
        painter.ink.faint,
        limit: caption.width
      )
    }
  }

  /// Heart, name and date in one row, for a screen of few rows.
  private func drawShortCaption(_ painter: inout Painter) {
    let caption = card.caption
    guard body.contains(Point(caption.x, caption.y)) else { return }
    var x = caption.x
    if let heart = painter.heart(photo, state, hasCount: false) {
      painter.draw(heart, in: Rect(x: x, y: caption.y, width: heart.width, height: 1))
      x += heart.width + 1
    }
    x += painter.keptMark(photo, state, at: Point(x, caption.y))
    let room = caption.maxX - x
    let name = ServiceText.line(photo.author.name)
    var facts = [dateText(painter), sizeText(painter)].compactMap(\.self)
    func factsText() -> String { facts.map { painter.glyphs.dot + $0 }.joined() }
    // Of two facts the last one stays.
    if facts.count > 1, room - TextWidth.of(factsText()) < 12 { facts.removeFirst() }
    let date = factsText()
    // The date stays whole; a long name gives way.
    let nameRoom = max(min(room, 12), room - TextWidth.of(date))
    x += painter.text(
      name,
      at: Point(x, caption.y),
      isSelected ? painter.ink.strong : painter.ink.plain,
      limit: nameRoom
    )
    painter.text(date, at: Point(x, caption.y), painter.ink.faint, limit: caption.maxX - x)
  }

  /// The pixels at the left, the heart at the right.
  private func drawTileCaption(_ painter: inout Painter) {
    let caption = card.caption
    guard body.contains(Point(caption.x, caption.y)) else { return }
    var room = caption.width
    if let heart = painter.heart(photo, state, hasCount: false) {
      let x = caption.maxX - heart.width
      painter.draw(heart, in: Rect(x: x, y: caption.y, width: heart.width, height: 1))
      room -= heart.width + 1
    }
    let mark = painter.keptMark(photo, state, at: Point(caption.x, caption.y))
    painter.text(
      painter.texts.pixels(photo.width, photo.height, painter.glyphs.times),
      at: Point(caption.x + mark, caption.y),
      isSelected ? painter.ink.strong : painter.ink.faint,
      limit: room - mark
    )
  }

  /// What was found tells its pixels: it may be wanted for a size.
  private func sizeText(_ painter: Painter) -> String? {
    list.kind == .search
      ? painter.texts.pixels(photo.width, photo.height, painter.glyphs.times) : nil
  }

  private func dateText(_ painter: Painter) -> String? {
    photo.created.map(painter.texts.date)
  }

  private func sponsorText(_ painter: Painter) -> String? {
    photo.sponsor.map { "\(painter.texts[.sponsored]): \(ServiceText.line($0))" }
  }
}
