import CNcurses
import Canvas

/// Turns canvases into the bytes that change the terminal from one to the next.
///
/// It compares frames itself, as glyphs: a cell may stay the same while the picture behind it
/// changes. ncurses gets the cells that differ and finds the shortest way to write them.
struct FramePainter {
  private let curses: CursesScreen
  private var resolver: GlyphResolver
  private var columns: Int
  private var rows: Int
  /// What ncurses has been given so far.
  private var shown: [Glyph]
  private var next: [Glyph]
  private var run: [nc_glyph] = []
  /// What the last `put` did to the screen, for pixels that lie on it.
  private(set) var damage = PixelDamage()

  /// Differs from every glyph there is.
  private static let unknown = Glyph(code: .max, foreground: 0, background: 0, attributes: [])

  init(curses: CursesScreen, resolver: GlyphResolver, columns: Int, rows: Int) {
    self.curses = curses
    self.resolver = resolver
    self.columns = columns
    self.rows = rows
    shown = Array(repeating: Self.unknown, count: columns * rows)
    next = shown
  }

  /// The terminal has another size, and nobody knows what it shows.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    curses.resize(columns: columns, rows: rows)
    shown = Array(repeating: Self.unknown, count: columns * rows)
    next = shown
  }

  /// The next update clears the terminal and draws everything.
  func repaint() { curses.repaint() }

  /// Whether ncurses may shift the rest of a line, which would not take pixels along.
  func allowShifts(_ isAllowed: Bool) { curses.allowShifts(isAllowed) }

  /// Takes on a canvas; what it does not cover is blank, what is too large is cut.
  ///
  /// - Parameter cover: where pixels take the place of symbols.
  /// - Returns: the number of cells that differ from the canvas before.
  mutating func put(_ canvas: Canvas, pictures: [SymbolGrid?], cover: PixelCover? = nil) -> Int {
    damage = PixelDamage()
    if resolver.isFull {
      resolver.reset()
      forget()
    }
    next.withUnsafeMutableBufferPointer { glyphs in
      for y in 0..<rows {
        let row = UnsafeMutableBufferPointer(rebasing: glyphs[y * columns..<(y + 1) * columns])
        resolver.resolve(canvas, row: y, pictures: pictures, cover: cover, into: row)
      }
    }
    var cells = putChanges()
    if cells == nil {
      // The pairs ran out: number those of this frame anew, which needs every cell.
      curses.resetPairs()
      damage.isCleared = true
      forget()
      cells = putChanges(isLastResort: true)
    }
    swap(&shown, &next)
    return cells ?? 0
  }

  /// Appends the bytes that make the terminal show what was put.
  ///
  /// - Parameter cursor: where it is left; nil leaves it anywhere.
  func update(cursor: Point?, into bytes: inout [UInt8]) {
    curses.placeCursor(
      cursor.map { (x: max(0, min(columns - 1, $0.x)), y: max(0, min(rows - 1, $0.y))) }
    )
    curses.update(into: &bytes)
  }

  private mutating func forget() {
    for index in shown.indices { shown[index] = Self.unknown }
  }

  /// Gives ncurses what differs between `shown` and `next`.
  ///
  /// - Parameter isLastResort: draw without colours what the pairs do not suffice for (a terminal
  ///   with 8 colours may have 64 pairs).
  /// - Returns: how many cells that were; nil when the pairs ran out.
  private mutating func putChanges(isLastResort: Bool = false) -> Int? {
    var cells = 0
    for y in 0..<rows {
      let base = y * columns
      var x = 0
      while x < columns {
        guard next[base + x] != shown[base + x] else {
          x += 1
          continue
        }
        let start = x
        run.removeAll(keepingCapacity: true)
        repeat {
          let glyph = next[base + x]
          let pair = curses.pair(foreground: glyph.foreground, background: glyph.background)
          guard let pair = pair ?? (isLastResort ? 0 : nil) else { return nil }
          run.append(nc_glyph(glyph, pair: pair, clusters: resolver.clusters))
          x += 1
        } while x < columns && next[base + x] != shown[base + x]
        cells += run.count
        damage.add(start..<x, row: y)
        run.withUnsafeBufferPointer { curses.put($0, x: start, y: y) }
      }
    }
    return cells
  }
}
