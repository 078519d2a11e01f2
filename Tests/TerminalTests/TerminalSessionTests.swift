import Canvas
import Platform
@testable import Terminal
import Testing

/// The terminal's session around the frames: modes, suspension, size, slow terminals, input.
extension TerminalTests {
  @Test func `every mode is switched on once and off again`() throws {
    let rig = try Rig()
    let modes = TerminalModes(focusReports: true, title: "Feed\u{7}\u{1B}]52;c;x\u{7}")
    rig.present(rig.canvas(), modes: modes)
    #expect(rig.screen.modes == [1, 66, 1049, 1000, 1002, 1006, 2004, 1004])
    #expect(rig.screen.title == "Feed" && rig.screen.titleStack == 1)
    #expect(rig.screen.clipboard == nil)
    let teardown = String(decoding: try #require(rig.tty.crashTeardown), as: UTF8.self)

    var typing = modes
    typing.cursor = Point(3, 2)
    typing.mouse = false
    rig.present(rig.canvas(), modes: typing)
    #expect(rig.screen.modes == [1, 66, 25, 1049, 2004, 1004])
    #expect(rig.screen.cursor == Point(3, 2))
    typing.cursor = Point(4, 2)
    let statistics = rig.present(rig.canvas(), modes: typing)
    #expect(rig.screen.cursor == Point(4, 2) && statistics.bytes < 40)
    rig.present(rig.canvas(), modes: modes)

    var crashed = rig.screen
    crashed.feed(teardown)
    #expect(crashed.modes == [25] && crashed.titleStack == 0)

    rig.terminal.close()
    rig.screen.feed(rig.tty.drainOutput())
    #expect(rig.screen.modes == [25] && rig.screen.titleStack == 0)
    #expect(!rig.tty.isRaw && rig.tty.crashTeardown == nil)
    rig.terminal.close()
    #expect(rig.tty.output == [])
  }

  @Test func `a link is behind its own cells, as long as the frame has it`() throws {
    let rig = try Rig()
    func linked() -> [String] {
      let rows = rig.screen.cells.map { $0.filter { $0.link != nil }.map(\.text).joined() }
      return rows.filter { !$0.isEmpty }
    }
    var canvas = rig.canvas { $0.draw("to test.org/a... x", at: Point(1, 2)) }
    var modes = plain
    let cells = Rect(x: 4, y: 2, width: 13, height: 1)
    modes.link = TerminalModes.Hyperlink(url: "https://test.org/a?b=c", cells: cells)
    modes.cursor = Point(2, 4)
    rig.present(canvas, modes: modes)
    #expect(rig.screen.cursor == Point(2, 4))
    #expect(linked() == ["test.org/a..."])
    #expect(rig.screen.cells[2][4].link == "https://test.org/a?b=c")
    #expect(rig.present(canvas, modes: modes).bytes == 0)
    // ncurses may write over the cells between two changes.
    canvas.draw("go test.org/a... y", at: Point(1, 2))
    rig.present(canvas, modes: modes)
    #expect(linked() == ["test.org/a..."])
    rig.present(canvas, modes: modes, fullRepaint: true)
    #expect(linked() == ["test.org/a..."])
    let lines = rig.screen.text
    rig.present(canvas, modes: plain)
    #expect(linked() == [] && rig.screen.text == lines && rig.screen.unknown == [])
    // A frame for a larger screen is cut.
    modes.link?.cells = Rect(x: 15, y: 2, width: 40, height: 1)
    rig.present(canvas, modes: modes)
    #expect(linked() == [".. y "])
    modes.link?.cells.y = 90
    rig.present(canvas, modes: modes)
    #expect(linked() == [])
    // The Linux console prints parts of such sequences.
    let console = try Rig(term: "linux")
    console.present(canvas, modes: modes)
    #expect(!console.screen.cells[2].contains { $0.link != nil })
  }

  @Test func `pointer motion is reported only while requested, and drags always are`() throws {
    let rig = try Rig()
    var modes = TerminalModes()
    rig.present(rig.canvas(), modes: modes)
    #expect(!rig.screen.modes.contains(1003))
    modes.pointerMoves = true
    rig.present(rig.canvas(), modes: modes)
    #expect(rig.screen.modes.contains(1003))
    var crashed = rig.screen
    crashed.feed(String(decoding: try #require(rig.tty.crashTeardown), as: UTF8.self))
    #expect(crashed.modes == [25])
    modes.pointerMoves = false
    rig.present(rig.canvas(), modes: modes)
    #expect(!rig.screen.modes.contains(1003) && rig.screen.modes.contains(1002))
    rig.terminal.close()
    rig.screen.feed(rig.tty.drainOutput())
    #expect(rig.screen.modes == [25])
  }

  @Test func `entering the alternate screen draws everything`() throws {
    let rig = try Rig()
    var modes = plain
    modes.alternateScreen = false
    let canvas = rig.canvas { $0.draw("here", at: Point(0, 0)) }
    rig.present(canvas, modes: modes)
    rig.present(canvas, modes: plain)
    #expect(rig.screen.text[0].hasPrefix("here"))
  }

  @Test func `a terminal that was never drawn on is left untouched`() throws {
    let rig = try Rig()
    rig.terminal.close()
    #expect(rig.tty.output == [] && !rig.tty.isRaw)
  }

  @Test func `without an alternate screen the last line is cleared at exit`() throws {
    for end in ["close", "suspend", "crash"] {
      let rig = try Rig()
      rig.screen.hasAlternateScreen = false
      rig.present(
        rig.canvas { canvas in for y in 0..<6 { canvas.draw("row \(y)", at: Point(0, y)) } }
      )
      switch end {
      case "close": rig.terminal.close()
      case "suspend": rig.terminal.suspend()
      default: rig.tty.output = rig.tty.crashTeardown ?? []
      }
      rig.screen.feed(rig.tty.drainOutput())
      #expect(rig.screen.cursor == Point(0, 5), "\(end)")
      #expect(
        rig.screen.text[4].hasPrefix("row 4") && !rig.screen.text[5].contains("row"),
        "\(end)"
      )
      #expect(rig.screen.unknown == [])
    }
  }

  @Test func `everything is redrawn after a suspension`() throws {
    let rig = try Rig()
    let canvas = rig.canvas { $0.draw("back", at: Point(0, 0)) }
    rig.present(canvas)
    rig.terminal.suspend()
    rig.screen.feed(rig.tty.drainOutput())
    #expect(rig.screen.modes == [25] && !rig.tty.isRaw)
    #expect(rig.present(canvas).isDeferred)

    rig.screen = TestScreen(columns: 30, rows: 6)
    rig.tty.currentSize = TerminalSize(columns: 30, rows: 6)
    try rig.terminal.resume()
    #expect(rig.tty.isRaw && rig.terminal.size.columns == 30)
    rig.present(canvas)
    #expect(rig.screen.text[0].hasPrefix("back ") && rig.screen.modes.contains(1049))
  }

  @Test func `everything is redrawn after a resize`() throws {
    let rig = try Rig()
    for (columns, rows) in [(40, 10), (10, 3), (1, 1), (300, 100), (20, 6)] {
      rig.tty.currentSize = TerminalSize(columns: columns, rows: rows)
      rig.terminal.resize()
      #expect(rig.terminal.size == TerminalSize(columns: columns, rows: rows))
      rig.screen = TestScreen(columns: columns, rows: rows)
      rig.present(rig.canvas { $0.draw("x", at: Point(columns - 1, rows - 1)) })
      #expect(rig.screen.cells[rows - 1][columns - 1].text == "x", "\(columns)×\(rows)")
    }
    // A canvas of the previous size must not crash.
    rig.present(Canvas(columns: 300, rows: 100))
    rig.present(Canvas(columns: 2, rows: 2))
  }

  @Test func `a new pixel size is noticed even if the cells stay the same`() throws {
    let rig = try Rig()
    let canvas = rig.canvas()
    rig.present(canvas)
    var size = TerminalSize(columns: 20, rows: 6)
    size.cellPixels = TerminalSize.CellPixels(width: 10.5, height: 21)
    rig.tty.currentSize = size
    rig.terminal.resize()
    #expect(rig.terminal.size.cellPixels == TerminalSize.CellPixels(width: 10.5, height: 21))
    #expect(rig.present(canvas).bytes == 0)
  }

  @Test func `a slow terminal receives the rest later, and no frame in between`() throws {
    let rig = try Rig()
    rig.tty.writeLimit = 10
    var blocking = 0
    rig.tty.beforeWrite = {
      blocking += 1
      rig.tty.writeLimit = blocking > 1 ? 0 : 10
    }
    let first = rig.terminal.present(
      rig.canvas { $0.draw("one", at: Point(0, 0)) },
      pictures: [],
      modes: plain
    )
    #expect(!first.isComplete && rig.terminal.hasPendingOutput)
    #expect(rig.tty.output.count == 10)

    let second = rig.canvas { $0.draw("two", at: Point(0, 0)) }
    #expect(rig.terminal.present(second, pictures: [], modes: plain).isDeferred)
    #expect(rig.tty.output.count == 10)

    rig.tty.beforeWrite = nil
    rig.tty.writeLimit = 7
    #expect(rig.terminal.flushOutput())
    #expect(!rig.terminal.hasPendingOutput)
    #expect(rig.tty.output.count == first.bytes)
    rig.present(second)
    #expect(rig.screen.text[0].hasPrefix("two"))
  }

  @Test func `a closed terminal is reported`() throws {
    let rig = try Rig()
    rig.tty.isGone = true
    #expect(rig.terminal.readInput(at: .now) == [])
    #expect(rig.terminal.isGone)
    rig.present(rig.canvas { $0.draw("x", at: Point(0, 0)) })
    #expect(!rig.terminal.hasPendingOutput)
    rig.terminal.close()
  }

  @Test func `input is decoded, and a lone escape after its delay`() throws {
    let rig = try Rig()
    let now = MonotonicTime.now
    rig.tty.type("a\u{1B}[A\u{1B}")
    #expect(
      rig.terminal.readInput(at: now) == [.key(.character("a")), .key(Key(.up))]
    )
    #expect(rig.terminal.inputDeadline == now + .milliseconds(25))
    #expect(rig.terminal.flushInput(at: now + .milliseconds(25)) == [.key(Key(.escape))])
    rig.tty.type(String(repeating: "x", count: 10_000))
    #expect(rig.terminal.readInput(at: now).count == 10_000)
  }

  @Test func `the clipboard is set through the terminal`() throws {
    let rig = try Rig()
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("é", "w6k="),
    ] {
      rig.terminal.setClipboard(ClipboardText(text))
      rig.screen.feed(rig.tty.drainOutput())
      #expect(rig.screen.clipboard == encoded)
    }
  }

