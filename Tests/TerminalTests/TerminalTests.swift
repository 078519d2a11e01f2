import Canvas
import Foundation
import Platform
import Terminal
import Testing

private let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
private let plain = TerminalModes(mouse: false, bracketedPaste: false)

/// One for all tests: ncurses remembers the first place it has looked in.
private let terminfoCache: String = {
  let path = FileManager.default.temporaryDirectory.path + "/imagefeed-terminfo-\(getpid())"
  atexit { try? FileManager.default.removeItem(atPath: terminfoCache) }
  return path
}()

/// SplitMix64: the same numbers on every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// A terminal in memory, the driver, and an emulator that shows what comes out.
private final class Rig {
  let tty: MemoryTty
  let terminal: Terminal
  var screen: TestScreen

  init(
    columns: Int = 20,
    rows: Int = 6,
    term: String = "xterm-256color",
    colors: ColorDepth = .trueColor,
    isUTF8: Bool = true
  ) throws {
    tty = try MemoryTty(columns: columns, rows: rows)
    terminal = try Terminal(
      tty: tty,
      traits: TerminalTraits(term: term, colors: colors, isUTF8: isUTF8),
      environment: environment,
      cacheDirectory: terminfoCache
    )
    screen = TestScreen(columns: columns, rows: rows)
  }

  deinit { terminal.close() }

  @discardableResult
  func present(
    _ canvas: Canvas,
    pictures: [SymbolGrid?] = [],
    modes: TerminalModes = plain,
    fullRepaint: Bool = false
  ) -> FrameStatistics {
    let statistics = terminal.present(
      canvas,
      pictures: pictures,
      modes: modes,
      fullRepaint: fullRepaint
    )
    screen.feed(tty.takeOutput())
    return statistics
  }

  func canvas(_ draw: (inout Canvas) -> Void = { _ in }) -> Canvas {
    var canvas = Canvas(columns: terminal.size.columns, rows: terminal.size.rows)
    draw(&canvas)
    return canvas
  }
}

/// ncurses is one for the whole process, so these tests take turns.
@Suite(.serialized) struct TerminalTests {
  @Test func `a frame is one synchronized write of the text it shows`() throws {
    let rig = try Rig()
    #expect(rig.tty.isRaw)
    let canvas = rig.canvas {
      $0.draw("Hello", at: Point(2, 1))
      $0.draw("Привет", at: Point(14, 5))
    }
    let statistics = rig.terminal.present(canvas, pictures: [], modes: plain)
    let output = rig.tty.takeOutput()
    #expect(rig.tty.writes.count == 1)
    #expect(output.hasPrefix("\u{1B}[?2026h") && output.hasSuffix("\u{1B}[?2026l"))
    #expect(statistics.bytes == output.utf8.count)
    #expect(statistics.cells == 120 && statistics.isComplete && !statistics.isDeferred)
    rig.screen.feed(output)
    #expect(rig.screen.text[1] == "  Hello             ")
    #expect(rig.screen.text[5] == "              Привет")
    #expect(rig.screen.unknown == [])
  }

  @Test func `a frame that changes nothing writes nothing`() throws {
    let rig = try Rig()
    let canvas = rig.canvas { $0.draw("still", at: Point(0, 0)) }
    rig.present(canvas)
    let statistics = rig.present(canvas)
    #expect(statistics.bytes == 0 && statistics.cells == 0)
    #expect(rig.tty.writes.count == 1)
  }

  @Test func `only what changed is sent`() throws {
    let rig = try Rig(columns: 80, rows: 24)
    var canvas = rig.canvas { canvas in
      for y in 0..<24 { canvas.draw("some text in row \(y)", at: Point(0, y)) }
    }
    rig.present(canvas)
    canvas.draw("X", at: Point(5, 10))
    let statistics = rig.present(canvas)
    #expect(statistics.cells == 1)
    #expect(statistics.bytes < 40)
    #expect(rig.screen.text[10].hasPrefix("some Xext"))
  }

  @Test func `colours are reduced to what the terminal has`() throws {
    let style = Style(foreground: Color(0xFF8000), background: Color(0x1020F0))
    let expected: [(ColorDepth, String, String, String)] = [
      (.trueColor, "xterm-256color", "255,128,0", "16,32,240"),
      (.palette256, "xterm-256color", "208", "21"),
      (.palette16, "xterm-256color", "3", "4"),
      (.monochrome, "xterm-256color", "standard", "standard"),
      (.trueColor, "vt100", "255,128,0", "16,32,240"),
      (.palette256, "xterm", "208", "21"),
      (.palette16, "linux", "3", "4"),
    ]
    for (depth, term, foreground, background) in expected {
      let rig = try Rig(term: term, colors: depth)
      #expect(rig.terminal.colors == depth, "\(term)")
      rig.present(rig.canvas { $0.draw("x", at: Point(0, 0), style: style) })
      let cell = rig.screen.cells[0][0]
      #expect(cell.foreground == foreground, "\(depth) on \(term)")
      #expect(cell.background == background, "\(depth) on \(term)")
    }
  }

