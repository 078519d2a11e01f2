import Canvas
import Model

/// The layout of the gallery: tiles of one size, in groups with a heading each.
///
/// A tile is as high as a row of the feed at the same size.
package struct GalleryMetrics: Equatable, Sendable {
  package let viewport: Viewport
  package let body: Rect
  /// The row below the body that describes the selected photo; `nil` if tiles have captions.
  package let summary: Rect?
  package let columns: Int
  /// The size of a tile: as square as cells allow.
  package let tile: Size
  /// Whether the last column has a scrollbar.
  package let hasScrollbar: Bool
  /// The empty columns around each tile, for the selection frame.
  package let margin = 2
  /// The rows of text below each photo; 0 on a contact sheet.
  package let captionRows: Int
  /// The empty rows below each row of tiles, for the selection frame.
  package let gap: Int
  /// The rows of a group's heading: its name, and an empty row for the selection frame.
  package let headingRows: Int

  /// Computes the layout for a screen.
  ///
  /// - Parameter isPlain: whether each photo is one line of text.
  package init(
    _ viewport: Viewport,
    size: RowSize = .medium,
    hasPictures: Bool = true,
    isPlain: Bool = false
  ) {
    self.viewport = viewport
    let area = ScreenLayout(viewport, hasPane: false).body
    let feed = FeedMetrics(
      viewport: viewport,
      body: area,
      size: size,
      hasPictures: hasPictures,
      isPlain: isPlain
    )
    body = feed.body
    gap = feed.gap
    headingRows = 1 + feed.gap
    summary = feed.summary
    captionRows = min(1, feed.captionRows)
    hasScrollbar = feed.hasScrollbar
    let width = body.width - (hasScrollbar ? 1 : 0)
    guard !isPlain else {
      columns = 1
      tile = Size(max(1, width - 2 * margin), 1)
      return
    }
    let cell = Double(viewport.cellHeight) / Double(viewport.cellWidth)
    let tallest = max(1, body.height - captionRows - gap - headingRows)
    let widest = max(1, Int((Double(tallest) * cell).rounded()))
    let wanted = min(feed.target * cell, Double(widest))
    let count = Double(width - margin) / (wanted + Double(margin))
    columns = max(2, Int(count.rounded()))
    let room = width - margin * (columns + 1)
    let side = max(1, min(widest, room / columns))
    tile = Size(side, max(1, min(tallest, Int((Double(side) / cell).rounded()))))
  }

  /// The rows of a line of tiles with captions and the gap below.
  package var rowHeight: Int { tile.height + captionRows + gap }
}

