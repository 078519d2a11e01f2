import CNcurses
import Canvas
import Glibc
import Platform

/// The single ncurses screen of the process, which draws into a file in memory.
///
/// ncurses never sees the terminal: not its input, signals or size. `update(into:)` returns the
/// bytes it has written.
final class CursesScreen {
  /// The number of colours in the terminfo entry: 0, 8, 16, 88, 256 or 2²⁴.
  let colors: Int
  private let memory: MemoryFile
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private var pairs: ColorPairs
  /// Whether ncurses writes marks instead of colours, see `DirectColors`.
  private let writesMarks: Bool
  /// The attribute for reversed text.
  ///
  /// ncurses can end standout mode alone. It ends reverse video by resetting all attributes and
  /// colours.
  var reverse: attr_t { writesMarks ? nc_standout : nc_reverse }
  /// The highest pair number that has been defined in ncurses.
  private var lastDefined: Int32 = 0
  private let scrollSequences: ScrollSequences?
  /// Whether the entry used by ncurses has sequences for scrolling.
  private let scrollsItself: Bool

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - term: the name of the terminal's own entry.
  ///   - variant: the entry for ncurses; `nil` to use `term`.
  /// - Throws: `unknownTerminal` if ncurses can't use the entry, `device` if the files can't be
  ///   opened.
  init(
    term: String,
    variant: TerminfoVariant?,
    columns: Int,
    rows: Int
  ) throws(TerminalError) {
    do { memory = try MemoryFile("frame") } catch { throw .device(reason: error.reason) }
    let copy = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0, let output = fdopen(copy, "w") else {
      let reason = String(cString: strerror(errno))
      if copy >= 0 { close(copy) }
      throw .device(reason: reason)
    }
    guard let input = fopen("/dev/null", "re") else {
      let reason = String(cString: strerror(errno))
      fclose(output)
      throw .device(reason: reason)
    }
    (self.output, self.input) = (output, input)

    let dispositions = Self.signalsOfCurses.map { ($0, Self.disposition(of: $0)) }
    scrollsItself = variant == nil
    // A variant has no scroll sequences, so they are read from the terminal's own entry.
    if nc_enter_entry(term, copy) {
      scrollSequences = ScrollSequences { Self.capability($0) }
      nc_leave_entry()
    } else {
      scrollSequences = nil
    }
    // imagefeed sets the size, whatever the terminal reports.
    use_tioctl(false)
    guard let screen = newterm(variant?.name ?? term, output, input) else {
      fclose(output)
      fclose(input)
      throw .unknownTerminal(term)
    }
    self.screen = screen
    // newterm() installs handlers for signals that imagefeed reads from a signalfd.
    for (signal, action) in dispositions { Self.setDisposition(of: signal, action) }

    if start_color() == OK { use_default_colors() }
    // Otherwise ncurses interrupts a frame when its input, /dev/null, is readable.
    typeahead(-1)
    leaveok(nc_stdscr(), true)
    colors = Int(nc_colors())
    writesMarks = Self.capability("scp") == DirectColors.mark
    pairs = ColorPairs(lastPair: Self.pairLimit(columns: columns, rows: rows))
    resize_term(Int32(rows), Int32(columns))
    // The first update contains modes that imagefeed sets itself, such as the alternate screen.
    var discarded: [UInt8] = []
    update(into: &discarded)
  }

  /// Adds a terminfo database to those that ncurses searches.
  ///
  /// Must be called before the first entry is looked up.
  static func addDatabase(_ directory: String) {
    // ncurses searches only folders that exist at that time.
    guard (try? Folder.create(directory, mode: 0o700)) != nil else { return }
    nc_use_terminfo(directory)
  }

  /// Returns the nearest existing terminfo entry for a terminal; `term` if there is none.
  static func entry(for term: String) -> String {
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    return ([term] + TerminfoFallback.entries(for: term)).first { name in
      guard nc_enter_entry(name, output) else { return false }
      nc_leave_entry()
      return true
    } ?? term
  }

  deinit {
    delscreen(screen)
    fclose(output)
    fclose(input)
  }

  /// Changes the size, blanks all cells and clears all colour pairs.
  func resize(columns: Int, rows: Int) {
    resize_term(Int32(rows), Int32(columns))
    werase(nc_stdscr())
    resetPairs(limit: Self.pairLimit(columns: columns, rows: rows))
  }

