import Canvas

/// What writing the cells of a frame does to pixels.
struct PixelDamage {
  /// From the first to the last column that was written, by row: ncurses writes what did not change
  /// in between again where that is shorter than moving the cursor over it.
  private(set) var columns: [Int: Range<Int>] = [:]
  /// Everything was cleared and redrawn.
  var isCleared = false

  mutating func add(_ range: Range<Int>, row: Int) {
    let first = columns[row]?.lowerBound ?? range.lowerBound
    columns[row] = first..<range.upperBound
  }

  /// Whether there was writing on both sides of a rectangle.
  func spans(_ rect: Rect) -> Bool {
    (rect.y..<rect.maxY).contains { row in
      columns[row].map { $0.lowerBound < rect.x && $0.upperBound > rect.maxX } ?? false
    }
  }
}

/// What pixels do to the cells of a frame: which picture cells are not drawn with their symbols.
struct PixelCover {
  /// The cell's symbol is drawn: there are no pixels, or not yet.
  static let symbol: UInt32 = 0
  /// A cell for pixels to lie on, which ncurses must not touch.
  static let hole: UInt32 = 1
  /// The same for a cell that has to be written again: to ncurses it differs from `hole`.
  static let freshHole: UInt32 = 2

  let columns: Int
  let rows: Int
  /// Row by row, `columns * rows` of them.
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

  /// Sets a rectangle, which must lie on the screen.
  mutating func fill(_ rect: Rect, _ value: UInt32) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { cells[y * columns + x] = value }
    }
  }
}