  @Test func `black and the darkest blues are colours, not palette entries`() throws {
    let rig = try Rig()
    let canvas = rig.canvas {
      for value in 0..<9 {
        let style = Style(foreground: Color(UInt32(value)), background: Color(UInt32(8 - value)))
        $0.draw("x", at: Point(value, 0), style: style)
      }
    }
    rig.present(canvas)
    for value in 0..<9 {
      #expect(rig.screen.cells[0][value].foreground == "0,0,\(value)")
      #expect(rig.screen.cells[0][value].background == "0,0,\(8 - value)")
    }
  }

  @Test func `attributes are drawn`() throws {
    let rig = try Rig()
    let all: [Attributes] = [.bold, .dim, .underline, .reverse, [.bold, .underline]]
    rig.present(
      rig.canvas {
        for (x, attributes) in all.enumerated() {
          $0.draw("x", at: Point(x, 0), style: Style(attributes: attributes))
        }
      }
    )
    #expect(rig.screen.cells[0].prefix(5).map(\.attributes) == all)
  }

  @Test func `eight-colour terminals show bright colours in bold`() throws {
    let rig = try Rig(term: "linux", colors: .palette16)
    rig.present(
      rig.canvas { $0.draw("x", at: Point(0, 0), style: Style(foreground: Color(0xFF0000))) }
    )
    #expect(rig.screen.cells[0][0].foreground == "1")
    #expect(rig.screen.cells[0][0].attributes == .bold)
  }

  @Test func `picture cells show their symbols, and what is drawn over them hides them`() throws {
    let rig = try Rig()
    let symbols = (UInt32(0)..<8).map { index -> SymbolGrid.Symbol in
      let step = index + 1
      return SymbolGrid.Symbol(
        scalar: index == 3 ? 0x2588 : 0x2580,
        foreground: Color(step * 0x10101),
        background: Color(step * 0x10000)
      )
    }
    let grid = SymbolGrid(columns: 4, rows: 2, symbols: symbols)
    let canvas = rig.canvas {
      let box = Rect(x: 1, y: 1, width: 4, height: 2)
      $0.place(placement: 0, box: box, visible: box)
      $0.place(placement: 1, box: Rect(x: 8, y: 1, width: 4, height: 2), visible: $0.bounds)
      $0.draw("o", at: Point(2, 2))
    }
    rig.present(canvas, pictures: [grid, nil])
    #expect(rig.screen.text[1] == " ▀▀▀                ")
    #expect(rig.screen.text[2] == " ▀o▀▀               ")
    #expect(rig.screen.cells[1][1].foreground == "1,1,1")
    #expect(rig.screen.cells[1][1].background == "1,0,0")
    #expect(rig.screen.cells[1][4].background == "4,4,4", "a full block is its colour")
    #expect(rig.screen.cells[2][4].foreground == "8,8,8")

    var brighter = grid
    brighter.symbols[0].foreground = Color(0xFFFFFF)
    let statistics = rig.present(canvas, pictures: [brighter, nil])
    #expect(statistics.cells == 1)
    #expect(rig.screen.cells[1][1].foreground == "255,255,255")
  }

  @Test func `clusters take exactly the columns the canvas gave them`() throws {
    let rig = try Rig(columns: 30)
    let texts = ["漢字", "👍🏽👨‍👩‍👧", "🇫🇷", "❤️", "e\u{301}", "क्षि", "\u{1FAE8}"]
    for text in texts {
      let canvas = rig.canvas { $0.draw("[\(text)]|", at: Point(0, 2)) }
      rig.present(canvas)
      let width = TextWidth.of(text)
      let row = rig.screen.cells[2].map(\.text)
      #expect(row[width + 1] == "]" && row[width + 2] == "|", "\(text): \(row)")
      #expect(row[(width + 3)...].allSatisfy { $0 == " " }, "\(text): \(row)")
    }
    rig.present(rig.canvas { $0.draw("👨‍👩‍👧🇫🇷e\u{301}", at: Point(0, 0)) })
    #expect(rig.screen.text[0].hasPrefix("👨FRe\u{301}"))
  }