  @Test func `unusable terminals are refused`() throws {
    let tty = try MemoryTty(columns: 80, rows: 24)
    #expect(throws: TerminalError.unknownTerminal("dumb")) {
      let traits = TerminalTraits.detect(environment: ["TERM": "dumb"])
      _ = try Terminal(tty: tty, traits: traits, environment: [:], cacheDirectory: nil)
    }
    #expect(!tty.isRaw)
  }

  @Test(arguments: [
    ("xterm-ghostty", "xterm-256color"), ("tmux-256color-extra", "tmux-256color"),
    ("vt220-unknown", "vt220"), ("no-such-terminal", "xterm-256color"), ("xterm", "xterm"),
  ])
  func `a terminal without a terminfo entry uses the nearest one`(
    term: String,
    entry: String
  ) throws {
    let rig = try Rig(term: term, colors: .trueColor)
    #expect(rig.terminal.entry == entry)
    #expect(rig.terminal.colors == .trueColor)
    rig.present(rig.canvas { $0.draw("x", at: Point(0, 0)) })
    #expect(rig.screen.text[0].hasPrefix("x"))
  }

  @Test func `the nearest entries are tried first`() {
    let names = TerminfoFallback.entries(for: "foot-direct+x").joined(separator: " ")
    #expect(
      names == "foot-direct-256color foot-direct foot-256color foot xterm-256color xterm vt100"
    )
    #expect(TerminfoFallback.entries(for: "xterm-256color") == ["xterm", "vt100"])
  }

  @Test func `without a folder for the terminfo entry there are 256 colours`() throws {
    let tty = try MemoryTty(columns: 80, rows: 24)
    let traits = TerminalTraits(term: "xterm-256color", colors: .trueColor)
    let terminal = try Terminal(
      tty: tty,
      traits: traits,
      environment: rigEnvironment,
      cacheDirectory: "/proc/none"
    )
    #expect(terminal.colors == .palette256)
    #expect(terminal.colorsReason.contains("256"))
  }
}
