import CNcurses
import Canvas

/// The conversion of a canvas to the bytes that update the terminal from the previous canvas.
///
/// Frames are compared as glyphs, because a cell can stay the same while the picture behind it
/// changes. ncurses gets only the cells that differ and computes the shortest bytes to write them.
struct FramePainter {
  private let curses: CursesScreen
  private var resolver: GlyphResolver
  private var columns: Int
  private var rows: Int
  /// The cells that ncurses has received, row by row.
  private var shown: [Glyph]
  private var next: [Glyph]
  /// The colour pairs of these cells in ncurses.
  private var shownPairs: [Int32]
  private var nextPairs: [Int32]
  private var run: [nc_glyph] = []
  /// Whether the terminal's antialiased block characters extend one pixel beyond their cells.
  var spillsBlocks = false
  /// The columns that the last `put` has written, for images on the screen.
  private(set) var damage = PixelDamage()
  /// The sequences that scroll the terminal.
  ///
  /// The next update follows them.
  private var scrollBytes: [UInt8] = []

  /// A glyph that is different from every real one.
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

  /// Sets a new size and marks all cells as unknown.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    curses.resize(columns: columns, rows: rows)
    shown = Array(repeating: Self.unknown, count: columns * rows)
    next = shown
    shownPairs = Array(repeating: 0, count: columns * rows)
    nextPairs = shownPairs
  }

  /// Clears the terminal and draws all cells at the next update.
  func repaint() { curses.repaint() }

  /// Sets whether ncurses may insert and delete characters.
  ///
  /// Both shift the rest of a line, but not its pixels.
  func allowShifts(_ isAllowed: Bool) { curses.allowShifts(isAllowed) }

  /// Gives the changed cells of a canvas to ncurses.
  ///
  /// Cells outside the canvas are blank. A canvas larger than the screen is cropped.
  ///
  /// - Parameters:
  ///   - cover: the cells that pixels cover instead of symbols.
  ///   - scrolled: rows that may have moved since the previous canvas.
  /// - Returns: the number of cells that differ from the previous canvas.
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

  /// Appends the bytes that make the terminal show the last canvas.
  ///
  /// - Parameter cursor: the position of the cursor after the update; any position if `nil`.
  mutating func update(cursor: Point?, into bytes: inout [UInt8]) {
    curses.placeCursor(
      cursor.map { (x: max(0, min(columns - 1, $0.x)), y: max(0, min(rows - 1, $0.y))) }
    )
    bytes += scrollBytes
    scrollBytes = []
    curses.update(into: &bytes)
  }

  /// Appends the bytes that write cells again after the terminal has erased them.
  ///
  /// - Parameter columns: groups of cells, with at most one cell per row in each group. ncurses may
  ///   also write the cells between two cells of a row, and pixels may be there.
  func rewrite(_ columns: [[Point]], into bytes: inout [UInt8]) {
    for column in columns where !column.isEmpty {
      curses.rewrite(column.map { ($0, glyphs(at: $0)) }, into: &bytes)
    }
  }

  /// Returns the glyph in a cell, followed by its right half if it is wide.
  private func glyphs(at point: Point) -> [nc_glyph] {
    let first = point.y * columns + point.x
    let isWide = point.x + 1 < columns && shown[first + 1].code == Glyph.continuation
    let (reverse, clusters) = (curses.reverse, resolver.clusters)
    return (first...(isWide ? first + 1 : first)).map {
      nc_glyph(shown[$0], pair: shownPairs[$0], reverse: reverse, clusters: clusters)
    }
  }

  private mutating func invalidate() {
    for index in shown.indices { shown[index] = Self.unknown }
  }

  /// Replaces left half blocks in the first column by reversed right half blocks.
  ///
  /// Both look the same. Pixels that spill past the left edge of the screen are never erased.
  private mutating func turnFirstBars() {
    let (left, right) = (UInt32(0x258C), UInt32(0x2590))
    for index in stride(from: 0, to: next.count, by: columns) where next[index].code == left {
      next[index].code = right
      next[index].attributes.formSymmetricDifference(.reverse)
    }
  }

  /// Makes ncurses rewrite the blanks around a block that disappears, to erase pixels it has
  /// spilled.
  ///
  /// The blanks toggle their bold attribute, which is invisible but counts as a change in ncurses.
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

  /// Scrolls rows if that leaves fewer cells to write.
  ///
  /// - Returns: the number of cells saved.
  private mutating func scroll(_ region: ScrolledRegion) -> Int {
    guard region.rows.lowerBound >= 0, region.rows.upperBound <= rows,
      abs(region.distance) < region.rows.count
    else { return 0 }
    let saved =
      differences(region.rows, distance: 0)
      - differences(region.rows, distance: region.distance)
    // The scroll sequences take about as many bytes as 16 cells.
    guard saved > 16, curses.scroll(region, into: &scrollBytes) else {
      return 0
    }
    move(&shown, region, blank: .blank)
    move(&shownPairs, region, blank: 0)
    return saved
  }

  /// Returns the number of cells that would differ if the shown rows moved up by `distance`.
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

  /// Chooses a colour pair for each changed cell.
  ///
  /// A long scroll through pictures needs more pairs than ncurses has, but few of them at a time.
  private mutating func choosePairs() {
    guard let gap = choosePairs(from: 0) else { return }
    curses.recyclePairs(keeping: shownPairs, nextPairs[..<gap])
    guard choosePairs(from: gap) != nil else { return }
    // Both frames together need too many pairs. The new frame alone may not.
    curses.resetPairs()
    damage.isCleared = true
    invalidate()
    _ = choosePairs(from: 0, isLastResort: true)
  }

  /// Chooses colour pairs for the changed cells from an index on.
  ///
  /// - Parameter isLastResort: whether cells are drawn without colours if no pair is left. A
  ///   terminal with 8 colours may have only 64 pairs.
  /// - Returns: the index of the first cell without a pair; `nil` if all cells have one.
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

  /// Gives ncurses the cells that differ between `shown` and `next`.
  ///
  /// - Returns: the number of these cells.
  private mutating func putChanges() -> Int {
    let (reverse, clusters) = (curses.reverse, resolver.clusters)
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
          run.append(
            nc_glyph(next[index], pair: nextPairs[index], reverse: reverse, clusters: clusters)
          )
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
