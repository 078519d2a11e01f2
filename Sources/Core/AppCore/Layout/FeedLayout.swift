import Canvas
import Model

/// The positions of a list's visible tiles on the screen.
package struct FeedLayout: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    package let index: Int
    package let id: Photo.ID
    /// The box of picture and caption in screen coordinates; may extend beyond the body.
    package let frame: Rect
    package let picture: Rect
    package let caption: Rect
    /// Whether the photo covers the box, cropped around its focal point if the proportions differ.
    package let isCut: Bool
  }

  package let metrics: FeedMetrics
  /// The visible tiles in the list's order.
  package let tiles: [Tile]
  /// The rows of the footer; `nil` if it is below the body.
  package let footer: Rect?
  /// The scrollbar; `nil` if the whole list is visible or the body is too narrow.
  package let bar: Scrollbar?

  /// Lays out the tiles that are visible at a scroll position.
  ///
  /// - Parameters:
  ///   - top: rows of the list above the body.
  ///   - total: photos of the whole list; `nil` if the number is unknown.
  package init(_ rows: FeedRows, top: Int, total: Int?) {
    metrics = rows.metrics
    let body = rows.metrics.body
    var tiles: [Tile] = []
    var number = rows.row(at: top)
    while number < rows.rows.count, rows.rows[number].top < top + body.height {
      let row = rows.rows[number]
      tiles += row.indices.map { rows.tile($0, in: row, top: top) }
      number += 1
    }
    self.tiles = tiles
    let y = body.y + rows.height - top
    footer =
      y < body.maxY
      ? Rect(x: body.x, y: y, width: body.width, height: metrics.footerHeight) : nil
    guard metrics.hasScrollbar, rows.count > 0, rows.lastTop > 0 else {
      bar = nil
      return
    }
    // The service may report more photos than have been loaded.
    let share = Double(max(total ?? 0, rows.count)) / Double(rows.count)
    let whole = Double(rows.height) * share
    bar = Scrollbar(
      body: body,
      top: top,
      height: whole,
      lastTop: whole + Double(metrics.footerHeight - body.height)
    )
  }
}
