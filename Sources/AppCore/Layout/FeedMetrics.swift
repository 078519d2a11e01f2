import Canvas
import Library
import Model

/// The measures of a list's rows in a body of a given size.
package struct FeedMetrics: Equatable, Sendable {
  package let viewport: Viewport
  /// The part of the screen that rows are shown in.
  package private(set) var body: Rect
  package let size: RowSize
  /// Whether each row has one photograph, by choice or because there are too few columns.
  package let isSingle: Bool
  /// Rows of text below each photo; 0 on a contact sheet.
  package private(set) var captionRows: Int
  /// The row below the body that describes the selected photo of a contact sheet; `nil` if photos
  /// have captions.
  package private(set) var summary: Rect?
  /// Empty rows above each row of photos, and columns between them: the selection frame is drawn
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
  /// Rows below the last row of photos: a spinner, a failure, the end of the list, or a part of the
  /// screen.
  package let footerHeight: Int
  /// Rows of a caption if photos have one.
  private let textRows: Int

  /// The fewest columns in which two photographs stand beside each other.
  package static let columnsForRows = 56

  /// The fewest rows of a body with two lines of text under each picture.
  private static let rowsForCaptions = 16

  /// The fewest columns of an average tile that has a caption.
  private static let columnsForCaptions = 20.0

  /// The mean width to height of the 533 real photos whose sizes the tests have.
  private static let typicalAspect = 1.11

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
    self.size = size
    isGrid = size == .columns || isAlbum && size != .single
    isSingle = size == .single || !isGrid && body.width < Self.columnsForRows
    // The date is the first line of an album's captions, and nothing is left for a second one.
    let hasSecondLine = body.height >= Self.rowsForCaptions && (isSingle || !isAlbum)
    textRows = hasSecondLine ? 2 : 1
    hasScrollbar = body.width >= Self.columnsForRows
    self.body = body
    (captionRows, summary) = (textRows, nil)
    guard isContactSheet else { return }
    self.body = Rect(x: body.x, y: body.y, width: body.width, height: body.height - 1)
    captionRows = 0
    summary = Rect(x: body.x, y: body.maxY - 1, width: body.width, height: 1)
  }

  /// Whether photos are too small for captions.
  ///
  /// The medium size keeps its captions on every screen: there they cost no row of photos.
  private var isContactSheet: Bool {
    guard hasPictures, !isSingle, size == .tiny || size == .small else { return false }
    let columns = grid.map { Double($0.tile.width) } ?? target * cell * Self.typicalAspect
    return columns < Self.columnsForCaptions
  }

  /// The format as it looks here: on a narrow screen, rows are one column.
  package var format: RowSize.Format { isGrid ? .twoColumns : isSingle ? .oneColumn : .rows }

  /// Columns that rows fill.
  package var width: Int { max(1, body.width - 2 * margin - (hasScrollbar ? 1 : 0)) }

  package var maker: RowMaker {
    RowMaker(width: width, gap: columnGap, cell: cell, target: target, tallest: tallest)
  }

  /// The height of a cell in widths of one.
  private var cell: Double { Double(viewport.cellHeight) / Double(viewport.cellWidth) }

  /// The preferred height of a row of photos, in rows of the screen.
  var target: Double {
    let third = Double(body.height - gap) / 3 - Double(textRows + gap)
    // On a low screen, fewer rows rather than tiny ones.
    return switch size {
    case .tiny: max(0.5 * third, 5)
    case .small: max(0.7 * third, 6)
    case .medium, .columns, .single: max(third, 8)
    case .large: max(1.65 * third, 11)
    }
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
    let room = (width - (count - 1) * columnGap) / count
    let widest = size == .large ? room : min(room, Self.widestTile)
    let columns = max(1, min(widest, Int(Double(tallest) * cell)))
    let rows = max(1, min(tallest, Int((Double(columns) / cell).rounded())))
    let taken = count * columns + (count - 1) * columnGap
    return Grid(count: count, tile: Size(columns, rows), indent: max(0, (width - taken) / 2))
  }

  /// The most rows of a photo, with room for the selection frame around it.
  ///
  /// The top of the next photo shows below a single one, unless the screen is low.
  package var tallest: Int {
    let isLow = body.height < Self.rowsForCaptions
    let below = gap + (isSingle && !isLow ? 2 : 0)
    let most = max(1, body.height - captionRows - gap - below)
    return isSingle && !hasPictures ? min(most, Self.wordRows) : most
  }

  /// The box of a photograph that has a row of its own.
  package func pictureSize(of photo: Photo) -> Size {
    maker.fit(photo.aspect, in: Size(width, tallest))
  }
}