  /// Makes the next update draw everything again.
  func repaint() { clearok(nc_curscr(), true) }

  /// Returns the number of a colour pair; `nil` if none is free, see `recyclePairs(keeping:_:)`.
  func pair(foreground: Int32, background: Int32) -> Int32? {
    switch pairs.pair(foreground: foreground, background: background) {
    case .known(let pair): return pair
    case .new(let pair):
      guard !writesMarks else { return pair }
      if pair == 256 { reserveNumbers() }
      define(pair, foreground, background)
      return pair
    case .reused(let pair):
      if !writesMarks { define(pair, foreground, background) }
      return pair
    case .full: return nil
    }
  }

  /// Makes ncurses allocate its table of pairs at full size.
  ///
  /// Otherwise it doubles it step by step, copying each pair.
  private func reserveNumbers() { init_extended_pair(markPair, 0, 0) }

  /// Defines the assigned numbers in ncurses with different colours.
  ///
  /// ncurses considers cells equal if their pairs have the same colours. It doesn't compare cells
  /// on a screen that it clears first. The numbers of the first frame are therefore defined with
  /// the second, so that the first frame isn't delayed.
  private func defineNumbers() {
    let last = Int32(pairs.colors.count) - 1
    guard writesMarks, lastDefined < last, !is_cleared(nc_curscr()) else { return }
    if lastDefined == 0 { reserveNumbers() }
    for pair in lastDefined + 1...last { define(pair, pair, pair) }
    lastDefined = last
  }

  /// Defines the colours of a pair number in ncurses.
  private func define(_ pair: Int32, _ foreground: Int32, _ background: Int32) {
    // When a pair changes, ncurses searches the whole screen for its cells, unless it is about to
    // clear it. No cell has this pair, so the search isn't needed.
    let clears = is_cleared(nc_curscr())
    clearok(nc_curscr(), true)
    init_extended_pair(pair, foreground, background)
    clearok(nc_curscr(), clears)
  }

  /// Frees the numbers of all pairs that aren't in cells of the last frame or the next one.
  ///
  /// This is much faster than `reset_color_pairs()`, which redraws the whole terminal.
  func recyclePairs(keeping shown: [Int32], _ next: ArraySlice<Int32>) {
    pairs.recycle(keeping: shown, next)
  }

  /// Clears all colour pairs.
  ///
  /// Every cell must be put again, and the next update draws everything.
  func resetPairs() { resetPairs(limit: pairs.lastPair) }

  private func resetPairs(limit: Int32) {
    pairs = ColorPairs(lastPair: limit)
    lastDefined = 0
    reset_color_pairs()
    // That also resets pair 0. Otherwise blanks would have the same colours as pairs that aren't
    // defined yet.
    if colors > 0 { use_default_colors() }
    repaint()
  }

  /// Returns the highest number for a colour pair: four for each cell, but at least 255, at most
  /// 65 534, and never more than ncurses supports.
  ///
  /// Two frames with a different pair in every cell need half of these numbers. More numbers would
  /// be slower, because ncurses stores pairs in a tree.
  private static func pairLimit(columns: Int, rows: Int) -> Int32 {
    Int32(max(0, min(Int(nc_pairs()) - 1, 65_534, max(255, 4 * columns * rows))))
  }

  /// A pair number that no cell ever has.
  ///
  /// The number may exceed the pairs that ncurses has.
  private var markPair: Int32 { pairs.lastPair + 1 }

  /// Puts glyphs into a row.
  ///
  /// A glyph with an empty text is the right half of a wide one.
  func put(_ glyphs: UnsafeBufferPointer<nc_glyph>, x: Int, y: Int) {
    let limit = Int(nc_run_limit)
    var start = 0
    while start < glyphs.count {
      var end = min(glyphs.count, start + limit)
      while end < glyphs.count, glyphs[end].text.0 == 0 { end -= 1 }
      nc_put(
        nc_stdscr(),
        Int32(y),
        Int32(x + start),
        glyphs.baseAddress.map { $0 + start },
        Int32(end - start)
      )
      start = end
    }
  }