  @Test func `half of a wide character never stays behind`() throws {
    let rig = try Rig()
    for x in [0, 1, 2, 3, 4] {
      var canvas = rig.canvas { $0.draw("漢字漢字", at: Point(0, 0)) }
      rig.present(canvas)
      canvas.draw("x", at: Point(x, 0))
      rig.present(canvas)
      #expect(rig.screen.cells[0][x].text == "x")
      let widths = rig.screen.cells[0].prefix(8).map { TextWidth.of($0.text) }
      #expect(widths.reduce(0, +) == 8)
    }
    // Cut by the right edge: no room for it, nothing wraps.
    rig.present(rig.canvas { $0[19, 3] = Cell(.text("漢")) })
    #expect(rig.screen.text[4].allSatisfy { $0 == " " })
  }

  @Test func `without UTF-8 everything is ASCII`() throws {
    let rig = try Rig(isUTF8: false)
    let grid = SymbolGrid(
      columns: 1,
      rows: 1,
      symbols: [.init(scalar: 0x2580, foreground: Color(0xC80000), background: Color(0x640000))]
    )
    let canvas = rig.canvas {
      $0.draw("é — “q” › ж ╭│漢!", at: Point(0, 0))
      $0.place(placement: 0, box: Rect(x: 0, y: 1, width: 1, height: 1), visible: $0.bounds)
    }
    _ = rig.terminal.present(canvas, pictures: [grid], modes: plain)
    #expect(rig.tty.output.allSatisfy { $0 < 0x80 })
    rig.screen.feed(rig.tty.takeOutput())
    #expect(rig.screen.text[0].hasPrefix("e - \"q\" > ? +|? !"))
    #expect(rig.screen.cells[1][0].background == "150,0,0", "half a block is the colours' mean")
  }

