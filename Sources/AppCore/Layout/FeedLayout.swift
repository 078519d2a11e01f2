import Canvas
import Library
import Model

/// Where a list's tiles stand on the screen, from the row at its top downwards.
package struct FeedLayout: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    package let index: Int
    package let id: Photo.ID
    /// Picture and caption, in screen coordinates; may reach out of the body.
    package let frame: Rect
    package let picture: Rect
    package let caption: Rect
    /// Whether the photo covers the box, cut around its focal point if their proportions differ.
    package let isCut: Bool
  }

  package let metrics: FeedMetrics
  /// In their order.
  package let tiles: [Tile]
  /// The footer's rows where they are in sight.
  package let footer: Rect?
  /// The part of the list that is in sight; nil where all of it is.
  package let bar: Scrollbar?

  /// - Parameter total: photographs of the whole list, where that is known.
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
    // The service may count more photographs than have rows.
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

extension AppState {
  /// The rows of a list: the cached ones, unless something has changed since.
  ///
  /// - Parameter selected: the photograph that must have a row; the selected one by default.
  package func rows(of list: ListID, with selected: Int? = nil) -> FeedRows {
    let view = views[list]
    let metrics = metrics(of: list)
    let selected = selected ?? view.selection
    if let kept = view.rows, isCurrent(kept, of: list, with: selected, metrics) { return kept }
    return FeedRows(
      self[list],
      pivot: view.pivot,
      selected: selected,
      photos: photos,
      metrics: metrics,
      extending: view.rows
    )
  }

  /// Whether rows are those of a list as it is now.
  func isCurrent(_ rows: FeedRows, of list: ListID, with selected: Int, _ metrics: FeedMetrics)
    -> Bool
  {
    rows.isCurrent(self[list], pivot: views[list].pivot, selected: selected, metrics: metrics)
  }

  /// The tiles of a list as they stand on the screen.
  package func tiles(of list: ListID) -> FeedLayout {
    let rows = rows(of: list)
    return FeedLayout(rows, top: views[list].top(in: rows), total: self[list].total)
  }
}
