import CNcurses
import Canvas
import Glibc
import Platform

/// The terminal as the main loop sees it: frames in, input events out.
///
/// It belongs to the thread that made it, and there is one at a time: ncurses is global. A frame is
/// one write; what the terminal does not take at once waits for `flushOutput()`.
package final class Terminal {
  package internal(set) var size: TerminalSize
  /// The terminal hung up: there is nobody to draw for any more.
  package internal(set) var isGone = false
  /// The number of colours in use, and the reason for it as `doctor` names it.
  package var colors: ColorDepth { palette.depth }
  package var interfaceColors: ColorDepth { palette.interface }
  /// The colours of pictures that are drawn with symbols.
  package var pictureColors: ColorDepth { palette.pictures }
  package var colorsReason: String { palette.reason }
  var palette: Palette
  /// The name of the terminfo entry in use; not TERM if that entry is missing.
  package let entry: String

  let tty: any Tty
  let environment: [String: String]
  var probe: TerminalProbe
  var media: LocalMedia?
  var tmux: TmuxQuestion?
  var tmuxAskedAt: MonotonicTime?
  var attachment: TmuxAttachment?
  /// The time, for tests to be moved.
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
  var output: [UInt8] = []
  private var outputStart = 0
  /// Draws pictures in pixels; nil where they are symbols.
  var pixels: (any PixelDriver)?
  /// Where the terminal stands behind something that passes on only what it is asked to.
  var envelope: (([UInt8]) -> [UInt8])?
  /// The pixels of the largest image that may be drawn at once; nil for any number.
  var largestImage: Size?
  /// Bytes of pictures since the last frame.
  var graphicsBytes = 0
  private var guardedRevision = 0

  /// Takes the terminal over: raw input, but nothing drawn and no mode switched yet.
  ///
  /// - Parameters:
  ///   - environment: for where terminfo entries are.
  ///   - cacheDirectory: keeps the terminfo entry for 24-bit colour; without it there are 256.
  ///   - graphics: how pictures shall be drawn; nil to find out.
  ///   - symbols: what they are drawn with where it is symbols; nil to find out.
  ///   - cell: the size of a cell as the user has set it; `nil` to find it out.
  ///   - followsColors: whether the terminal shall report changes of its colour scheme.
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
    palette = Palette(traits, of: curses, entry: entry)
    painter = Self.painter(curses, palette, size, isUTF8: isUTF8)
    decoder = InputDecoder(keys: KeyTable.keys { curses.capability($0) })
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
    situation.colors = palette.depth
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

  /// Asks for the size again (after SIGWINCH); the next frame is drawn whole.
  package func resize() {
    guard var new = tty.size() else { return }
    ask(probe.resize(new, at: clock()))
    new.cellPixels = findings.cell
    defer { size = new }
    guard new.columns != size.columns || new.rows != size.rows else { return }
    painter?.resize(columns: new.columns, rows: new.rows)
    pixels?.invalidateScreen()
    needsRepaint = true
  }

  // MARK: Input

  /// For `poll()`: readable when `readInput(at:)` has something to do.
  package var inputDescriptor: Int32 { tty.inputDescriptor }
  /// For `poll()`: writable when `flushOutput()` has something to do.
  package var outputDescriptor: Int32 { tty.outputDescriptor }

  /// Reads and decodes what is there; an unfinished sequence waits until `inputDeadline`.
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

  /// When what has come in so far is taken as it is: a lone Esc, for example.
  package var inputDeadline: MonotonicTime? { decoder.deadline }

  /// Decodes what still waits, if its time has come.
  package func flushInput(at now: MonotonicTime) -> [InputEvent] { decoder.flush(at: now) }

  // MARK: Output

  /// Whether the terminal still has to take a part of what was written.
  package var hasPendingOutput: Bool { outputStart < output.count }

  /// Writes what is pending, as much of it as the terminal takes.
  ///
  /// Where nothing is pending, that is the next piece of a picture that is on its way. There is no
  /// further one before the next call, so that a frame can go first.
  /// - Returns: whether nothing is left that was begun.
  @discardableResult
  package func flushOutput() -> Bool {
    if !hasPendingOutput, !isSuspended { appendUpload() }
    return writePending()
  }

  @discardableResult
  private func writePending() -> Bool {
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
  ///   - pictures: what the canvas' `.picture` cells show, by placement.
  ///   - scrolled: rows that probably have moved since the frame before; a wrong guess costs
  ///     nothing but bytes.
  ///   - fullRepaint: draws everything again, also what should be there already.
  package func present(
    _ canvas: Canvas,
    pictures: [ShownPicture],
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
    } else if needsRepaint, envelope != nil {
      // What stands in between may have dropped them, or leads to another terminal by now.
      releasePixels()
    }
    if needsRepaint {
      painter?.repaint()
      pixels?.invalidateScreen()
    }
    let hadPixels = hasPixelsOutsideCells
    let (cover, graphics) = planPixels(canvas, pictures)
    painter?.spillsBlocks = findings.spillsBlocks
    painter?.allowShifts(!hadPixels && !hasPixelsOutsideCells)
    if modes.onlyKept != actual.onlyKept
      || pixels.map({ $0.teardownRevision != guardedRevision }) ?? false
    {
      guardCrashes(from: modes, and: actual)
    }
    statistics.cells =
      painter?.put(
        canvas,
        pictures: pictures.map(\.symbols),
        cover: cover,
        // What lies outside of the cells would stay behind, or move where it should not.
        scrolled: needsRepaint || hadPixels || hasPixelsOutsideCells ? nil : scrolled
      ) ?? 0
    compose(
      change,
      graphics,
      modes,
      hasContent: statistics.cells > 0 || needsRepaint
    )
    needsRepaint = false
    actual = modes
    statistics.bytes = output.count
    statistics.graphicsBytes = graphicsBytes
    graphicsBytes = 0
    pixels?.update(at: clock())

    let built = MonotonicTime.now
    statistics.buildMilliseconds = built.milliseconds(since: start)
    statistics.isComplete = flushOutput()
    statistics.writeMilliseconds = MonotonicTime.now.milliseconds(since: built)
    return statistics
  }

  /// Appends what a frame consists of; nothing, when it changes nothing.
  ///
  /// Pictures come after the cells, which wipe out what they are written over; only what the cells
  /// refer to comes before.
  private func compose(
    _ change: (before: String, after: String),
    _ graphics: [UInt8],
    _ modes: TerminalModes,
    hasContent: Bool
  ) {
    var content = graphics
    if hasContent || modes.cursorPlace != actual.cursorPlace {
      painter?.update(cursor: modes.cursorPlace, into: &content)
    }
    if hasContent { spareImages(in: &content) }
    if let commands = pixels?.commands(after: painter?.damage ?? PixelDamage()) {
      // xterm paints the cell again that its cursor leaves: over the pixels just drawn there.
      let hidesCursor = !commands.isEmpty && modes.cursor != nil && actual.cursor != nil
      if hidesCursor { content += ModeSequences.hideCursor.utf8 }
      defer { if hidesCursor { content += ModeSequences.showCursor.utf8 } }
      content += commands
      graphicsBytes += commands.count
      painter?.rewrite(pixels?.erasedColumns ?? [], into: &content)
    }
    guard !content.isEmpty || !change.before.isEmpty || !change.after.isEmpty else { return }
    if isSynchronized { output += ModeSequences.beginSynchronized.utf8 }
    output += change.before.utf8
    output += content
    output += change.after.utf8
    if isSynchronized { output += ModeSequences.endSynchronized.utf8 }
  }

  // MARK: Outside of frames

  /// Puts text on the person's clipboard (OSC 52); the terminal does not say whether it worked.
  package func setClipboard(_ text: ClipboardText) {
    output += "\u{1B}]52;c;".utf8 + Base64.encode(Array(text.text.utf8)) + "\u{1B}\\".utf8
    writePending()
  }

  /// Leaves the terminal as it was found; `resume()` comes back.
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

  /// Takes the terminal over again; the next frame is drawn whole.
  package func resume() throws(TerminalError) {
    guard isSuspended, painter != nil else { return }
    try tty.enterRaw()
    isSuspended = false
    needsRepaint = true
    probe.resume()
    adoptColors()
    resize()
  }

  /// Leaves the terminal as it was found, for good.
  package func close() {
    suspend()
    painter = nil
    media = nil
    tmux = nil
    attachment = nil
  }

  /// Waits for a slow terminal to take what is pending; one that takes nothing for two seconds is
  /// left behind.
  private func finishOutput() {
    while !writePending(), tty.waitUntilWritable(milliseconds: 2000) {}
    output.removeAll()
    outputStart = 0
  }

  /// A crash undoes the modes of this frame, and those of the one that may be half written.
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
    guardedRevision = pixels?.teardownRevision ?? 0
    tty.guardCrashes(teardown: pixelTeardown + sequences.teardown(from: both))
  }

  /// A crash frees the images that were begun by now, too.
  func guardPixels() {
    guard pixels?.teardownRevision != guardedRevision else { return }
    guardCrashes(from: actual, and: actual)
  }
}
