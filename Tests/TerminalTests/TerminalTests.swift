import Canvas
import Platform
import Terminal
import Testing

/// Drawing to the terminal.
///
/// The process has only one ncurses, so these tests run one at a time.
@Suite(.serialized) struct TerminalTests {
  @Test func `a frame is one synchronized write of its text`() throws {
    let rig = try Rig()
    #expect(rig.tty.isRaw)
    rig.tty.type("\u{1B}[?2026;2$y")
    #expect(rig.terminal.readInput(at: .now) == [])
    let canvas = rig.canvas {
      $0.draw("Hello", at: Point(2, 1))
      $0.draw("Привет", at: Point(14, 5))
    }
    let statistics = rig.terminal.present(canvas, pictures: [], modes: plain)
    let output = rig.tty.drainOutput()
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

  @Test func `only changed cells are sent`() throws {
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

  @Test func `colours are reduced to those the terminal has`() throws {
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

  @Test func `a plain interface sends only the colours of pictures`() throws {
    let style = Style(
      foreground: Color(0xFF8000),
      background: Color(0x1020F0),
      attributes: [.bold, .reverse]
    )
    let symbol = SymbolGrid.Symbol(
      scalar: 0x2580,
      foreground: Color(0xFF8000),
      background: Color(0x1020F0)
    )
    let grid = SymbolGrid(columns: 2, rows: 1, symbols: [symbol, symbol])
    for (depth, ink, paper) in [
      (ColorDepth.trueColor, "255,128,0", "16,32,240"), (.palette256, "208", "21"),
      (.palette16, "3", "4"), (.monochrome, "standard", "standard"),
    ] {
      let rig = try Rig(colors: depth, hasPlainInterface: true)
      #expect(rig.terminal.colors == depth && rig.terminal.interfaceColors == .monochrome)
      let text = rig.canvas {
        $0.fill($0.bounds, Cell(.text(" "), style))
        $0.draw("selected 漢", at: Point(1, 1), style: style)
      }
      _ = rig.terminal.present(text, pictures: [], modes: plain)
      let output = rig.tty.drainOutput()
      rig.screen.feed(output)
      #expect(output.firstMatch(of: /\e\[[0-9;]*m/) != nil)
      // Neither 30 to 49 nor 90 to 107, except to reset them.
      #expect(output.firstMatch(of: /\e\[([0-9]+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/) == nil)
      let cell = rig.screen.cells[1][1]
      #expect(cell.text == "s" && cell.attributes == [.bold, .reverse])
      #expect(cell.foreground == "standard" && cell.background == "standard")
      var canvas = text
      let box = Rect(x: 3, y: 3, width: 2, height: 1)
      canvas.place(placement: 0, box: box, visible: box, style: style)
      // A picture that is still to load.
      let other = Rect(x: 8, y: 3, width: 2, height: 1)
      canvas.place(placement: 1, box: other, visible: other, style: style)
      rig.present(canvas, pictures: [grid, nil])
      let shown = rig.screen.cells[3][3]
      #expect(shown.foreground == ink && shown.background == paper)
      #expect(rig.screen.cells[3][8].background == "standard")
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

  @Test func `both sides of a selection frame send their colours once`() throws {
    let rig = try Rig()
    let style = Style(foreground: Color(0xFF8000), background: Color(0x1020F0))
    var reversed = style
    reversed.attributes = .reverse
    rig.present(rig.canvas { $0.fill($0.bounds, Cell(.text("x"), style)) })
    let frame = rig.canvas {
      $0.fill($0.bounds, Cell(.text("x"), style))
      for y in 1...4 {
        $0.draw("▊", at: Point(1, y), style: reversed)
        $0.draw("▎", at: Point(9, y), style: style)
      }
    }
    _ = rig.terminal.present(frame, pictures: [], modes: plain)
    let output = rig.tty.drainOutput()
    rig.screen.feed(output)
    for y in 1...4 {
      let (left, right) = (rig.screen.cells[y][1], rig.screen.cells[y][9])
      #expect(left.text == "▊" && left.attributes == .reverse)
      #expect(right.text == "▎" && right.attributes == [])
      #expect(left.foreground == "255,128,0" && right.foreground == "255,128,0")
    }
    #expect(output.matches(of: /38;2/).count == 1)
    #expect(output.matches(of: /48;2/).count == 1)
  }

  @Test func `eight-colour terminals show bright colours in bold`() throws {
    let rig = try Rig(term: "linux", colors: .palette16)
    rig.present(
      rig.canvas { $0.draw("x", at: Point(0, 0), style: Style(foreground: Color(0xFF0000))) }
    )
    #expect(rig.screen.cells[0][0].foreground == "1")
    #expect(rig.screen.cells[0][0].attributes == .bold)
  }

  @Test func `a blank that could reuse its neighbour's foreground needs no colours`() throws {
    let (ink, paper) = (Color(0x102030), Color(0x405060))
    func bytes(_ blankInk: Color) throws -> Int {
      let rig = try Rig()
      let symbols = (0..<8).map { index in
        let isBlock = index.isMultiple(of: 2)
        return SymbolGrid.Symbol(
          scalar: isBlock ? 0x2580 : 0x20,
          foreground: isBlock ? ink : blankInk,
          background: paper
        )
      }
      let canvas = rig.canvas {
        let box = Rect(x: 1, y: 1, width: 8, height: 1)
        $0.place(placement: 0, box: box, visible: box)
      }
      rig.present(rig.canvas())
      let grid = SymbolGrid(columns: 8, rows: 1, symbols: symbols)
      let written = rig.present(canvas, pictures: [grid]).bytes
      #expect(rig.screen.text[1] == " ▀ ▀ ▀ ▀            ")
      #expect(rig.screen.cells[1][2].background == "64,80,96")
      return written
    }
    let (kept, anew) = (try bytes(ink), try bytes(paper))
    #expect(kept < anew / 2, "\(kept) of \(anew)")
  }

  @Test func `picture cells show their symbols unless something is drawn over them`() throws {
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

  @Test func `grapheme clusters take exactly the columns of the canvas`() throws {
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

  @Test func `half of a wide character is never left behind`() throws {
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
    // Cut off by the right edge: there is no room for it, and nothing wraps.
    rig.present(rig.canvas { $0[19, 3] = Cell(.text("漢")) })
    #expect(rig.screen.cells[3][19].text == "?")
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
    _ = rig.terminal.present(canvas, pictures: [ShownPicture(symbols: grid)], modes: plain)
    #expect(rig.tty.output.allSatisfy { $0 < 0x80 })
    rig.screen.feed(rig.tty.drainOutput())
    #expect(rig.screen.text[0].hasPrefix("e - \"q\" > ? +|? !"))
    #expect(rig.screen.cells[1][0].background == "150,0,0", "half a block is the colours' mean")
  }

  @Test func `the terminal shows whatever was drawn`() throws {
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
        let output = rig.tty.drainOutput()
        rig.screen.feed(output)
        guard let wrong = difference(canvas, rig.screen) else { continue }
        Issue.record("seed \(seed), step \(step), \(wrong): \(output.debugDescription)")
        return
      }
      #expect(rig.screen.unknown == [])
    }
  }

  /// Returns the first cell that differs from what was drawn.
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

  @Test func `a terminal of any size is drawn, even while it is resized`() throws {
    let rig = try Rig(columns: 65_535, rows: 65_535)
    let sizes = [(32_767, 32_768), (1, 1), (65_535, 2), (3, 65_535), (0, -5), (80, 24)]
    for (columns, rows) in sizes {
      #expect(rig.terminal.size.columns <= 1000 && rig.terminal.size.rows <= 500)
      let canvas = rig.canvas {
        $0.draw("top", at: Point(0, 0))
        $0.draw("end", at: Point($0.columns - 3, $0.rows - 1))
      }
      let frame = rig.terminal.present(canvas, pictures: [], modes: plain)
      #expect(frame.isComplete)
      rig.tty.currentSize = TerminalSize(columns: columns, rows: rows)
      rig.terminal.resize()
    }
    #expect(rig.terminal.size == TerminalSize(columns: 80, rows: 24))
  }
}
