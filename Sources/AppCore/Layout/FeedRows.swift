import Canvas
import Library
import Model

/// The rows of a list, each with where it stands among them.
///
/// They follow from the list's order and its photographs' sizes, and are kept beside the list's
/// view so that a step costs the same in a list of any length. Rows depend only on the photographs
/// that they could hold, so appending moves none.
package struct FeedRows: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    /// Index of its first photograph, and how many there are.
    package let start: Int
    package let count: Int
    /// Rows of the screen above it.
    package let top: Int
    /// Rows of its pictures.
    package let height: Int

    package var indices: Range<Int> { start..<start + count }
  }

  /// The photograph that always begins a row, whatever is inserted in front of it; 0 for none.
  package struct Pivot: Equatable, Sendable {
    package var index = 0
    /// The rows from there to an earlier pivot, and their photographs: laid out from here, they
    /// would come out differently.
    fileprivate var fixed: [RowMaker.Row] = []
    fileprivate var photos: [Photo.ID] = []

    package init(index: Int = 0) { self.index = index }

    /// The first photograph behind the rows that are fixed.
    fileprivate var end: Int { index + photos.count }

    /// The pivot of a list whose photographs may have changed since.
    fileprivate func bounded(by order: [Photo.ID]) -> Pivot {
      var pivot = Pivot(index: max(0, min(index, order.count)))
      if !fixed.isEmpty, order.dropFirst(pivot.index).starts(with: photos) {
        (pivot.fixed, pivot.photos) = (fixed, photos)
      }
      return pivot
    }
  }

  /// Columns of a tile.
  private struct Span: Equatable, Sendable {
    var x: Int
    var width: Int
  }

  package let metrics: FeedMetrics
  private let order: [Photo.ID]
  private let isComplete: Bool
  private let pivot: Pivot
  /// Whether the last row is shown before the next page fills it.
  private var isProvisional = false
  private var aspects: [Double] = []
  private var spans: [Span] = []
  package private(set) var rows: [Row] = []

  /// Photographs that stand in rows; those behind them wait for the next page to fill theirs.
  package var count: Int { spans.count }
  /// Rows of the screen of all of it, with the gap below the last.
  package var height: Int { rows.last.map { $0.top + pitch($0) + metrics.gap } ?? 0 }
  /// The most rows that can be above the body: the footer is not scrolled past.
  package var lastTop: Int {
    let top = height - max(1, metrics.body.height - metrics.footerHeight)
    // On a very low screen, part of the last row stays in view.
    return max(0, min(top, height - metrics.gap - 1))
  }

  /// - Parameter selected: a photograph that gets a row even before the next page fills it, so that
  ///   resizing the window does not move the selection.
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

  /// Whether these are the rows of a list as it is now.
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
    // Far above the pivot nothing differs from a list without one.
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

  /// Square tiles; the first row may be short, so that the pivot begins one.
  private mutating func make(_ grid: FeedMetrics.Grid, including selected: Int) {
    addFixed(indent: grid.indent)
    while count < order.count {
      let short = rows.isEmpty ? pivot.index % grid.count : 0
      let wanted = short > 0 ? short : grid.count
      let rest = order.count - count
      // The next page fills it.
      guard rest >= wanted || isComplete || count <= selected else { return }
      isProvisional = rest < wanted && !isComplete
      let widths = Array(repeating: grid.tile.width, count: min(wanted, rest))
      add(RowMaker.Row(height: grid.tile.height, widths: widths), indent: grid.indent)
      addFixed(indent: grid.indent)
    }
  }

  /// Adds the rows that the pivot begins, once it is reached.
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

  /// The pivot that keeps the rows from a photograph's on as they are.
  ///
  /// - Parameters:
  ///   - start: the first photograph of a row.
  ///   - count: photographs that come in front of it.
  func pivot(at start: Int, movedBy count: Int) -> Pivot {
    var new = Pivot(index: start + count)
    // Rows behind the present pivot come out the same anyway.
    let kept = rows.filter { $0.start >= start && $0.start < pivot.end }
    new.photos = Array(order.dropFirst(start).prefix(kept.reduce(0) { $0 + $1.count }))
    new.fixed = kept.map { row in
      RowMaker.Row(height: row.height, widths: spans[row.indices].map(\.width))
    }
    return new
  }

  // MARK: Looking up

  /// Rows of the screen from one row's beginning to the next one's.
  package func pitch(_ row: Row) -> Int { metrics.gap + row.height + metrics.captionRows }

  /// The number of the row that a photograph stands in.
  package func row(of index: Int) -> Int { lastRow { $0.start <= index } }

  /// The number of the row that has a row of the screen, counted from the list's beginning.
  package func row(at top: Int) -> Int { lastRow { $0.top <= top } }

  private func lastRow(_ fits: (Row) -> Bool) -> Int {
    var (low, high) = (0, max(0, rows.count - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(rows[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The photograph of a row that is nearest to a column; in its middle, where `x` is nil.
  package func photo(in row: Int, nearest x: Int?) -> Int {
    let row = rows[row]
    guard let x else { return row.start + row.count / 2 }
    func distance(_ index: Int) -> Int {
      let span = spans[index]
      return max(0, span.x - x, x - (span.x + span.width - 1))
    }
    return row.indices.min { distance($0) < distance($1) } ?? row.start
  }

  /// The column in the middle of a photograph's tile.
  package func middle(of index: Int) -> Int { spans[index].x + spans[index].width / 2 }

  /// The tile of a photograph, with so many rows of the list above the body.
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
    // A name needs room even under a narrow portrait that has a row of its own.
    let isWide = metrics.isSingle
    let captionWidth = isWide ? min(span.width, max(picture.width, 56)) : span.width
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
        x: span.x + (span.width - captionWidth) / 2,
        y: y + row.height,
        width: captionWidth,
        height: metrics.captionRows
      ),
      isCut: !metrics.isSingle
    )
  }

  private func pictureSize(_ aspect: Double, in tile: Size) -> Size {
    // Words have no proportions: they have all of the tile.
    if metrics.isGrid || !metrics.hasPictures { return tile }
    return metrics.isSingle
      ? metrics.maker.fit(aspect, in: tile) : metrics.maker.picture(aspect, in: tile)
  }
}
