/// A grid of cells that screens draw into; drawing outside of it is clipped.
package struct Canvas: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The cells row by row; there are `columns * rows`.
  package private(set) var cells: [Cell]

  package init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: cell, count: self.columns * self.rows)
  }

  package var bounds: Rect { Rect(x: 0, y: 0, width: columns, height: rows) }

  /// The cell in a column and a row.
  ///
  /// A cell outside of the canvas must not be read. Writing it has no effect. If half of a wide
  /// cluster is replaced, its other half becomes blank.
  package subscript(x: Int, y: Int) -> Cell {
    get { cells[y * columns + x] }
    set {
      guard bounds.contains(Point(x, y)) else { return }
      mendNeighbours(x, y)
      cells[y * columns + x] = newValue
    }
  }

  /// Sets the background of one cell, whose text stays.
  package mutating func setBackground(_ color: Color, x: Int, y: Int) {
    cells[y * columns + x].style.background = color
  }

  /// Sets every cell of a rectangle.
  package mutating func fill(_ rect: Rect, _ cell: Cell) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      mendNeighbours(area.x, y)
      mendNeighbours(area.maxX - 1, y)
      for x in area.x..<area.maxX { cells[y * columns + x] = cell }
    }
  }

  /// Draws one line of text from a point, cut at `limit` columns and at the canvas' edge.
  ///
  /// - Returns: The number of columns of the text up to the cut, including those to the left of the
  ///   canvas.
  @discardableResult
  package mutating func draw(
    _ text: some StringProtocol,
    at point: Point,
    style: Style = .standard,
    limit: Int = .max
  ) -> Int {
    guard point.y >= 0, point.y < rows else { return 0 }
    let end = limit == .max ? columns : min(columns, point.x + limit)
    var x = point.x
    for cluster in text {
      let width = TextWidth.of(cluster)
      guard width > 0 else { continue }
      guard x + width <= end else { break }
      if x >= 0 {
        self[x, point.y] = Cell(.text(cluster), style)
        if width == 2 { setContinuation(x + 1, point.y, style) }
      } else if x + width > 0 {
        // Half of a wide cluster would be left at the edge, which a terminal can't draw.
        self[0, point.y] = Cell(.text(" "), style)
      }
      x += width
    }
    return x - point.x
  }

  /// Marks the visible cells of a box as cells of a picture.
  ///
  /// - Parameters:
  ///   - placement: The index of the picture in the frame's placements.
  ///   - box: The whole box of the picture, which may extend past the canvas.
  ///   - visible: The rectangle that clips the box.
  ///   - style: The style of cells that show no symbols: cells under pixels, and all cells before
  ///     the picture is available. The style of the cells around the box is best, because each
  ///     change of colours costs bytes.
  package mutating func place(
    placement: Int,
    box: Rect,
    visible: Rect,
    style: Style = .standard
  ) {
    let area = box.intersection(visible).intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      mendNeighbours(area.x, y)
      mendNeighbours(area.maxX - 1, y)
      for x in area.x..<area.maxX {
        cells[y * columns + x] = Cell(
          .picture(
            placement: UInt16(placement),
            row: UInt16(y - box.y),
            column: UInt16(x - box.x)
          ),
          style
        )
      }
    }
  }

  private mutating func setContinuation(_ x: Int, _ y: Int, _ style: Style) {
    // The replaced cluster may be wide: its other half must not remain alone.
    if x + 1 < columns, cells[y * columns + x + 1].content == .continuation {
      cells[y * columns + x + 1].content = .text(" ")
    }
    cells[y * columns + x] = Cell(.continuation, style)
  }

  /// Blanks the other half of a wide cluster that is about to lose one of its cells.
  private mutating func mendNeighbours(_ x: Int, _ y: Int) {
    let index = y * columns + x
    if cells[index].content == .continuation, x > 0 { cells[index - 1].content = .text(" ") }
    if x + 1 < columns, cells[index + 1].content == .continuation {
      cells[index + 1].content = .text(" ")
    }
  }
}
