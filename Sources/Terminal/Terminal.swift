import CNcurses
import Canvas
import Glibc
import Platform

/// The terminal as the main loop sees it: frames in, input events out.
///
/// It belongs to the thread that made it, and there is one at a time: ncurses is global. A frame is
/// one write; what the terminal does not take at once waits for `flushOutput()`.
package final class Terminal {
  package private(set) var size: TerminalSize
  /// The terminal hung up: there is nobody to draw for any more.
  package private(set) var isGone = false
  /// How many colours are really used, and why, for `doctor`.
  package let colors: ColorDepth
  package let colorsReason: String

  private let tty: any Tty
  private let isUTF8: Bool
  private let isSynchronized: Bool
  private let sequences: ModeSequences
  private var curses: CursesScreen?
  private var decoder: InputDecoder
  private var resolver: GlyphResolver
  private var actual = TerminalModes.released
  private var isSuspended = false
  private var needsRepaint = true
  private var shown: [Glyph] = []
  private var next: [Glyph] = []
  private var run: [nc_glyph] = []
  private var output: [UInt8] = []
  private var outputStart = 0

  /// Takes the terminal over: raw input, but nothing drawn and no mode switched yet.
  ///
  /// - Parameters:
  ///   - environment: for where terminfo entries are.
  ///   - cacheDirectory: keeps the terminfo entry for 24-bit colour; without it there are 256.
  package init(
    tty: any Tty,
    traits: TerminalTraits,
    environment: [String: String],
    cacheDirectory: String?
  ) throws(TerminalError) {
    guard !traits.isDumb else { throw .unknownTerminal(traits.term) }
    self.tty = tty
    size = tty.size() ?? TerminalSize(columns: 80, rows: 24)
    isUTF8 = traits.isUTF8 && Self.useUTF8()
    isSynchronized = !traits.isLinuxConsole

    let curses = try Self.open(traits, environment, cacheDirectory, size)
    self.curses = curses
    colors = Self.depth(wanted: traits.colors, available: curses.colors)
    colorsReason =
      colors == traits.colors
      ? traits.colorsReason : "terminfo of \(traits.term): \(curses.colors) colours"
    resolver = GlyphResolver(
      colors: ColorReducer(depth: colors, isEightColors: curses.colors < 16),
      isUTF8: isUTF8
    )
    decoder = InputDecoder(keys: KeyTable.keys { curses.capability($0) })
    var sequences = ModeSequences()
    sequences.hasTitle = !traits.isLinuxConsole
    sequences.keypadOn = Self.text(curses.capability("smkx"))
    sequences.keypadOff = Self.text(curses.capability("rmkx"))
    self.sequences = sequences
    try tty.enterRaw()
  }

  deinit { close() }

  /// Starts ncurses, with a terminfo entry of our own where the user's has too few colours.
  private static func open(
    _ traits: TerminalTraits,
    _ environment: [String: String],
    _ cacheDirectory: String?,
    _ size: TerminalSize
  ) throws(TerminalError) -> CursesScreen {
    let wanted: Int? =
      switch traits.colors {
      case .trueColor: 1 << 24
      case .palette256 where !traits.term.contains("256color"): 256
      default: nil
      }
    if let wanted, let cacheDirectory,
      let variant = TerminfoVariant.make(
        of: traits.term,
        colors: wanted,
        environment: environment,
        cacheDirectory: cacheDirectory
      ),
      let curses = try? CursesScreen(
        term: variant.name,
        terminfoDirectory: variant.directory,
        columns: size.columns,
        rows: size.rows
      )
    {
      return curses
    }
    return try CursesScreen(
      term: traits.term,
      terminfoDirectory: nil,
      columns: size.columns,
      rows: size.rows
    )
  }

  private static func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
  }

  private static func depth(wanted: ColorDepth, available: Int) -> ColorDepth {
    let most: ColorDepth =
      available > 256
      ? .trueColor
      : available == 256
        ? .palette256
        : available >= 8 ? .palette16 : .monochrome
    let order: [ColorDepth] = [.monochrome, .palette16, .palette256, .trueColor]
    return order.first { $0 == wanted || $0 == most } ?? .monochrome
  }

  /// Makes the C library, and with it ncurses, take text as UTF-8.
  private static func useUTF8() -> Bool {
    for name in ["C.UTF-8", "", "en_US.UTF-8"] {
      if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
      // LC_CTYPE only: numbers in what C code prints keep their points.
      setlocale(LC_CTYPE, name)
    }
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }

  // MARK: Size

  /// Asks for the size again (after SIGWINCH); the next frame is drawn whole.
  package func resize() {
    guard let new = tty.size() else { return }
    defer { size = new }
    guard new.columns != size.columns || new.rows != size.rows else { return }
    curses?.resize(columns: new.columns, rows: new.rows)
    shown = []
    needsRepaint = true
  }

  // MARK: Input

  /// For `poll()`: readable when `readInput(at:)` has something to do.
  package var inputDescriptor: Int32 { tty.inputDescriptor }
  /// For `poll()`: writable when `flushOutput()` has something to do.
  package var outputDescriptor: Int32 { tty.outputDescriptor }

  /// Reads and decodes what is there; an unfinished sequence waits until `inputDeadline`.
  package func readInput(at now: MonotonicTime) -> [InputEvent] {
    var events: [InputEvent] = []
    while !isGone {
      let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let count = tty.read(into: buffer)
        if count > 0 {
          events += decoder.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now)
        }
        return count
      }
      if count < 0 { isGone = true }
      if count < 4096 { break }
    }
    return events
  }

  /// When what has come in so far is taken as it is: a lone Esc, for example.
  package var inputDeadline: MonotonicTime? { decoder.deadline }

  /// Decodes what still waits, if its time has come.
  package func flushInput(at now: MonotonicTime) -> [InputEvent] { decoder.flush(at: now) }

  // MARK: Output

  /// Whether the terminal still has to take a part of what was written.
  package var hasPendingOutput: Bool { outputStart < output.count }

  /// Writes what is pending, as much of it as the terminal takes.
  ///
  /// - Returns: whether nothing is left.
  @discardableResult
  package func flushOutput() -> Bool {
    while hasPendingOutput {
      let count = output.withUnsafeBytes {
        tty.write(UnsafeRawBufferPointer(rebasing: $0[outputStart...]))
      }
      if count < 0 {
        isGone = true
        outputStart = output.count
      }
      if count == 0 { return false }
      outputStart += max(0, count)
    }
    output.removeAll(keepingCapacity: true)
    outputStart = 0
    return true
  }

  /// Makes the terminal show a canvas and take on modes.
  ///
  /// - Parameters:
  ///   - pictures: what the canvas' `.picture` cells show, by placement; nil leaves them blank.
  ///   - fullRepaint: draws everything again, also what should be there already.
  package func present(
    _ canvas: Canvas,
    pictures: [SymbolGrid?],
    modes: TerminalModes,
    fullRepaint: Bool = false
  ) -> FrameStatistics {
    var statistics = FrameStatistics()
    if fullRepaint { needsRepaint = true }
    guard let curses, !isSuspended, flushOutput() else {
      statistics.isComplete = !hasPendingOutput
      statistics.isDeferred = true
      return statistics
    }
    let start = MonotonicTime.now
    let change = sequences.change(from: actual, to: modes)
    if modes != actual { guardCrashes(from: modes, and: actual) }
    if modes.alternateScreen != actual.alternateScreen { needsRepaint = true }
    if needsRepaint { curses.repaint() }

    statistics.cells = put(canvas, pictures, on: curses)
    let moves = modes.cursor != actual.cursor
    if statistics.cells > 0 || needsRepaint || moves {
      if isSynchronized { output += ModeSequences.beginSynchronized.utf8 }
      output += change.before.utf8
      let content = output.count
      curses.placeCursor(modes.cursor.map { (clamp($0.x, size.columns), clamp($0.y, size.rows)) })
      curses.update(into: &output)
      let isEmpty = output.count == content
      output += change.after.utf8
      if isSynchronized { output += ModeSequences.endSynchronized.utf8 }
      if isEmpty, change.before.isEmpty, change.after.isEmpty {
        output.removeAll(keepingCapacity: true)
      }
    } else {
      output += change.before.utf8
      output += change.after.utf8
    }
    needsRepaint = false
    actual = modes
    statistics.bytes = output.count

    let built = MonotonicTime.now
    statistics.buildMilliseconds = built.milliseconds(since: start)
    statistics.isComplete = flushOutput()
    statistics.writeMilliseconds = MonotonicTime.now.milliseconds(since: built)
    return statistics
  }

  private func clamp(_ value: Int, _ limit: Int) -> Int { max(0, min(limit - 1, value)) }

  /// Gives ncurses the cells that changed.
  ///
  /// - Returns: how many they are.
  private func put(_ canvas: Canvas, _ pictures: [SymbolGrid?], on curses: CursesScreen) -> Int {
    if resolver.isFull {
      resolver.reset()
      shown = []
    }
    let count = size.columns * size.rows
    if next.count != count { next = Array(repeating: .blank, count: count) }
    next.withUnsafeMutableBufferPointer { glyphs in
      for y in 0..<size.rows {
        let range = y * size.columns..<(y + 1) * size.columns
        let row = UnsafeMutableBufferPointer(rebasing: glyphs[range])
        resolver.resolve(canvas, row: y, pictures: pictures, into: row)
      }
    }
    // Blank is what a screen is after it was cleared.
    if shown.count != count {
      shown = Array(
        repeating: Glyph(code: .max, foreground: 0, background: 0, attributes: []),
        count: count
      )
    }
    var cells = putChanges(on: curses)
    if cells == nil {
      // The pairs ran out: number those of this frame anew, which needs every cell.
      curses.resetPairs()
      for index in shown.indices { shown[index].code = .max }
      cells = putChanges(on: curses)
    }
    swap(&shown, &next)
    return cells ?? count
  }

  /// Gives ncurses what differs between `shown` and `next`; nil when it has no pairs left for it.
  private func putChanges(on curses: CursesScreen) -> Int? {
    let columns = size.columns
    var cells = 0
    for y in 0..<size.rows {
      let base = y * columns
      var x = 0
      while x < columns {
        if next[base + x] == shown[base + x] {
          x += 1
          continue
        }
        var start = x
        while start > 0, next[base + start].isContinuation { start -= 1 }
        run.removeAll(keepingCapacity: true)
        x = start
        while x < columns,
          next[base + x] != shown[base + x] || next[base + x].isContinuation || x == start
        {
          let glyph = next[base + x]
          guard let pair = curses.pair(foreground: glyph.foreground, background: glyph.background)
          else { return nil }
          run.append(nc_glyph(glyph, pair: pair, clusters: resolver.clusters))
          x += 1
        }
        cells += run.count
        run.withUnsafeBufferPointer { curses.put($0, x: start, y: y) }
      }
    }
    return cells
  }

  // MARK: Outside of frames

  /// Puts text on the person's clipboard (OSC 52); the terminal does not say whether it worked.
  package func setClipboard(_ text: String) {
    output += "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{1B}\\".utf8
    flushOutput()
  }

  /// Leaves the terminal as it was found; `resume()` comes back.
  package func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    finishOutput()
    if actual != .released { output += sequences.teardown(from: actual) }
    actual = .released
    finishOutput()
    tty.guardCrashes(teardown: nil)
    tty.restore()
  }

  /// Takes the terminal over again; the next frame is drawn whole.
  package func resume() throws(TerminalError) {
    guard isSuspended, curses != nil else { return }
    try tty.enterRaw()
    isSuspended = false
    needsRepaint = true
    resize()
  }

  /// Leaves the terminal as it was found, for good.
  package func close() {
    suspend()
    curses = nil
  }

  /// Waits a little for a slow terminal to take what is pending; one that hangs is left behind.
  private func finishOutput() {
    while !flushOutput(), tty.waitUntilWritable(milliseconds: 200) {}
    output.removeAll()
    outputStart = 0
  }

  /// A crash undoes the modes of this frame, and those of the one that may be half written.
  private func guardCrashes(from new: TerminalModes, and old: TerminalModes) {
    var both = new
    both.alternateScreen = new.alternateScreen || old.alternateScreen
    both.mouse = new.mouse || old.mouse
    both.bracketedPaste = new.bracketedPaste || old.bracketedPaste
    both.focusReports = new.focusReports || old.focusReports
    if old.cursor == nil { both.cursor = nil }
    if both.title == nil { both.title = old.title }
    tty.guardCrashes(teardown: sequences.teardown(from: both))
  }
}