/// The positions of the gallery's groups and tiles, in rows from the top of the whole gallery.
///
/// Computed for each frame. The cost depends on the number of groups, not of photos.
package struct GalleryLayout: Sendable {
  package struct Heading: Equatable, Sendable {
    package let group: Int
    package let rect: Rect
  }

  package struct Tile: Equatable, Sendable {
    /// The index among the tiles of all groups.
    package let index: Int
    package let id: Photo.ID
    /// The box of picture, caption and left margin in screen coordinates; may extend beyond the
    /// body.
    package let frame: Rect
    package let picture: Rect
    package let caption: Rect
  }

  /// The position of a tile: its group, and its line and column there.
  package struct Cell: Equatable, Sendable {
    package var group: Int
    package var line: Int
    package var column: Int
  }

  package let metrics: GalleryMetrics
  private let groups: [GalleryGroup]
  /// The first tile and first row of each group.
  ///
  /// The last element is the end of the gallery.
  private let starts: [(tile: Int, row: Int)]

  package init(_ groups: [GalleryGroup], _ metrics: GalleryMetrics) {
    self.groups = groups
    self.metrics = metrics
    var starts: [(tile: Int, row: Int)] = []
    starts.reserveCapacity(groups.count + 1)
    var (tile, row) = (0, 0)
    for group in groups {
      starts.append((tile, row))
      tile += group.ids.count
      row += metrics.headingRows + Self.lines(group, metrics) * metrics.rowHeight
    }
    starts.append((tile, row))
    self.starts = starts
  }

  private static func lines(_ group: GalleryGroup, _ metrics: GalleryMetrics) -> Int {
    (group.ids.count + metrics.columns - 1) / metrics.columns
  }

  package var count: Int { starts[groups.count].tile }
  /// The rows of the whole gallery.
  package var rows: Int { starts[groups.count].row }
  /// The maximum number of rows above the body.
  package var lastTop: Int { max(0, rows - metrics.body.height) }

  /// Returns the scrollbar; `nil` if the whole gallery is visible or the body is too narrow.
  package func bar(top: Int) -> Scrollbar? {
    guard metrics.hasScrollbar, lastTop > 0 else { return nil }
    return Scrollbar(body: metrics.body, top: top, height: Double(rows), lastTop: Double(lastTop))
  }

  /// Returns the group that contains a tile.
  package func group(of index: Int) -> Int { last { $0.tile <= index } }

  package func cell(of index: Int) -> Cell {
    let group = group(of: index)
    let offset = index - starts[group].tile
    return Cell(
      group: group,
      line: offset / metrics.columns,
      column: offset % metrics.columns
    )
  }

  /// Returns the tile of a cell.
  ///
  /// If the cell is empty, returns the last tile of its line.
  package func index(of cell: Cell) -> Int {
    let first = cell.line * metrics.columns
    let last = min(groups[cell.group].ids.count - 1, first + metrics.columns - 1)
    return starts[cell.group].tile + max(first, min(last, first + cell.column))
  }

  /// Returns the cell one line below or above, possibly in another group; `nil` at the ends.
  package func neighbour(of cell: Cell, down: Bool) -> Cell? {
    var cell = cell
    cell.line += down ? 1 : -1
    if cell.line < 0 {
      guard cell.group > 0 else { return nil }
      cell.group -= 1
      cell.line = Self.lines(groups[cell.group], metrics) - 1
    } else if cell.line >= Self.lines(groups[cell.group], metrics) {
      guard cell.group + 1 < groups.count else { return nil }
      cell.group += 1
      cell.line = 0
    }
    return cell
  }

  /// Returns the rows of a tile with its selection frame, and with the heading in a group's first
  /// line.
  package func rows(of index: Int) -> Range<Int> {
    let cell = cell(of: index)
    let row = starts[cell.group].row + metrics.headingRows + cell.line * metrics.rowHeight
    return row - (cell.line == 0 ? metrics.headingRows : metrics.gap)..<row + metrics.rowHeight
  }

  /// Returns the visible headings and tiles if `top` rows are above the body.
  package func visible(top: Int) -> (headings: [Heading], tiles: [Tile]) {
    var headings: [Heading] = []
    var tiles: [Tile] = []
    let body = metrics.body
    let end = top + body.height
    var group = last { $0.row <= top }
    while group < groups.count, starts[group].row < end {
      let row = starts[group].row
      let y = body.y + row - top
      if row >= top {
        let heading = Rect(x: body.x, y: y, width: body.width, height: 1)
        headings.append(Heading(group: group, rect: heading))
      }
      let first = row + metrics.headingRows
      var line = max(0, (top - first) / metrics.rowHeight)
      while line < Self.lines(groups[group], metrics), first + line * metrics.rowHeight < end {
        append(&tiles, group, line, y: body.y + first + line * metrics.rowHeight - top)
        line += 1
      }
      group += 1
    }
    return (headings, tiles)
  }

  private func append(_ tiles: inout [Tile], _ group: Int, _ line: Int, y: Int) {
    let ids = groups[group].ids
    let first = line * metrics.columns
    for offset in first..<min(ids.count, first + metrics.columns) {
      let step = metrics.tile.width + metrics.margin
      let x = metrics.body.x + metrics.margin + (offset - first) * step
      let size = metrics.tile
      tiles.append(
        Tile(
          index: starts[group].tile + offset,
          id: ids[offset],
          frame: Rect(
            x: x - metrics.margin,
            y: y,
            width: step,
            height: size.height + metrics.captionRows
          ),
          picture: Rect(x: x, y: y, width: size.width, height: size.height),
          caption: Rect(
            x: x,
            y: y + size.height,
            width: size.width,
            height: metrics.captionRows
          )
        )
      )
    }
  }

  /// Returns the last group that fulfils a condition.
  ///
  /// The condition must hold for all groups before it.
  private func last(_ fits: ((tile: Int, row: Int)) -> Bool) -> Int {
    var (low, high) = (0, max(0, groups.count - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(starts[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension GalleryLayout {
  /// Returns the visible IDs, then those up to two screens away in both directions.
  package func nearby(top: Int) -> [Photo.ID] {
    let height = metrics.body.height
    return [0, 1, -1, 2, -2].flatMap { visible(top: top + $0 * height).tiles.map(\.id) }
  }
}
