import Canvas
import Library
import Model

/// The measures of a list's rows in a body of a given size.
package struct FeedMetrics: Equatable, Sendable {
  package let viewport: Viewport
  package let body: Rect
  package let size: RowSize
  /// Whether each row has one photograph, by choice or because there are too few columns.
  package let isSingle: Bool
  /// Rows of text under each picture.
  package let captionRows: Int
  /// Empty rows above each row of pictures, and columns between them: the selection's frame stands
  /// there.
  package let gap = 1
  package let columnGap = 2
  /// Empty columns at the left and at the right.
  package let margin = 1
  /// Whether the last column has a scrollbar.
  package let hasScrollbar: Bool
  /// Whether photographs stand in equal square tiles, cut to fit.
  package let isGrid: Bool
  /// Whether there are pictures, and not words in their places.
  package let hasPictures: Bool
  /// Rows behind the last row of photographs: a spinner, a failure, the end of the list, or what
  /// the screen shows there.
  package let footerHeight: Int

  /// The fewest columns in which two photographs stand beside each other.
  package static let columnsForRows = 56

  /// The fewest rows of a body with two lines of text under each picture.
  private static let rowsForCaptions = 16

  /// The most columns of a square tile, unless larger ones were chosen.
  private static let widestTile = 60

  /// Rows of words that have all columns.
  private static let wordRows = 5

  /// - Parameters:
  ///   - isAlbum: whether the list shows an album in square tiles, unless in one column.
  ///   - footerHeight: rows behind the last row of photos; nil for an ordinary footer.
  package init(
    viewport: Viewport,
    body: Rect,
    size: RowSize = .medium,
    isAlbum: Bool = false,
    hasPictures: Bool = true,
    footerHeight: Int? = nil
  ) {
    self.viewport = viewport
    self.hasPictures = hasPictures
    self.footerHeight = footerHeight ?? 3
    self.body = body
    self.size = size
    isGrid = size == .columns || isAlbum && size != .single
    isSingle = size == .single || !isGrid && body.width < Self.columnsForRows
    // An album's tiles go by their date, which leaves nothing for a second line.
    let hasSecondLine = body.height >= Self.rowsForCaptions && (isSingle || !isAlbum)
    captionRows = hasSecondLine ? 2 : 1
    hasScrollbar = body.width >= Self.columnsForRows
  }

  /// The format as it looks here: on a narrow screen, rows are one column.
  package var format: RowSize.Format { isGrid ? .twoColumns : isSingle ? .oneColumn : .rows }

  /// Columns that rows fill.
  package var width: Int { max(1, body.width - 2 * margin - (hasScrollbar ? 1 : 0)) }

  package var maker: RowMaker {
    let third = Double(body.height - gap) / 3 - Double(captionRows + gap)
    // On a low screen, fewer rows rather than tiny ones.
    let (share, lowest): (Double, Double) =
      switch size {
      case .tiny: (0.5, 5)
      case .small: (0.7, 6)
      case .medium, .columns, .single: (1, 8)
      case .large: (1.65, 11)
      }
    return RowMaker(
      width: width,
      gap: columnGap,
      cell: Double(viewport.cellHeight) / Double(viewport.cellWidth),
      target: max(third * share, lowest),
      tallest: tallest
    )
  }

  /// Whether photographs look the same as with other metrics, as small screens leave no choice.
  func looksLike(_ other: FeedMetrics) -> Bool {
    isSingle == other.isSingle && captionRows == other.captionRows && grid == other.grid
      && (isSingle || isGrid || maker == other.maker)
  }

  /// Square tiles: how many stand in a row, how large they are, and the columns in front of them.
  package struct Grid: Equatable, Sendable {
    package let count: Int
    package let tile: Size
    package let indent: Int
  }

  /// The square tiles of a list that has some.
  package var grid: Grid? {
    guard isGrid else { return nil }
    let count =
      switch size {
      case .tiny: 4
      case .small: 3
      case .medium, .large, .columns, .single: 2
      }
    let cell = Double(viewport.cellHeight) / Double(viewport.cellWidth)
    let room = (width - (count - 1) * columnGap) / count
    let widest = size == .large ? room : min(room, Self.widestTile)
    let columns = max(1, min(widest, Int(Double(tallest) * cell)))
    let rows = max(1, min(tallest, Int((Double(columns) / cell).rounded())))
    let taken = count * columns + (count - 1) * columnGap
    return Grid(count: count, tile: Size(columns, rows), indent: max(0, (width - taken) / 2))
  }

  /// The most rows of a picture; of single ones, a glimpse of the next is left where there is room.
  package var tallest: Int {
    let isLow = body.height < Self.rowsForCaptions
    let below = isLow ? 0 : gap + (isSingle ? 2 : 0)
    let most = max(1, body.height - captionRows - gap - below)
    return isSingle && !hasPictures ? min(most, Self.wordRows) : most
  }

  /// The box of a photograph that has a row of its own.
  package func pictureSize(of photo: Photo) -> Size {
    maker.fit(photo.aspect, in: Size(width, tallest))
  }
}
