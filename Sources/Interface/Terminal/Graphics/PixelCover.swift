import Canvas

/// The cells written in a frame, which may have erased pixels.
struct PixelDamage {
  /// The range from the first to the last written column, for each row.
  ///
  /// ncurses may also write unchanged cells in between, if that is shorter than moving the cursor
  /// over them.
  private(set) var columns: [Int: Range<Int>] = [:]
  /// Whether the screen was cleared and redrawn.
  var isCleared = false

  mutating func add(_ range: Range<Int>, row: Int) {
    let first = columns[row]?.lowerBound ?? range.lowerBound
    columns[row] = first..<range.upperBound
  }

  /// Whether cells were written on both sides of a rectangle in one of its rows.
  func spans(_ rect: Rect) -> Bool {
    (rect.y..<rect.maxY).contains { row in
      columns[row].map { $0.lowerBound < rect.x && $0.upperBound > rect.maxX } ?? false
    }
  }
}

/// The cells of a frame that pixels cover, so that their symbols aren't drawn.
struct PixelCover {
  /// The value of a cell without pixels.
  ///
  /// The cell's symbol is drawn.
  static let symbol: UInt32 = 0
  /// The value of a cell under pixels.
  ///
  /// ncurses must not write it.
  static let hole: UInt32 = 1
  /// The value of a cell under pixels that must be written again.
  ///
  /// For ncurses the cell then differs from a `hole`.
  static let freshHole: UInt32 = 2

  let columns: Int
  let rows: Int
  /// The value of each cell, row by row.
  ///
  /// Values other than these constants are IDs of images drawn with placeholders.
  private(set) var cells: [UInt32]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Self.symbol, count: columns * rows)
  }

  subscript(x: Int, y: Int) -> UInt32 {
    get { cells[y * columns + x] }
    set { cells[y * columns + x] = newValue }
  }

  /// Sets the cells of a rectangle, which must be within the screen.
  mutating func fill(_ rect: Rect, _ value: UInt32) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { cells[y * columns + x] = value }
    }
  }
}
