import Canvas

/// The size of the terminal in cells, and the size of one cell.
package struct Viewport: Hashable, Sendable {
  package var columns: Int
  package var rows: Int
  /// The width of a cell in hundredths of a pixel, because terminals have fractional cells.
  package var cellWidth: Int
  /// The height of a cell in hundredths of a pixel.
  package var cellHeight: Int
  /// The number of rows at the bottom that can't show pixels.
  package var reservedRows = 0

  /// Creates a viewport.
  ///
  /// If the terminal doesn't report its cell size, 10 × 20 pixels are assumed.
  package init(columns: Int, rows: Int, cellWidth: Int = 1000, cellHeight: Int = 2000) {
    self.columns = columns
    self.rows = rows
    self.cellWidth = max(1, cellWidth)
    self.cellHeight = max(1, cellHeight)
  }

  /// The smallest terminal that every screen supports.
  package static let smallest = Size(40, 12)

  package var isTooSmall: Bool {
    columns < Self.smallest.width || rows < Self.smallest.height
  }

  /// Returns the rows of a picture that is `columns` wide, at least one.
  package func rows(forColumns columns: Int, width: Int, height: Int) -> Int {
    Self.quotient(columns * cellWidth, Self.pixels(height), Self.pixels(width), cellHeight)
  }

  /// Returns the columns of a picture that is `rows` high, at least one.
  package func columns(forRows rows: Int, width: Int, height: Int) -> Int {
    Self.quotient(rows * cellHeight, Self.pixels(width), Self.pixels(height), cellWidth)
  }

  /// Returns `a * b / (c * d)`, rounded to the nearest integer, at least one.
  private static func quotient(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    let denominator = max(1, c * d)
    return max(1, (a * b + denominator / 2) / denominator)
  }

  /// Limits a size reported by a service, so that no product overflows.
  private static func pixels(_ count: Int) -> Int { max(0, min(count, 10_000_000)) }

  /// Returns the largest box of the picture's proportions inside the given one.
  package func fit(width: Int, height: Int, in box: Size) -> Size {
    guard width > 0, height > 0, box.width > 0, box.height > 0 else { return Size(0, 0) }
    let rows = rows(forColumns: box.width, width: width, height: height)
    if rows <= box.height { return Size(box.width, rows) }
    let columns = columns(forRows: box.height, width: width, height: height)
    return Size(min(columns, box.width), box.height)
  }
}
