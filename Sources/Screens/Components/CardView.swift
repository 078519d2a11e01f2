import AppCore
import Canvas
import Localization
import Model

/// One photograph of the feed: the picture, who took it, when, and its heart.
struct CardView {
  let card: FeedLayout.Card
  let photo: Photo
  let state: AppState
  /// The part of the screen that cards are seen in.
  let body: Rect

  private var isSelected: Bool { state.feed.selection == card.index }

  func draw(_ painter: inout Painter) {
    painter.hit(frame, .feed(.cardPressed(photo.id)))
    drawPicture(&painter)
    if isSelected { drawMark(&painter) }
    if card.caption.height > 1 { drawCaption(&painter) } else { drawShortCaption(&painter) }
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
        retry: .feed(.picturePressed(photo.id)),
        hasKey: isSelected
      )
      return
    }
    let placement = PicturePlacement(
      source: .photo(photo.id),
      use: .thumbnail,
      box: card.picture
    )
    painter.picture(placement, in: body, isLoading: status.isLoading)
  }

  /// The accent bar in the picture's margin; the caption has a part in it where it stands as far
  /// to the left.
  private func drawMark(_ painter: inout Painter) {
    let picture = card.picture
    let rows = picture.height + (card.caption.x == picture.x ? card.caption.height : 0)
    let bar = Rect(x: picture.x - 2, y: picture.y, width: 1, height: rows)
    painter.fill(bar.intersection(body), painter.glyphs.mark, painter.ink.accent)
    // The gap has the same colours: changing them in every row would be a third of what a
    // terminal is sent for a step, when it keeps the pictures.
    let gap = Rect(x: bar.maxX, y: bar.y, width: 1, height: rows)
    painter.fill(gap.intersection(body), " ", painter.ink.accent)
  }

  private func drawCaption(_ painter: inout Painter) {
    let caption = card.caption
    if body.contains(Point(caption.x, caption.y)) {
      let heart = painter.heart(photo, state)
      let width = heart?.width ?? 0
      painter.text(
        ServiceText.line(photo.author.name),
        at: Point(caption.x, caption.y),
        isSelected ? painter.ink.strong : painter.ink.plain,
        limit: caption.width - width - 2
      )
      if let heart {
        let place = Rect(x: caption.maxX - width, y: caption.y, width: width, height: 1)
        painter.draw(heart, in: place)
      }
    }
    if body.contains(Point(caption.x, caption.y + 1)) {
      let text = [dateText(painter), sponsorText(painter)].compactMap(\.self)
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
    let date = dateText(painter).map { painter.glyphs.dot + $0 } ?? ""
    let room = caption.maxX - x
    let name = ServiceText.line(photo.author.name)
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

  private func dateText(_ painter: Painter) -> String? {
    photo.created.map(painter.texts.date)
  }

  private func sponsorText(_ painter: Painter) -> String? {
    photo.sponsor.map { "\(painter.texts[.sponsored]): \(ServiceText.line($0))" }
  }
}
