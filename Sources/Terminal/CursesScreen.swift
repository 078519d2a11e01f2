import CNcurses
import Canvas
import Glibc
import Platform

/// The one ncurses screen of the process; it draws into a file in memory.
///
/// ncurses never sees the terminal: no input, no signals, no size of its own. What it has written
/// since the last time is taken with `update(into:)`.
final class CursesScreen {
  /// How many colours the terminfo entry has: 0, 8, 16, 88, 256 or 2²⁴.
  let colors: Int
  private let memory: MemoryFile
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private var pairs: ColorPairs
  /// Whether ncurses writes marks with the numbers of colour pairs, and knows nothing else of them.
  private let writesMarks: Bool
  /// ncurses knows the numbers up to here.
  private var lastDefined: Int32 = 0
  private let scrollSequences: ScrollSequences?
  /// Whether ncurses' entry has sequences to scroll with.
  private let scrollsItself: Bool

  /// - Parameters:
  ///   - term: the terminal's own entry.
  ///   - variant: the entry for ncurses, if not that one.
  init(
    term: String,
    variant: TerminfoVariant?,
    columns: Int,
    rows: Int
  ) throws(TerminalError) {
    do { memory = try MemoryFile("frame") } catch { throw .device(reason: error.reason) }
    let copy = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 3)
    guard let output = fdopen(copy, "w"), let input = fopen("/dev/null", "re") else {
      throw .device(reason: String(cString: strerror(errno)))
    }
    (self.output, self.input) = (output, input)

    let dispositions = Self.signalsOfCurses.map { ($0, Self.disposition(of: $0)) }
    scrollsItself = variant == nil
    // A variant has no sequences to scroll with.
    if nc_enter_entry(term, copy) {
      scrollSequences = ScrollSequences { Self.capability($0) }
      nc_leave_entry()
    } else {
      scrollSequences = nil
    }
    // The size is ours to set, whatever terminal this is.
    use_tioctl(false)
    guard let screen = newterm(variant?.name ?? term, output, input) else {
      fclose(output)
      fclose(input)
      throw .unknownTerminal(term)
    }
    self.screen = screen
    // newterm() takes over signals that are read from a signalfd here.
    for (signal, action) in dispositions { Self.setDisposition(of: signal, action) }