  @Test func `whatever is drawn, the terminal shows it`() throws {
    let words = ["a", "hello", "漢字", "▀▀▀▀", "Привет", "   ", "🇫🇷", "e\u{301}", "aaaaaaaaaaaaaaa"]
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(state: seed)
      let rig = try Rig(columns: 30, rows: 8)
      var canvas = rig.canvas()
      for step in 0..<60 {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let style = Style(
            foreground: Bool.random(using: &random) ? .standard : Color(0x102030),
            background: Bool.random(using: &random) ? .standard : Color(0x405060),
            attributes: Bool.random(using: &random) ? [] : .bold
          )
          let x = Int.random(in: 0..<30, using: &random)
          let y = Int.random(in: 0..<8, using: &random)
          canvas.draw(words.randomElement(using: &random) ?? "", at: Point(x, y), style: style)
        }
        if Int.random(in: 0..<10, using: &random) == 0 { canvas = rig.canvas() }
        _ = rig.terminal.present(canvas, pictures: [], modes: plain, fullRepaint: step == 50)
        let output = rig.tty.takeOutput()
        rig.screen.feed(output)
        guard let wrong = difference(canvas, rig.screen) else { continue }
        Issue.record("seed \(seed), step \(step), \(wrong): \(output.debugDescription)")
        return
      }
      #expect(rig.screen.unknown == [])
    }
  }

  /// The first cell that is shown otherwise than it was drawn.
  private func difference(_ canvas: Canvas, _ screen: TestScreen) -> Point? {
    for y in 0..<canvas.rows {
      for x in 0..<canvas.columns {
        let style = canvas[x, y].style
        let shown = screen.cells[y][x]
        if shown.background != (style.background.isStandard ? "standard" : "64,80,96") {
          return Point(x, y)
        }
        guard case .text(let cluster) = canvas[x, y].content, cluster != "🇫🇷" else { continue }
        if shown.text != String(cluster) { return Point(x, y) }
        guard cluster != " " else { continue }
        if shown.foreground != (style.foreground.isStandard ? "standard" : "16,32,48")
          || shown.attributes != style.attributes
        {
          return Point(x, y)
        }
      }
    }
    return nil
  }

  @Test func `more colour pairs than there are numbers for are still right`() throws {
    let rig = try Rig(columns: 200, rows: 60)
    var value: UInt32 = 8
    for _ in 0..<7 {
      let symbols = (0..<12_000).map { _ in
        value += 97
        return SymbolGrid.Symbol(
          scalar: 0x2580,
          foreground: Color(value),
          background: Color(value + 1)
        )
      }
      let grid = SymbolGrid(columns: 200, rows: 60, symbols: symbols)
      let canvas = rig.canvas { $0.place(placement: 0, box: $0.bounds, visible: $0.bounds) }
      rig.present(canvas, pictures: [grid])
      for (index, symbol) in symbols.enumerated() {
        let cell = rig.screen.cells[index / 200][index % 200]
        let color = symbol.foreground
        #expect(cell.foreground == "\(color.red),\(color.green),\(color.blue)")
      }
    }
  }

  @Test func `modes are switched once, and all of them back`() throws {
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
    rig.screen.feed(rig.tty.takeOutput())
    #expect(rig.screen.modes == [25] && rig.screen.titleStack == 0)
    #expect(!rig.tty.isRaw && rig.tty.crashTeardown == nil)
    rig.terminal.close()
    #expect(rig.tty.output == [])
  }

  @Test func `a terminal that was never drawn on is left untouched`() throws {
    let rig = try Rig()
    rig.terminal.close()
    #expect(rig.tty.output == [] && !rig.tty.isRaw)
  }

  @Test func `after a suspension everything is drawn again`() throws {
    let rig = try Rig()
    let canvas = rig.canvas { $0.draw("back", at: Point(0, 0)) }
    rig.present(canvas)
    rig.terminal.suspend()
    rig.screen.feed(rig.tty.takeOutput())
    #expect(rig.screen.modes == [25] && !rig.tty.isRaw)
    #expect(rig.present(canvas).isDeferred)

    rig.screen = TestScreen(columns: 30, rows: 6)
    rig.tty.currentSize = TerminalSize(columns: 30, rows: 6)
    try rig.terminal.resume()
    #expect(rig.tty.isRaw && rig.terminal.size.columns == 30)
    rig.present(canvas)
    #expect(rig.screen.text[0].hasPrefix("back ") && rig.screen.modes.contains(1049))
  }

  @Test func `a new size is drawn whole`() throws {
    let rig = try Rig()
    for (columns, rows) in [(40, 10), (10, 3), (1, 1), (300, 100), (20, 6)] {
      rig.tty.currentSize = TerminalSize(columns: columns, rows: rows)
      rig.terminal.resize()
      #expect(rig.terminal.size == TerminalSize(columns: columns, rows: rows))
      rig.screen = TestScreen(columns: columns, rows: rows)
      rig.present(rig.canvas { $0.draw("x", at: Point(columns - 1, rows - 1)) })
      #expect(rig.screen.cells[rows - 1][columns - 1].text == "x", "\(columns)×\(rows)")
    }
    // A canvas of the size before must not crash.
    rig.present(Canvas(columns: 300, rows: 100))
    rig.present(Canvas(columns: 2, rows: 2))
  }

  @Test func `pixels change without the cells`() throws {
    let rig = try Rig()
    let canvas = rig.canvas()
    rig.present(canvas)
    var size = TerminalSize(columns: 20, rows: 6)
    size.cellPixels = TerminalSize.CellPixels(width: 10.5, height: 21)
    rig.tty.currentSize = size
    rig.terminal.resize()
    #expect(rig.terminal.size.cellAspect == 2 && rig.terminal.size.cellPixels?.width == 10.5)
    #expect(rig.present(canvas).bytes == 0)
  }

  @Test func `a slow terminal gets the rest later, and no frame in between`() throws {
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

  @Test func `a terminal that is gone is said to be gone`() throws {
    let rig = try Rig()
    rig.tty.isGone = true
    #expect(rig.terminal.readInput(at: .now) == [])
    #expect(rig.terminal.isGone)
    rig.present(rig.canvas { $0.draw("x", at: Point(0, 0)) })
    #expect(!rig.terminal.hasPendingOutput)
    rig.terminal.close()
  }

  @Test func `input comes out decoded, a lone escape after its time`() throws {
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
      rig.terminal.setClipboard(text)
      rig.screen.feed(rig.tty.takeOutput())
      #expect(rig.screen.clipboard == encoded)
    }
  }

  @Test func `unusable terminals are refused`() throws {
    let tty = try MemoryTty(columns: 80, rows: 24)
    #expect(throws: TerminalError.unknownTerminal("no-such-terminal")) {
      let traits = TerminalTraits(term: "no-such-terminal", colors: .palette16)
      _ = try Terminal(tty: tty, traits: traits, environment: [:], cacheDirectory: nil)
    }
    #expect(throws: TerminalError.unknownTerminal("dumb")) {
      let traits = TerminalTraits.detect(environment: ["TERM": "dumb"])
      _ = try Terminal(tty: tty, traits: traits, environment: [:], cacheDirectory: nil)
    }
    #expect(!tty.isRaw)
  }

  @Test func `without a place for the terminfo entry there are 256 colours`() throws {
    let tty = try MemoryTty(columns: 80, rows: 24)
    let traits = TerminalTraits(term: "xterm-256color", colors: .trueColor)
    let terminal = try Terminal(
      tty: tty,
      traits: traits,
      environment: environment,
      cacheDirectory: "/proc/none"
    )
    #expect(terminal.colors == .palette256)
    #expect(terminal.colorsReason.contains("256"))
  }
}
