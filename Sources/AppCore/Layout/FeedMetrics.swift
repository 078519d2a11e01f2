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

  /// The fewest columns in which two photographs stand beside each other.
  package static let columnsForRows = 56

  package init(viewport: Viewport, body: Rect, size: RowSize = .medium) {
    self.viewport = viewport
    self.body = body
    self.size = size
    isSingle = size == .single || body.width < Self.columnsForRows
    captionRows = isSingle && body.height >= 16 ? 2 : 1
    hasScrollbar = body.width >= Self.columnsForRows
  }

  /// Columns that rows fill.
  package var width: Int { max(1, body.width - 2 * margin - (hasScrollbar ? 1 : 0)) }

  package var maker: RowMaker {
    let third = Double(body.height - gap) / 3 - Double(captionRows + gap)
    // On a low screen, fewer rows rather than tiny ones.
    let (share, lowest): (Double, Double) =
      switch size {
      case .tiny: (0.5, 5)
      case .small: (0.7, 6)
      case .medium, .single: (1, 8)
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

  /// The most rows of a picture; of single ones, a glimpse of the next is left where there is room.
  package var tallest: Int {
    let isLow = body.height < 16
    let below = isLow ? 0 : gap + (isSingle ? 2 : 0)
    return max(1, body.height - captionRows - gap - below)
  }

  /// The box of a photograph that has a row of its own.
  package func pictureSize(of photo: Photo) -> Size {
    maker.fit(photo.aspect, in: Size(width, tallest))
  }

  /// Rows of the line behind the last row: spinner, failure, or end of the list.
  package var footerHeight: Int { 3 }
}

extension Photo {
  /// Width to height; 4:3 where it is not known.
  package var aspect: Double {
    guard width > 0, height > 0 else { return 4.0 / 3 }
    // Services may send any size; keep it within what can be laid out.
    return min(max(Double(width) / Double(height), 0.001), 1000)
  }
}