    if start_color() == OK { use_default_colors() }
    // Otherwise ncurses stops in the middle of a frame when its input, /dev/null, is readable.
    typeahead(-1)
    leaveok(nc_stdscr(), true)
    colors = Int(nc_colors())
    writesMarks = Self.capability("scp") == DirectColors.mark
    pairs = ColorPairs(limit: Self.pairLimit(columns: columns, rows: rows))
    resize_term(Int32(rows), Int32(columns))
    // The first update brings modes that are ours to switch (the alternate screen).
    var discarded: [UInt8] = []
    update(into: &discarded)
  }

  /// Adds a terminfo database to those that ncurses searches; it must be called before the first
  /// entry is looked up.
  static func addDatabase(_ directory: String) {
    // ncurses searches only folders that exist at that time.
    guard (try? Folder.create(directory, mode: 0o700)) != nil else { return }
    nc_use_terminfo(directory)
  }

  /// Returns the nearest terminfo entry there is for a terminal; `term` itself if there is none.
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

  func resize(columns: Int, rows: Int) {
    resize_term(Int32(rows), Int32(columns))
    werase(nc_stdscr())
    resetPairs(limit: Self.pairLimit(columns: columns, rows: rows))
  }

  /// The next update draws everything again.
  func repaint() { clearok(nc_curscr(), true) }

  /// The number of a colour pair; nil when they ran out, see `recyclePairs(keeping:_:)`.
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

  /// ncurses doubles its table by copying it pair by pair: it gets as large as it will at once.
  private func reserveNumbers() { init_extended_pair(markPair, 0, 0) }

  /// Makes all numbers given out different for ncurses, which knows no colours of them.
  ///
  /// ncurses takes cells for equal whose pairs differ but have the same colours. It does not
  /// compare a screen that it clears first, so the numbers of the first frame are defined with the
  /// second, and the first does not wait for them.
  private func defineNumbers() {
    let last = Int32(pairs.colors.count) - 1
    guard writesMarks, lastDefined < last, !is_cleared(nc_curscr()) else { return }
    if lastDefined == 0 { reserveNumbers() }
    for pair in lastDefined + 1...last { define(pair, pair, pair) }
    lastDefined = last
  }

  /// Tells ncurses what a number stands for.
  private func define(_ pair: Int32, _ foreground: Int32, _ background: Int32) {
    // ncurses looks through its whole picture of the terminal for cells of a pair that changes,
    // unless it is about to clear it. No such cell is left there, so that it need not look.
    let clears = is_cleared(nc_curscr())
    clearok(nc_curscr(), true)
    init_extended_pair(pair, foreground, background)
    clearok(nc_curscr(), clears)
  }

  /// Frees the numbers of all pairs but those in cells: of the frame that was drawn last, and of
  /// the next one.
  ///
  /// Much cheaper than `reset_color_pairs()`, after which the whole terminal is drawn again.
  func recyclePairs(keeping shown: [Int32], _ next: ArraySlice<Int32>) {
    pairs.recycle(keeping: shown, next)
  }

  /// Forgets all colour pairs: every cell must be put again, and the next update draws it all.
  func resetPairs() { resetPairs(limit: pairs.limit) }

  private func resetPairs(limit: Int32) {
    pairs = ColorPairs(limit: limit)
    lastDefined = 0
    reset_color_pairs()
    // It forgets number 0, too, which blanks would then share with what is not defined yet.
    if colors > 0 { use_default_colors() }
    repaint()
  }

  /// The highest number for a colour pair: two frames with a pair for each cell need half of them.
  ///
  /// More would be slower: ncurses keeps the pairs in a tree, where a new one costs the more the
  /// more there are.
  private static func pairLimit(columns: Int, rows: Int) -> Int32 {
    Int32(max(0, min(Int(nc_pairs()) - 1, 65_534, max(255, 4 * columns * rows))))
  }

  /// A number for a pair that no cell ever has, where there are so many.
  private var markPair: Int32 { pairs.limit + 1 }

  /// Puts glyphs into a row; one with an empty text stands for the right half of a wide one.
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

  /// Appends the bytes that write cells again, although ncurses knows of no change.
  func rewrite(_ cells: [(point: Point, glyphs: [nc_glyph])], into bytes: inout [UInt8]) {
    // A cell that no frame has, in ncurses' picture of the terminal and in what it was given.
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

  /// Whether updates may insert and delete characters, which shifts the rest of a line.
  func allowShifts(_ isAllowed: Bool) { idcok(nc_stdscr(), isAllowed) }

  /// Where the cursor is left after the next update; nil leaves it anywhere.
  func placeCursor(_ position: (x: Int, y: Int)?) {
    leaveok(nc_stdscr(), position == nil)
    if let position { wmove(nc_stdscr(), Int32(position.y), Int32(position.x)) }
  }

  /// Appends the bytes that make the terminal show what was put.
  func update(into bytes: inout [UInt8]) {
    defineNumbers()
    wnoutrefresh(nc_stdscr())
    doupdate()
    guard writesMarks else { return memory.drain(into: &bytes) }
    var written: [UInt8] = []
    memory.drain(into: &written)
    DirectColors.expand(written, pairs.colors, into: &bytes)
  }

  /// Scrolls a region of the terminal, and with it both pictures that ncurses has of the terminal:
  /// what it was given, and what it has written.
  ///
  /// ncurses would do so itself where it finds lines that have moved. But it compares their
  /// characters only: lines of half blocks are all alike. It cannot be kept from
  /// it for a single frame either, so our variants of terminfo entries lack those capabilities.
  ///
  /// - Parameter bytes: gets what has to come before the next update.
  /// - Returns: false, and nothing is done, where the terminal cannot scroll.
  func scroll(_ region: ScrolledRegion, into bytes: inout [UInt8]) -> Bool {
    guard let scrollSequences, markPair < nc_pairs() else { return false }
    let last = getmaxy(nc_stdscr()) - 1
    // Updates leave with no colour and no attribute set: what comes in is blank.
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

  /// Forces ncurses to rehash lines, or it would see them move once more.
  ///
  /// It does so for lines with a cell of a pair that changes; it also forgets what is in that cell,
  /// which costs its few bytes.
  private func rehash(_ rows: Range<Int>) {
    init_extended_pair(markPair, 1, 0)
    var mark = nc_glyph()
    mark.text.0 = 0x20
    mark.pair = markPair
    for y in rows { nc_put(nc_curscr(), Int32(y), 0, &mark, 1) }
    init_extended_pair(markPair, 2, 0)
  }

  /// A string capability of the terminal, nil when it has none of that name.
  func capability(_ name: String) -> [UInt8]? { Self.capability(name) }

  private static func capability(_ name: String) -> [UInt8]? {
    guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    return Array(
      UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    )
  }

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
