import Canvas
import Model

/// The layout metrics of a list's rows in a body of a given size.
package struct FeedMetrics: Equatable, Sendable {
  package let viewport: Viewport
  /// The part of the screen that shows rows.
  package private(set) var body: Rect
  package let size: RowSize
  /// Whether each row has one photo, by choice or because there are too few columns.
  package let isSingle: Bool
  /// The rows of text below each photo; 0 on a contact sheet.
  package private(set) var captionRows: Int
  /// The row below the body that describes the selected photo of a contact sheet; `nil` if photos
  /// have captions.
  package private(set) var summary: Rect?
  /// The empty rows above each row of photos, and the empty columns between photos.
  ///
  /// The selection frame is drawn there.
  package let gap: Int
  package let columnGap = 2
  /// The empty columns at the left and the right edge.
  package let margin = 1
  /// Whether the last column has a scrollbar.
  package let hasScrollbar: Bool
  /// Whether photos have equal square tiles and are cropped to fit.
  package let isGrid: Bool
  /// Whether pictures are shown; if not, text replaces them.
  package let hasPictures: Bool
  /// Whether each photo is one line of text.
  package let isPlain: Bool
  /// The rows below the last row of photos, for a spinner, a failure, the end of the list or
  /// another part of the screen.
  package let footerHeight: Int
  /// The rows of a caption if photos have one.
  private let textRows: Int

  /// The minimum number of columns for two photos beside each other.
  package static let columnsForRows = 56

  /// The minimum number of body rows for captions with two lines.
  private static let rowsForCaptions = 16

  /// The minimum number of columns of an average tile with a caption.
  private static let columnsForCaptions = 20.0

  /// The mean ratio of width to height of the 533 real photos whose sizes the tests contain.
  private static let typicalAspect = 1.11

  /// The maximum number of columns of a square tile, except at the large size.
  private static let widestTile = 60

  /// The maximum number of rows of a text that replaces a single picture.
  private static let wordRows = 5

  /// Computes the metrics for a body.
  ///
  /// - Parameters:
  ///   - isAlbum: whether the list is an album, shown in square tiles unless in one column.
  ///   - footerHeight: rows below the last row of photos; `nil` for the standard three.
  package init(
    viewport: Viewport,
    body: Rect,
    size: RowSize = .medium,
    isAlbum: Bool = false,
    hasPictures: Bool = true,
    isPlain: Bool = false,
    footerHeight: Int? = nil
  ) {
    self.viewport = viewport
    self.hasPictures = hasPictures
    self.isPlain = isPlain
    gap = isPlain ? 0 : 1
    self.footerHeight = footerHeight ?? 3
    self.size = size
    isGrid = !isPlain && (size == .columns || isAlbum && size != .single)
    isSingle = isPlain || size == .single || !isGrid && body.width < Self.columnsForRows
    // An album's captions begin with the date and have no second line.
    let hasSecondLine = body.height >= Self.rowsForCaptions && !isAlbum
    textRows = isPlain ? 0 : hasSecondLine ? 2 : 1
    hasScrollbar = !isPlain && body.width >= Self.columnsForRows
    self.body = body
    (captionRows, summary) = (textRows, nil)
    guard isContactSheet else { return }
    self.body = Rect(x: body.x, y: body.y, width: body.width, height: body.height - 1)
    captionRows = 0
    summary = Rect(x: body.x, y: body.maxY - 1, width: body.width, height: 1)
  }

  /// Whether photos are too small for captions.
  ///
  /// The medium size always has captions, because there they cost no row of photos.
  private var isContactSheet: Bool {
    guard hasPictures, !isSingle, size == .tiny || size == .small else { return false }
    let columns = grid.map { Double($0.tile.width) } ?? target * cell * Self.typicalAspect
    return columns < Self.columnsForCaptions
  }

  /// The format that is visible: on a narrow screen, rows become one column.
  package var format: RowSize.Format { isGrid ? .twoColumns : isSingle ? .oneColumn : .rows }

  /// The columns that a row of photos fills.
  package var width: Int { max(1, body.width - 2 * margin - (hasScrollbar ? 1 : 0)) }

  package var maker: RowMaker {
    RowMaker(
      width: width,
      gap: columnGap,
      cell: cell,
      target: target,
      tallest: tallest,
      narrowest: Self.narrowestTiles[captionRows]
    )
  }

  /// The minimum columns of a tile without a caption, with a row for date and heart, and with two
  /// rows.
  ///
  /// The shortest form of a day has nine columns.
  private static let narrowestTiles = [1, 12, 9]

  /// The height of a cell divided by its width.
  private var cell: Double { Double(viewport.cellHeight) / Double(viewport.cellWidth) }

  /// The preferred height of a row of photos, in rows of the screen.
  var target: Double {
    let third = Double(body.height - gap) / 3 - Double(textRows + gap)
    // The minimum heights give a low screen fewer rows instead of tiny photos.
    return switch size {
    case .tiny: max(0.5 * third, 5)
    case .small: max(0.7 * third, 6)
    // A high screen has more and lower rows, so that more photos are visible together.
    case .medium, .columns, .single: max(min(third, max(Double(body.height) / 4.5, 10)), 8)
    case .large: max(1.65 * third, 11)
    }
  }

  /// Whether photos look the same as with other metrics.
  ///
  /// Small screens show some sizes alike.
  func looksLike(_ other: FeedMetrics) -> Bool {
    isSingle == other.isSingle && captionRows == other.captionRows && grid == other.grid
      && (isSingle || isGrid || maker == other.maker)
  }

  /// A grid of square tiles: tiles per row, tile size, and empty columns before the first tile.
  package struct Grid: Equatable, Sendable {
    package let count: Int
    package let tile: Size
    package let indent: Int
  }

  /// The grid of square tiles; `nil` if the list has none.
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

  /// The maximum height of a photo in rows, with room for the selection frame around it.
  ///
  /// Below a single photo, the top of the next one is visible unless the screen is low.
  package var tallest: Int {
    if isPlain { return 1 }
    // The frame's lower side is in the caption.
    let below = isSingle && !isLow ? gap + 2 : captionRows > 0 ? 0 : gap
    let most = max(1, body.height - captionRows - gap - below)
    return isSingle && !hasPictures ? min(most, Self.wordRows) : most
  }

  /// Whether the body has few rows.
  var isLow: Bool { body.height < Self.rowsForCaptions }

  /// Whether tiles may show less than the whole photo.
  var isCut: Bool { !isSingle || isLow && hasPictures && !isPlain }

  /// The least part of a photo with its own row that a low screen shows.
  private static let leastShown = 0.6

  /// Returns the box of a photo with its own row.
  package func pictureSize(of photo: Photo) -> Size {
    ownRow(photo.aspect, in: Size(width, tallest))
  }

  /// Returns the box of a photo in a tile that is a row of its own.
  ///
  /// On a low screen, the box is wider than the photo and cuts it, so that it isn't tiny.
  func ownRow(_ aspect: Double, in tile: Size) -> Size {
    let whole = maker.fit(aspect, in: tile)
    guard isCut else { return whole }
    return Size(min(tile.width, Int(Double(whole.width) / Self.leastShown)), whole.height)
  }
}