  /// Appends the bytes that write cells again, even if ncurses considers them unchanged.
  func rewrite(_ cells: [(point: Point, glyphs: [nc_glyph])], into bytes: inout [UInt8]) {
    // This glyph is in no frame. It replaces the cells both in ncurses' copy of the terminal and in
    // its next screen.
    var mark = nc_glyph()
    mark.text.0 = 0x7E
    mark.attributes = nc_bold | nc_dim | nc_underline | nc_reverse
    for (point, glyphs) in cells {
      let marks = Array(repeating: mark, count: glyphs.count)
      for window in [nc_curscr(), nc_stdscr()] {
        nc_put(window, Int32(point.y), Int32(point.x), marks, Int32(marks.count))
      }
    }
    wnoutrefresh(nc_stdscr())
    for (point, glyphs) in cells {
      glyphs.withUnsafeBufferPointer { put($0, x: point.x, y: point.y) }
    }
    update(into: &bytes)
  }

  /// Sets whether updates may insert and delete characters, which shifts the rest of a line.
  func allowShifts(_ isAllowed: Bool) { idcok(nc_stdscr(), isAllowed) }

  /// Sets the position of the cursor after the next update; any position if `nil`.
  func placeCursor(_ position: (x: Int, y: Int)?) {
    leaveok(nc_stdscr(), position == nil)
    if let position { wmove(nc_stdscr(), Int32(position.y), Int32(position.x)) }
  }

  /// Appends the bytes that make the terminal show the current cells.
  func update(into bytes: inout [UInt8]) {
    defineNumbers()
    wnoutrefresh(nc_stdscr())
    doupdate()
    guard writesMarks else { return memory.drain(into: &bytes) }
    var written: [UInt8] = []
    memory.drain(into: &written)
    DirectColors.expand(written, pairs.colors, into: &bytes)
  }

  /// Scrolls rows on the terminal and in both screens of ncurses: its copy of the terminal, and the
  /// next screen.
  ///
  /// ncurses itself scrolls if it finds lines that have moved. But it compares only their
  /// characters, and lines of half blocks all look alike to it. It can't be stopped from doing so
  /// for a single frame, so variants of terminfo entries lack those capabilities.
  ///
  /// - Parameter bytes: receives the sequences to send before the next update.
  /// - Returns: false, without changes, if the terminal can't scroll a region or if ncurses has too
  ///   few colour pairs.
  func scroll(_ region: ScrolledRegion, into bytes: inout [UInt8]) -> Bool {
    guard let scrollSequences, markPair < nc_pairs() else { return false }
    let last = getmaxy(nc_stdscr()) - 1
    // Updates end without colours and attributes, so the new rows are blank.
    bytes += scrollSequences.bytes(region, rows: Int(last) + 1)
    for window in [nc_curscr(), nc_stdscr()] {
      scrollok(window, true)
      wsetscrreg(window, Int32(region.rows.lowerBound), Int32(region.rows.upperBound - 1))
      wscrl(window, Int32(region.distance))
      wsetscrreg(window, 0, last)
      scrollok(window, false)
    }
    if scrollsItself { rehash(region.rows) }
    return true
  }

  /// Makes ncurses compute the hashes of lines again after a scroll.
  ///
  /// With the old hashes ncurses would detect that the lines have moved, and scroll them again.
  ///
  /// ncurses computes the hash of a line if it contains a cell of a changed pair. It also discards
  /// the contents of that cell, so the next update writes the cell again with a few bytes.
  private func rehash(_ rows: Range<Int>) {
    init_extended_pair(markPair, 1, 0)
    var mark = nc_glyph()
    mark.text.0 = 0x20
    mark.pair = markPair
    for y in rows { nc_put(nc_curscr(), Int32(y), 0, &mark, 1) }
    init_extended_pair(markPair, 2, 0)
  }

  /// Returns a string capability of the entry that ncurses uses; `nil` if the entry lacks it.
  func capability(_ name: String) -> [UInt8]? { Self.capability(name) }

  private static func capability(_ name: String) -> [UInt8]? {
    guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    return Array(
      UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    )
  }

  /// The signals that ncurses installs handlers for.
  private static let signalsOfCurses = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  private static func disposition(of signal: Int32) -> sigaction {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action
  }

  private static func setDisposition(of signal: Int32, _ action: sigaction) {
    var action = action
    sigaction(signal, &action, nil)
  }
}
