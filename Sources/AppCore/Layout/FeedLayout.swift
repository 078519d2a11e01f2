import Canvas
import Model

/// The measures of the cards of a feed in a body of a given size.
package struct FeedMetrics: Equatable, Sendable {
  package let viewport: Viewport
  package let body: Rect
  /// Rows of text under each picture.
  package let captionRows: Int
  /// The fewest columns of text: a name needs room even under a narrow portrait.
  package var captionColumns: Int { captionRows == 1 ? 36 : 30 }
  /// Empty rows below each card.
  package let gap = 1

  package init(viewport: Viewport, body: Rect) {
    self.viewport = viewport
    self.body = body
    captionRows = body.height < 16 ? 1 : 2
  }

  /// Columns at either side that the picture leaves free: the selection's mark stands there.
  package var margin: Int { 2 }

  /// The picture's box: as large as fits beside the margins, with a glimpse of the next card.
  package func pictureSize(of photo: Photo) -> Size {
    let peek = body.height >= 16 ? 2 : 0
    let box = Size(
      max(1, body.width - 2 * margin),
      max(1, body.height - captionRows - gap - peek)
    )
    return viewport.fit(width: photo.width, height: photo.height, in: box)
  }

  package func cardHeight(of photo: Photo) -> Int {
    pictureSize(of: photo).height + captionRows + gap
  }

  /// Rows of the line behind the last card: spinner, failure, or end of the feed.
  package var footerHeight: Int { 3 }
}

/// Where a feed's cards stand on the screen, from the one at its top downwards.
package struct FeedLayout: Equatable, Sendable {
  package struct Card: Equatable, Sendable {
    package let index: Int
    package let id: Photo.ID
    /// The whole card with its gap, in screen coordinates; may reach out of the body.
    package let frame: Rect
    package let picture: Rect
    package let caption: Rect
  }

  package let metrics: FeedMetrics
  package let cards: [Card]
  /// The footer's rows where they are in sight.
  package let footer: Rect?

  package init(_ feed: FeedState, photos: [Photo.ID: Photo], metrics: FeedMetrics) {
    self.metrics = metrics
    let body = metrics.body
    var cards: [Card] = []
    var y = body.y - feed.anchor.offset
    var index = feed.anchor.index
    while index < feed.order.count, y < body.maxY {
      let id = feed.order[index]
      guard let photo = photos[id] else { break }
      let size = metrics.pictureSize(of: photo)
      let height = size.height + metrics.captionRows + metrics.gap
      let picture = Rect(
        x: body.x + (body.width - size.width) / 2,
        y: y,
        width: size.width,
        height: size.height
      )
      let captionWidth = min(
        body.width - 2 * metrics.margin,
        max(size.width, metrics.captionColumns)
      )
      let caption = Rect(
        x: body.x + (body.width - captionWidth) / 2,
        y: picture.maxY,
        width: captionWidth,
        height: metrics.captionRows
      )
      cards.append(
        Card(
          index: index,
          id: id,
          frame: Rect(x: body.x, y: y, width: body.width, height: height),
          picture: picture,
          caption: caption
        )
      )
      y += height
      index += 1
    }
    self.cards = cards
    footer =
      index >= feed.order.count && y < body.maxY
      ? Rect(x: body.x, y: y, width: body.width, height: metrics.footerHeight) : nil
  }

  /// The card whose visible part is the largest; the upper one of equals.
  package var mostVisible: Card? {
    var best: (card: Card, rows: Int)?
    for card in cards {
      let rows = card.frame.intersection(metrics.body).height
      if rows > best?.rows ?? 0 { best = (card, rows) }
    }
    return best?.card
  }
}
