import Canvas
import Library
import Model

/// The measures of the cards of a feed in a body of a given size.
package struct FeedMetrics: Equatable, Sendable {
  package let viewport: Viewport
  package let body: Rect
  package let mode: FeedMode
  /// Photographs beside each other: 1, or in a grid 2 and more.
  package let columns: Int
  /// Rows of text under each picture.
  package let captionRows: Int
  /// The fewest columns of text: a name needs room even under a narrow portrait.
  package var captionColumns: Int { captionRows == 1 ? 36 : 30 }
  /// Empty rows below each card.
  package let gap = 1

  /// The fewest columns of a tile that is worth looking at; two there are in any case.
  package static let tileColumns = 30

  package init(viewport: Viewport, body: Rect, mode: FeedMode = .column) {
    self.viewport = viewport
    self.body = body
    self.mode = mode
    switch mode {
    case .column:
      columns = 1
      captionRows = body.height < 16 ? 1 : 2
    case .grid:
      columns = max(2, (body.width - 2) / (Self.tileColumns + 2))
      captionRows = 1
    }
  }

  /// Columns at either side that the picture leaves free: the selection's mark stands there.
  package var margin: Int { 2 }

  /// Columns of a tile; what is left over stands at the right.
  package var tileWidth: Int { max(1, (body.width - margin * (columns + 1)) / columns) }

  /// The box of a tile's picture, three wide and two high; as much of it as fits on the screen.
  package var tileSize: Size {
    let rows = viewport.rows(forColumns: tileWidth, width: 3, height: 2)
    return Size(tileWidth, max(1, min(rows, body.height - captionRows - gap)))
  }

  /// The picture's box: as large as fits beside the margins, with a glimpse of the next card; in a
  /// grid the tile's, whatever the photograph's proportions.
  package func pictureSize(of photo: Photo) -> Size {
    guard mode == .column else { return tileSize }
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

  /// The first card of the row that a card stands in.
  package func rowStart(_ index: Int) -> Int { index - index % columns }

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
    /// Whether it is one of a grid.
    package var isTile = false
  }

  package let metrics: FeedMetrics
  /// In their order; in a grid those of a row have the same rows of the screen.
  package let cards: [Card]
  /// The footer's rows where they are in sight.
  package let footer: Rect?

  package init(
    _ view: ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    self.metrics = metrics
    let body = metrics.body
    var cards: [Card] = []
    var y = body.y - view.anchor.offset
    var index = view.anchor.index
    while index < order.count, y < body.maxY {
      let id = order[index]
      guard let photo = photos[id] else { break }
      let size = metrics.pictureSize(of: photo)
      let height = size.height + metrics.captionRows + metrics.gap
      if metrics.mode == .grid {
        cards.append(Self.tile(id, index, y, size, metrics))
        index += 1
        if index % metrics.columns == 0 || index == order.count { y += height }
        continue
      }
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
      index >= order.count && y < body.maxY
      ? Rect(x: body.x, y: y, width: body.width, height: metrics.footerHeight) : nil
  }

  private static func tile(
    _ id: Photo.ID,
    _ index: Int,
    _ y: Int,
    _ size: Size,
    _ metrics: FeedMetrics
  ) -> Card {
    let step = size.width + metrics.margin
    let x = metrics.body.x + metrics.margin + index % metrics.columns * step
    let rows = size.height + metrics.captionRows
    return Card(
      index: index,
      id: id,
      frame: Rect(x: x - metrics.margin, y: y, width: step, height: rows + metrics.gap),
      picture: Rect(x: x, y: y, width: size.width, height: size.height),
      caption: Rect(x: x, y: y + size.height, width: size.width, height: metrics.captionRows),
      isTile: true
    )
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

extension AppState {
  /// The cards of a list as they stand on the screen.
  package func cards(of list: ListID) -> FeedLayout {
    FeedLayout(views[list], of: self[list].order, photos: photos, metrics: metrics(of: list))
  }
}
