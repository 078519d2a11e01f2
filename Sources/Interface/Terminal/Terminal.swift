import CNcurses
import Canvas
import Glibc
import Platform

/// The terminal as the main loop uses it: frames are its input, input events its output.
///
/// A terminal belongs to the thread that created it. Only one may exist at a time, because ncurses
/// is global. A frame is one write; bytes that the terminal doesn't accept wait for
/// `flushOutput()`.
package final class Terminal {
  package internal(set) var size: TerminalSize
  /// Whether the terminal has hung up.
  ///
  /// Nothing can be drawn any more.
  package internal(set) var isGone = false
  /// The colour depth of the terminal.
  package var colors: ColorDepth { colorSupport.depth }
  package var interfaceColors: ColorDepth { colorSupport.interface }
  /// The colour depth of pictures drawn with symbols.
  package var pictureColors: ColorDepth { colorSupport.pictures }
  /// The reason for the colour depth, as `doctor` prints it.
  package var colorsReason: String { colorSupport.reason }
  var colorSupport: ColorSupport
  /// The name of the terminfo entry in use, which differs from TERM if TERM has no entry.
  package let entry: String

  let tty: any Tty
  let environment: [String: String]
  var probe: TerminalProbe
  var questions = TerminalQuestions()
  /// The folder that remembers terminals without replies; `nil` to remember none.
  package var silenceFolder: String?
  /// The clock; tests replace it.
  package var clock: () -> MonotonicTime = { .now }
  let isUTF8: Bool
  let sequences: ModeSequences
  var painter: FramePainter?
  var decoder: InputDecoder
  var actual = TerminalModes.released
  var isSuspended = false
  var traits: TerminalTraits
  let cacheDirectory: String?
  var needsRepaint = true
  var output = OutputBuffer()
  var pixels = PixelOutput()

  /// Opens the terminal in raw mode.
  ///
  /// Draws nothing and sets no other mode yet.
  ///
  /// - Parameters:
  ///   - environment: the environment variables, which also locate terminfo entries.
  ///   - cacheDirectory: the folder for the terminfo entry of 24-bit colour; with `nil` there are
  ///     256 colours.
  ///   - graphics: the graphics protocol that the user chose; `nil` to detect it.
  ///   - symbols: the symbol set that the user chose; `nil` to detect it.
  ///   - cell: the size of a cell that the user has set; `nil` to detect it.
  ///   - followsColors: whether the terminal should report changes of its colour scheme.
  /// - Throws: `unknownTerminal` or `device`.
  package init(
    tty: any Tty,
    traits: TerminalTraits,
    environment: [String: String],
    cacheDirectory: String?,
    graphics: ProbeSituation.GraphicsOverride? = nil,
    symbols: SymbolSet? = nil,
    cell: ChosenCell? = nil,
    followsColors: Bool = false
  ) throws(TerminalError) {
    guard !traits.isDumb else { throw .unknownTerminal(traits.term) }
    self.tty = tty
    self.traits = traits
    self.cacheDirectory = cacheDirectory
    self.environment = environment
    let size = tty.size() ?? .standard
    self.size = size.assuming(cell: cell?.pixels)
    isUTF8 = traits.isUTF8 && Self.useUTF8()

    if let cacheDirectory { CursesScreen.addDatabase(TerminfoVariant.database(in: cacheDirectory)) }
    entry = CursesScreen.entry(for: traits.term)
    let curses = try Self.open(entry, traits, environment, cacheDirectory, size)
    colorSupport = ColorSupport(traits, of: curses, entry: entry)
    painter = Self.painter(curses, colorSupport, size, isUTF8: isUTF8)
    decoder = InputDecoder(keys: TerminfoKeys.keys { curses.capability($0) })
    var sequences = ModeSequences()
    sequences.hasTitle = !traits.isLinuxConsole
    sequences.hasColorReports = followsColors && !traits.isLinuxConsole
    sequences.keypadOn = Self.text(curses.capability("smkx"))
    sequences.keypadOff = Self.text(curses.capability("rmkx"))
    self.sequences = sequences
    var situation = ProbeSituation(
      traits: traits,
      environment: environment,
      graphicsOverride: graphics
    )
    situation.colors = colorSupport.depth
    situation.isUTF8 = isUTF8
    situation.symbolsOverride = symbols
    situation.chosenCell = cell
    situation.hasSextantWidth = nc_width(0x1FB00) == 1
    situation.hasOctantWidth = nc_width(0x1CD00) == 1
    probe = TerminalProbe(situation, size: size)
    try tty.enterRaw()
  }

  deinit { close() }

  // MARK: Size

  /// Reads the terminal's size again, after SIGWINCH.
  ///
  /// If it has changed, the next frame is drawn completely.
  package func resize() {
    guard var new = tty.size() else { return }
    ask(probe.resize(new, at: clock()))
    new.cellPixels = findings.cell
    defer { size = new }
    guard new.columns != size.columns || new.rows != size.rows else { return }
    painter?.resize(columns: new.columns, rows: new.rows)
    pixels.driver?.invalidateScreen()
    needsRepaint = true
  }

  // MARK: Input

  /// The descriptor for `poll()` that is readable when `readInput(at:)` has work.
  package var inputDescriptor: Int32 { tty.inputDescriptor }
  /// The descriptor for `poll()` that is writable when `flushOutput()` has work.
  package var outputDescriptor: Int32 { tty.outputDescriptor }

  /// Reads and decodes the available input.
  ///
  /// An unfinished sequence waits until `inputDeadline`.
  package func readInput(at now: MonotonicTime) -> [InputEvent] {
    updateEscapeTimeout(at: now)
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
    return absorbReplies(events, at: now)
  }

  /// The time when `flushInput(at:)` must be called, for example to report a lone Esc; `nil` if no
  /// input waits.
  package var inputDeadline: MonotonicTime? { decoder.deadline }

  /// Ends an unfinished sequence if its deadline has passed.
  package func flushInput(at now: MonotonicTime) -> [InputEvent] { decoder.flush(at: now) }

  // MARK: Output

  /// Whether bytes wait until the terminal accepts them.
  package var hasPendingOutput: Bool { !output.isEmpty }

  /// Writes pending bytes, as many as the terminal accepts.
  ///
  /// If none are pending, the next piece of an upload is written. Each call writes one piece at
  /// most, so that a frame can precede the next one.
  ///
  /// - Returns: whether no bytes are pending afterwards.
  @discardableResult
  package func flushOutput() -> Bool {
    if !hasPendingOutput, !isSuspended { appendUpload() }
    return writePending()
  }

  @discardableResult
  private func writePending() -> Bool {
    let isWritten = output.write(to: tty)
    if isWritten == nil { isGone = true }
    return isWritten ?? true
  }

  /// Makes the terminal show a canvas and sets its modes.
  ///
  /// - Parameters:
  ///   - pictures: the pictures for the canvas' `.picture` cells, by placement.
  ///   - moved: the images to draw over the cells, if the terminal can (`movesImages`).
  ///   - scrolled: rows that have probably moved since the previous frame; a wrong guess costs only
  ///     bytes.
  ///   - fullRepaint: whether all cells are drawn again, even if they haven't changed.
  package func present(
    _ canvas: Canvas,
    pictures: [ShownPicture],
    moved: [MovedImage] = [],
    modes: TerminalModes,
    scrolled: ScrolledRegion? = nil,
    fullRepaint: Bool = false
  ) -> FrameStatistics {
    var statistics = FrameStatistics()
    if fullRepaint { needsRepaint = true }
    guard painter != nil, !isSuspended, writePending() else {
      statistics.isComplete = !hasPendingOutput
      statistics.isDeferred = true
      return statistics
    }
    let start = MonotonicTime.now
    let change = sequences.change(from: actual, to: modes)
    if modes.alternateScreen != actual.alternateScreen {
      needsRepaint = true
      releasePixels()
    } else if needsRepaint, pixels.envelope != nil {
      // The multiplexer may have dropped the images, or another terminal may show it now.
      releasePixels()
    }
    if needsRepaint {
      painter?.repaint()
      pixels.driver?.invalidateScreen()
    }
    let hadPixels = hasPixelsOutsideCells
    let (cover, commands) = planPixels(canvas, pictures, moved)
    painter?.spillsBlocks = findings.spillsBlocks
    painter?.allowShifts(!hadPixels && !hasPixelsOutsideCells)
    if modes.onlyKept != actual.onlyKept
      || pixels.driver.map({ $0.teardownRevision != pixels.guardedRevision }) ?? false
    {
      guardCrashes(from: modes, and: actual)
    }
    statistics.cells =
      painter?.put(
        canvas,
        pictures: pictures.map(\.symbols),
        cover: cover,
        // Pixels outside the cells would stay behind, or move although they must not.
        scrolled: needsRepaint || hadPixels || hasPixelsOutsideCells ? nil : scrolled
      ) ?? 0
    compose(
      change,
      commands,
      modes,
      hasContent: statistics.cells > 0 || needsRepaint
    )
    needsRepaint = false
    actual = modes
    statistics.bytes = output.count
    statistics.graphicsBytes = pixels.bytes
    pixels.bytes = 0
    pixels.driver?.update(at: clock())

    let built = MonotonicTime.now
    statistics.buildMilliseconds = built.milliseconds(since: start)
    statistics.isComplete = flushOutput()
    statistics.writeMilliseconds = MonotonicTime.now.milliseconds(since: built)
    return statistics
  }

  /// Appends the bytes of a frame; none if the frame changes nothing.
  ///
  /// Graphics commands follow the cells, because writing a cell erases its pixels. Only data that
  /// the cells refer to precedes them.
  private func compose(
    _ change: (before: String, after: String),
    _ commands: [UInt8],
    _ modes: TerminalModes,
    hasContent: Bool
  ) {
    var content = commands
    if hasContent || modes.cursorPlace != actual.cursorPlace {
      painter?.update(cursor: modes.cursorPlace, into: &content)
    }
    if hasContent { spareImages(in: &content) }
    if let commands = pixels.driver?.commands(after: painter?.damage ?? PixelDamage()) {
      // xterm redraws the cell that its cursor leaves, over the pixels just drawn there.
      let hidesCursor = !commands.isEmpty && modes.cursor != nil && actual.cursor != nil
      if hidesCursor { content += ModeSequences.hideCursor.utf8 }
      defer { if hidesCursor { content += ModeSequences.showCursor.utf8 } }
      content += commands
      pixels.bytes += commands.count
      painter?.rewrite(pixels.driver?.erasedColumns ?? [], into: &content)
    }
    appendLink(modes, hasContent: hasContent, into: &content)
    guard !content.isEmpty || !change.before.isEmpty || !change.after.isEmpty else { return }
    if isSynchronized { output += ModeSequences.beginSynchronized.utf8 }
    output += change.before.utf8
    output += content
    output += change.after.utf8
    if isSynchronized { output += ModeSequences.endSynchronized.utf8 }
  }

  // MARK: Outside of frames

  /// Copies text to the user's clipboard (OSC 52).
  ///
  /// The terminal doesn't report whether that worked.
  package func setClipboard(_ text: ClipboardText) {
    output += "\u{1B}]52;c;".utf8 + Base64.encode(Array(text.text.utf8)) + "\u{1B}\\".utf8
    writePending()
  }

  /// Restores the terminal to its original state, until `resume()`.
  package func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    finishOutput()
    releasePixels()
    if actual != .released { output += sequences.teardown(from: actual) }
    actual = .released
    finishOutput()
    drainReplies()
    tty.guardCrashes(teardown: nil)
    tty.restore()
  }

  /// Opens the terminal again.
  ///
  /// The next frame is drawn completely.
  package func resume() throws(TerminalError) {
    guard isSuspended, painter != nil else { return }
    try tty.enterRaw()
    isSuspended = false
    needsRepaint = true
    probe.resume()
    adoptColors()
    resize()
  }

  /// Restores the terminal to its original state.
  ///
  /// The object can't be used afterwards.
  package func close() {
    suspend()
    painter = nil
    questions = TerminalQuestions()
  }

  /// Waits until the terminal has accepted all pending bytes.
  ///
  /// Gives up after two seconds without progress.
  private func finishOutput() {
    while !writePending(), tty.waitUntilWritable(milliseconds: 2000) {}
    output.removeAll()
  }

  /// Arms the crash guard to reset the modes of both frames, because the new one may be half
  /// written.
  func guardCrashes(from new: TerminalModes, and old: TerminalModes) {
    var both = new
    both.alternateScreen = new.alternateScreen || old.alternateScreen
    both.mouse = new.mouse || old.mouse
    both.pointerMoves = new.pointerMoves || old.pointerMoves
    both.bracketedPaste = new.bracketedPaste || old.bracketedPaste
    both.focusReports = new.focusReports || old.focusReports
    if old.cursor == nil { both.cursor = nil }
    if both.title == nil { both.title = old.title }
    if both.progress == nil { both.progress = old.progress }
    pixels.guardedRevision = pixels.driver?.teardownRevision ?? 0
    tty.guardCrashes(teardown: pixelTeardown + sequences.teardown(from: both))
  }

  /// Arms the crash guard again if images were added, so that a crash frees them, too.
  func guardPixels() {
    guard pixels.driver?.teardownRevision != pixels.guardedRevision else { return }
    guardCrashes(from: actual, and: actual)
  }
}
