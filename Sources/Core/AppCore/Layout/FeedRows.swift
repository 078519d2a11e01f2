import Canvas
import Model

/// The rows of a list with their positions.
///
/// Computed from the list's order and its photos' sizes, and cached with the list's view. A step
/// therefore costs the same in a list of any length. A row depends only on the photos it could
/// hold, so appending photos moves no row.
package struct FeedRows: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    /// The index of the first photo, and the number of photos.
    package let start: Int
    package let count: Int
    /// The screen rows above this row.
    package let top: Int
    /// The height of the pictures in screen rows.
    package let height: Int

    package var indices: Range<Int> { start..<start + count }
  }

  /// A photo that always begins a row, even after photos are inserted before it; index 0 if there
  /// is none.
  package struct Pivot: Equatable, Sendable {
    package var index = 0
    /// The rows from here to an earlier pivot, with their photos.
    ///
    /// Computed from here, they would differ from those on the screen.
    fileprivate var fixed: [RowMaker.Row] = []
    fileprivate var photos: [Photo.ID] = []

    package init(index: Int = 0) { self.index = index }

    /// The index of the first photo after the fixed rows.
    fileprivate var end: Int { index + photos.count }

    /// Returns a pivot that is valid for a list whose photos may have changed.
    fileprivate func bounded(by order: [Photo.ID]) -> Pivot {
      var pivot = Pivot(index: max(0, min(index, order.count)))
      if !fixed.isEmpty, order.dropFirst(pivot.index).starts(with: photos) {
        (pivot.fixed, pivot.photos) = (fixed, photos)
      }
      return pivot
    }
  }

  /// The columns of a tile.
  private struct Span: Equatable, Sendable {
    var x: Int
    var width: Int
    var maxX: Int { x + width }
  }

  package let metrics: FeedMetrics
  private let order: [Photo.ID]
  private let isComplete: Bool
  private let pivot: Pivot
  /// Whether the last row is shown although the next page may still change it.
  private var isProvisional = false
  private var aspects: [Double] = []
  private var spans: [Span] = []
  package private(set) var rows: [Row] = []

  /// The number of photos in rows; later ones wait until the next page completes their row.
  package var count: Int { spans.count }
  /// The height of all rows in screen rows, including the gap below the last one.
  package var height: Int { rows.last.map { $0.top + pitch($0) + metrics.gap } ?? 0 }
  /// The maximum number of screen rows above the body.
  ///
  /// Scrolling ends at the footer.
  package var lastTop: Int {
    let top = height - max(1, metrics.body.height - metrics.footerHeight)
    // On a very low screen, part of the last row stays visible.
    return max(0, min(top, height - metrics.gap - 1))
  }

  /// Computes a list's rows, and reuses those of `old` that are still valid.
  ///
  /// - Parameter selected: a photo that gets a row even before the next page completes it, so that
  ///   resizing the window doesn't move the selection.
  package init(
    _ list: PhotoList,
    pivot: Pivot,
    selected: Int = 0,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics,
    extending old: FeedRows? = nil
  ) {
    self.metrics = metrics
    order = list.order
    isComplete = list.isClosed
    self.pivot = pivot.bounded(by: order)
    if let old, order == old.order || order.starts(with: old.order) {
      aspects = old.aspects
      if old.metrics == metrics, old.pivot == self.pivot, !old.isComplete, !old.isProvisional {
        spans = old.spans
        rows = old.rows
      }
    }
    aspects.reserveCapacity(order.count)
    spans.reserveCapacity(order.count)
    aspects += order.dropFirst(aspects.count).map { photos[$0]?.aspect ?? 4.0 / 3 }
    make(including: max(0, min(selected, order.count - 1)))
  }

  /// Whether these rows match the list's current state.
  package func isCurrent(
    _ list: PhotoList,
    pivot: Pivot,
    selected: Int,
    metrics: FeedMetrics
  ) -> Bool {
    self.metrics == metrics && self.pivot == pivot.bounded(by: list.order)
      && isComplete == list.isClosed && order == list.order
      && count > min(selected, order.count - 1)
  }

  // MARK: Making

  private mutating func make(including selected: Int) {
    if let grid = metrics.grid { return make(grid, including: selected) }
    guard !metrics.isSingle else {
      let (maker, room) = (metrics.maker, Size(metrics.width, metrics.tallest))
      for aspect in aspects[count...] {
        let height = metrics.hasPictures ? maker.fit(aspect, in: room).height : room.height
        add(RowMaker.Row(height: height, widths: [metrics.width]))
      }
      return
    }
    let (maker, pivot) = (metrics.maker, pivot.index)
    // Far above the pivot, the rows are the same as without a pivot.
    while count < pivot, let row = maker.next(aspects[count..<pivot], isComplete: false),
      count + row.widths.count * 4 < pivot
    {
      add(row)
    }
    if count < pivot { for row in maker.closed(aspects[count..<pivot]) { add(row) } }
    addFixed()
    while let row = maker.next(aspects[count...], isComplete: isComplete) { add(row) }
    while count <= selected, let row = maker.next(aspects[count...], isComplete: true) {
      isProvisional = true
      add(row)
    }
  }

  /// Adds rows of square tiles.
  ///
  /// The first row may be short, so that the pivot begins a row.
  private mutating func make(_ grid: FeedMetrics.Grid, including selected: Int) {
    addFixed(indent: grid.indent)
    while count < order.count {
      let short = rows.isEmpty ? pivot.index % grid.count : 0
      let wanted = short > 0 ? short : grid.count
      let rest = order.count - count
      // The next page completes this row.
      guard rest >= wanted || isComplete || count <= selected else { return }
      isProvisional = rest < wanted && !isComplete
      let widths = Array(repeating: grid.tile.width, count: min(wanted, rest))
      add(RowMaker.Row(height: grid.tile.height, widths: widths), indent: grid.indent)
      addFixed(indent: grid.indent)
    }
  }

  /// Adds the pivot's fixed rows when the pivot is reached.
  private mutating func addFixed(indent: Int = 0) {
    guard count == pivot.index else { return }
    for row in pivot.fixed { add(row, indent: indent) }
  }

  private mutating func add(_ row: RowMaker.Row, indent: Int = 0) {
    let top = rows.last.map { $0.top + pitch($0) } ?? 0
    let start = count
    var x = metrics.body.x + metrics.margin + indent
    for width in row.widths {
      spans.append(Span(x: x, width: width))
      x += width + metrics.columnGap
    }
    rows.append(Row(start: start, count: row.widths.count, top: top, height: row.height))
  }

  /// Returns a pivot that keeps the rows from a photo on unchanged.
  ///
  /// - Parameters:
  ///   - start: the first photo of a row.
  ///   - count: photos inserted before it.
  func pivot(at start: Int, movedBy count: Int) -> Pivot {
    var new = Pivot(index: start + count)
    // Rows after the current pivot's fixed ones don't change anyway.
    let kept = rows.filter { $0.start >= start && $0.start < pivot.end }
    new.photos = Array(order.dropFirst(start).prefix(kept.reduce(0) { $0 + $1.count }))
    new.fixed = kept.map { row in
      RowMaker.Row(height: row.height, widths: spans[row.indices].map(\.width))
    }
    return new
  }

  // MARK: Looking up

  /// Returns the screen rows from the start of a row to the start of the next one.
  package func pitch(_ row: Row) -> Int { metrics.gap + row.height + metrics.captionRows }

  /// Returns the number of the row that contains a photo.
  package func row(of index: Int) -> Int { lastRow { $0.start <= index } }

  /// Returns the number of the row at a height in the list, given in screen rows from the list's
  /// start.
  package func row(at top: Int) -> Int { lastRow { $0.top <= top } }

  private func lastRow(_ fits: (Row) -> Bool) -> Int {
    var (low, high) = (0, max(0, rows.count - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(rows[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the photo of a row nearest to a column, or the middle one if `x` is `nil`.
  package func photo(in row: Int, nearest x: Int?) -> Int {
    let row = rows[row]
    guard let x else { return row.start + row.count / 2 }
    func distance(_ index: Int) -> Int {
      let span = spans[index]
      return max(0, span.x - x, x - (span.x + span.width - 1))
    }
    return row.indices.min { distance($0) < distance($1) } ?? row.start
  }

  /// Returns the column in the middle of a photo's tile.
  package func middle(of index: Int) -> Int { spans[index].x + spans[index].width / 2 }

  /// Returns the tile of a photo if `top` screen rows of the list are above the body.
  package func tile(_ index: Int, in row: Row, top: Int) -> FeedLayout.Tile {
    let span = spans[index]
    let y = metrics.body.y + row.top - top + metrics.gap
    let room = Size(span.width, row.height)
    let size = pictureSize(aspects[index], in: room)
    let picture = Rect(
      x: span.x + (span.width - size.width) / 2,
      y: y + (row.height - size.height + 1) / 2,
      width: size.width,
      height: size.height
    )
    // A narrow portrait with its own row still needs room for the photographer's name, which is
    // beside the date on a low screen.
    let least = metrics.isLow ? 56 : 20
    let x = metrics.isSingle ? picture.x : span.x
    let captionWidth = max(picture.width, min(span.maxX - x, metrics.isSingle ? least : .max))
    return FeedLayout.Tile(
      index: index,
      id: order[index],
      frame: Rect(
        x: span.x,
        y: y,
        width: span.width,
        height: row.height + metrics.captionRows
      ),
      picture: picture,
      caption: Rect(
        x: x,
        y: y + row.height,
        width: captionWidth,
        height: metrics.captionRows
      ),
      isCut: metrics.isCut
    )
  }

  private func pictureSize(_ aspect: Double, in tile: Size) -> Size {
    // Text that replaces a picture has no proportions and fills the tile.
    if metrics.isGrid || !metrics.hasPictures { return tile }
    return metrics.isSingle
      ? metrics.ownRow(aspect, in: tile) : metrics.maker.picture(aspect, in: tile)
  }
}
