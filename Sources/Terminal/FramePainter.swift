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
  /// The colour pairs that ncurses knows those cells by.
  private var shownPairs: [Int32]
  private var nextPairs: [Int32]
  private var run: [nc_glyph] = []
  /// Whether the terminal draws blocks, antialiased, a pixel beyond their cells.
  var spillsBlocks = false
  /// What the last `put` did to the screen, for pixels that lie on it.
  private(set) var damage = PixelDamage()
  /// What has to come before the next update: the terminal scrolls.
  private var scrollBytes: [UInt8] = []

  /// Differs from every glyph there is.
  private static let unknown = Glyph(code: .max, foreground: 0, background: 0, attributes: [])

  init(curses: CursesScreen, resolver: GlyphResolver, columns: Int, rows: Int) {
    self.curses = curses
    self.resolver = resolver
    self.columns = columns
    self.rows = rows
    shown = Array(repeating: Self.unknown, count: columns * rows)
    next = shown
    shownPairs = Array(repeating: 0, count: columns * rows)
    nextPairs = shownPairs
  }

  /// The terminal has another size, and nobody knows what it shows.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    curses.resize(columns: columns, rows: rows)
    shown = Array(repeating: Self.unknown, count: columns * rows)
    next = shown
    shownPairs = Array(repeating: 0, count: columns * rows)
    nextPairs = shownPairs
  }

  /// The next update clears the terminal and draws everything.
  func repaint() { curses.repaint() }

  /// Whether ncurses may shift the rest of a line, which would not take pixels along.
  func allowShifts(_ isAllowed: Bool) { curses.allowShifts(isAllowed) }

  /// Takes on a canvas; what it does not cover is blank, what is too large is cut.
  ///
  /// - Parameters:
  ///   - cover: where pixels take the place of symbols.
  ///   - scrolled: rows that may have moved.
  /// - Returns: the number of cells that differ from the canvas before.
  mutating func put(
    _ canvas: Canvas,
    pictures: [SymbolGrid?],
    cover: PixelCover? = nil,
    scrolled: ScrolledRegion? = nil
  ) -> Int {
    damage = PixelDamage()
    if resolver.isFull {
      resolver.reset()
      invalidate()
    }
    next.withUnsafeMutableBufferPointer { glyphs in
      for y in 0..<rows {
        let row = UnsafeMutableBufferPointer(rebasing: glyphs[y * columns..<(y + 1) * columns])
        resolver.resolve(canvas, row: y, pictures: pictures, cover: cover, into: row)
      }
    }
    if spillsBlocks { turnFirstBars() }
    var moved = 0
    if let scrolled { moved = scroll(scrolled) }
    if spillsBlocks { wipeSpills() }
    choosePairs()
    let cells = moved + putChanges()
    swap(&shown, &next)
    swap(&shownPairs, &nextPairs)
    return cells
  }

  /// Appends the bytes that make the terminal show what was put.
  ///
  /// - Parameter cursor: where it is left; nil leaves it anywhere.
  mutating func update(cursor: Point?, into bytes: inout [UInt8]) {
    curses.placeCursor(
      cursor.map { (x: max(0, min(columns - 1, $0.x)), y: max(0, min(rows - 1, $0.y))) }
    )
    bytes += scrollBytes
    scrollBytes = []
    curses.update(into: &bytes)
  }

  /// Appends the bytes that write cells again which the terminal has erased.
  ///
  /// - Parameter columns: the cells, at most one in a row each: ncurses may write what is between
  ///   two cells again, and pixels may lie there.
  func rewrite(_ columns: [[Point]], into bytes: inout [UInt8]) {
    for column in columns where !column.isEmpty {
      curses.rewrite(column.map { ($0, glyphs(at: $0)) }, into: &bytes)
    }
  }

  /// The glyph that is shown in a cell, with its right half if it is a wide one.
  private func glyphs(at point: Point) -> [nc_glyph] {
    let first = point.y * columns + point.x
    let isWide = point.x + 1 < columns && shown[first + 1].code == Glyph.continuation
    return (first...(isWide ? first + 1 : first)).map {
      nc_glyph(shown[$0], pair: shownPairs[$0], clusters: resolver.clusters)
    }
  }

  private mutating func invalidate() {
    for index in shown.indices { shown[index] = Self.unknown }
  }

  /// Draws bars at the left edge from the other side: what spills beyond it, nothing wipes out.
  private mutating func turnFirstBars() {
    let (left, right) = (UInt32(0x258C), UInt32(0x2590))
    for index in stride(from: 0, to: next.count, by: columns) where next[index].code == left {
      next[index].code = right
      next[index].attributes.formSymmetricDifference(.reverse)
    }
  }

  /// Has the blanks around a block that goes written again, with what it has left in them.
  ///
  /// To ncurses a bold blank is another one; to the eye it is not.
  private mutating func wipeSpills() {
    for index in next.indices where shown[index].isBlock && next[index] != shown[index] {
      let x = index % columns
      let around = [
        x > 0 ? index - 1 : -1, x + 1 < columns ? index + 1 : -1, index - columns, index + columns,
      ]
      for cell in around where next.indices.contains(cell) {
        if next[cell].code == 0x20, next[cell] == shown[cell] {
          next[cell].attributes.formSymmetricDifference(.bold)
        }
      }
    }
  }

  // MARK: Scrolling

  /// Has the terminal move rows, where that leaves fewer cells to be written.
  ///
  /// - Returns: how many fewer.
  private mutating func scroll(_ region: ScrolledRegion) -> Int {
    guard region.rows.lowerBound >= 0, region.rows.upperBound <= rows,
      abs(region.distance) < region.rows.count
    else { return 0 }
    let saved =
      differences(region.rows, distance: 0)
      - differences(region.rows, distance: region.distance)
    // The sequences take as many bytes as a few cells.
    guard saved > 16, curses.scroll(region, into: &scrollBytes) else {
      return 0
    }
    move(&shown, region, blank: .blank)
    move(&shownPairs, region, blank: 0)
    return saved
  }

  /// How many cells would differ if the rows shown went up so far.
  private func differences(_ area: Range<Int>, distance: Int) -> Int {
    var count = 0
    for y in area {
      let isShown = area.contains(y + distance)
      for x in 0..<columns {
        let old = isShown ? shown[(y + distance) * columns + x] : .blank
        if next[y * columns + x] != old { count += 1 }
      }
    }
    return count
  }

  private func move<Value>(_ cells: inout [Value], _ region: ScrolledRegion, blank: Value) {
    let area = region.rows.lowerBound * columns..<region.rows.upperBound * columns
    let gap = Array(repeating: blank, count: abs(region.distance) * columns)
    let old = cells[area]
    let isUp = region.distance > 0
    let moved = isUp ? old.dropFirst(gap.count) + gap : gap + old.dropLast(gap.count)
    cells.replaceSubrange(area, with: moved)
  }

  // MARK: Changes

  /// Finds a colour pair for every cell that changes.
  ///
  /// A long scroll through pictures needs more pairs than there are, but few of them at a time.
  private mutating func choosePairs() {
    guard let gap = choosePairs(from: 0) else { return }
    curses.recyclePairs(keeping: shownPairs, nextPairs[..<gap])
    guard choosePairs(from: gap) != nil else { return }
    // Both frames together have too many. Without the old one it may do.
    curses.resetPairs()
    damage.isCleared = true
    invalidate()
    _ = choosePairs(from: 0, isLastResort: true)
  }

  /// - Parameter isLastResort: draw without colours what the pairs do not suffice for (a terminal
  ///   with 8 colours may have 64 pairs).
  /// - Returns: the cell for which there was no pair left; nil when there was one for each.
  private mutating func choosePairs(from first: Int, isLastResort: Bool = false) -> Int? {
    for index in first..<next.count {
      let glyph = next[index]
      guard glyph != shown[index] else {
        nextPairs[index] = shownPairs[index]
        continue
      }
      let pair = curses.pair(foreground: glyph.foreground, background: glyph.background)
      guard let pair = pair ?? (isLastResort ? 0 : nil) else { return index }
      nextPairs[index] = pair
    }
    return nil
  }

  /// Gives ncurses what differs between `shown` and `next`.
  ///
  /// - Returns: how many cells that were.
  private mutating func putChanges() -> Int {
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
          let index = base + x
          run.append(nc_glyph(next[index], pair: nextPairs[index], clusters: resolver.clusters))
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
