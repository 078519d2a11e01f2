import Canvas
import Terminal
import Testing

/// Scrolling by the terminal: whatever is declared, the screen shows what was drawn.
extension TerminalTests {
  @Test func `half blocks that move by some rows aren't sent again`() throws {
    for term in ["xterm-256color", "linux"] {
      let rig = try Rig(columns: 100, rows: 30, term: term)
      var feed = Feed(columns: 100, seed: 5, hasText: false)
      rig.present(rig.canvas(feed.draw), pictures: [feed.grid])
      for step in [3, 3, -3, 1, -1, 12, -15, 3] {
        feed.top += step
        let statistics = rig.present(
          rig.canvas(feed.draw),
          pictures: [feed.grid],
          scrolled: ScrolledRegion(rows: 1..<29, distance: step)
        )
        // One cell takes 42 bytes at most; each row adds a few more.
        #expect(statistics.bytes < abs(step) * 96 * 42 + 1000, "\(term): \(step)")
        #expect(feed.isShown(on: rig.screen), "\(term): \(step)")
        #expect(rig.screen.unknown == [])
      }
    }
  }

  @Test func `text beside a picture that scrolls is restored`() throws {
    let rig = try Rig(columns: 100, rows: 30)
    var feed = Feed(columns: 70, seed: 8)
    feed.pane = Rect(x: 70, y: 1, width: 30, height: 28)
    rig.present(rig.canvas(feed.draw), pictures: [feed.grid])
    for step in [3, -3, 1, 12] {
      feed.top += step
      let statistics = rig.present(
        rig.canvas(feed.draw),
        pictures: [feed.grid],
        scrolled: ScrolledRegion(rows: 1..<29, distance: step)
      )
      // About 50,000 without scrolling.
      #expect(statistics.bytes < abs(step) * 66 * 42 + 4000, "\(step)")
      #expect(feed.isShown(on: rig.screen), "\(step)")
    }
  }

  @Test(arguments: [true, false])
  func `lines with different characters scroll at the same cost`(hasVariant: Bool) throws {
    let rig = try Rig(columns: 60, rows: 24, hasVariant: hasVariant)
    // ncurses recognizes these lines, and would scroll them itself if its terminfo entry allows it.
    func lines(from first: Int) -> Canvas {
      rig.canvas { canvas in
        for y in 1..<23 {
          let letter = String(UnicodeScalar(UInt8(0x41 + (first + y) % 58)))
          canvas.draw(String(repeating: letter, count: 60), at: Point(0, y))
        }
      }
    }
    rig.present(lines(from: 0))
    for first in 1..<40 {
      let canvas = lines(from: first)
      let scrolled = ScrolledRegion(rows: 1..<23, distance: 1)
      #expect(rig.present(canvas, scrolled: scrolled).bytes < 400)
      #expect(rig.screen.text.dropFirst().dropLast() == text(canvas).dropFirst().dropLast())
    }
  }

  @Test func `a wrong declaration only costs bytes`() throws {
    let rig = try Rig(columns: 30, rows: 10)
    let canvas = rig.canvas { canvas in
      for y in 0..<10 { canvas.draw("row \(y * y)", at: Point(y, y)) }
    }
    rig.present(canvas)
    let wrong: [(Range<Int>, Int)] = [
      (0..<10, 3), (2..<5, -2), (0..<10, 10), (0..<10, -40), (8..<12, 1), (-2..<4, 1), (3..<3, 1),
      (4..<5, 1), (0..<10, 0),
    ]
    for (rows, distance) in wrong {
      let scrolled = ScrolledRegion(rows: rows, distance: distance)
      #expect(rig.present(canvas, scrolled: scrolled).bytes == 0, "\(rows) \(distance)")
    }
    #expect(rig.screen.text == text(canvas))
  }

  @Test func `terminals that can't scroll receive no scroll commands`() throws {
    for (term, colors) in [("ansi", ColorDepth.palette16), ("xterm-256color", .monochrome)] {
      let rig = try Rig(columns: 40, rows: 12, term: term, colors: colors)
      var feed = Feed(columns: 40, seed: 6)
      rig.present(rig.canvas(feed.draw), pictures: [feed.grid])
      feed.top += 2
      let canvas = rig.canvas(feed.draw)
      let scrolled = ScrolledRegion(rows: 1..<11, distance: 2)
      rig.present(canvas, pictures: [feed.grid], scrolled: scrolled)
      #expect(rig.screen.text[1...10].allSatisfy { $0.contains("▀") })
    }
  }

  @Test func `the terminal shows what was drawn after any scrolling`() throws {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(state: seed)
      let rig = try Rig(columns: 44, rows: 18)
      var feed = Feed(columns: 70, seed: seed, hasText: seed % 2 == 0)
      for step in 0..<60 {
        if Int.random(in: 0..<12, using: &random) == 0 {
          let columns = Int.random(in: 30...60, using: &random)
          let rows = Int.random(in: 8...26, using: &random)
          rig.tty.currentSize = TerminalSize(columns: columns, rows: rows)
          rig.terminal.resize()
          rig.screen = TestScreen(columns: columns, rows: rows)
        }
        let distance = Int.random(in: -5...5, using: &random)
        feed.top += distance
        let room = rig.terminal.size
        feed.pane =
          seed % 3 == 0
          ? Rect(x: room.columns - 12, y: 1, width: 12, height: room.rows - 2) : nil
        feed.overlay =
          Bool.random(using: &random)
          ? nil
          : Rect(
            x: Int.random(in: 0..<20, using: &random),
            y: Int.random(in: 0..<10, using: &random),
            width: 14,
            height: 5
          )
        let rows = rig.terminal.size.rows
        // Mostly true, sometimes false.
        let declared = Int.random(in: 0..<6, using: &random) == 0 ? 2 : distance
        rig.present(
          rig.canvas(feed.draw),
          pictures: [feed.grid],
          scrolled: ScrolledRegion(rows: 1..<rows - 1, distance: declared),
          fullRepaint: Int.random(in: 0..<20, using: &random) == 0
        )
        guard !feed.isShown(on: rig.screen) || rig.screen.unknown != [] else { continue }
        Issue.record("seed \(seed), step \(step): \(rig.screen.unknown)")
        return
      }
    }
  }

  private func text(_ canvas: Canvas) -> [String] {
    (0..<canvas.rows).map { y in
      (0..<canvas.columns).map { x in
        if case .text(let cluster) = canvas[x, y].content { String(cluster) } else { "" }
      }.joined()
    }
  }
}

/// A tall picture of half blocks, with a line of text in every ninth row, and wide characters.
private struct Feed {
  var top = 40
  var overlay: Rect?
  /// Lines of text that don't move.
  var pane: Rect?
  let grid: SymbolGrid
  private let columns: Int
  private let hasText: Bool

  init(columns: Int, seed: UInt64, hasText: Bool = true) {
    var random = SeededGenerator(state: seed)
    self.hasText = hasText
    self.columns = columns - 4
    let symbols = (0..<self.columns * 400).map { _ in
      SymbolGrid.Symbol(
        scalar: 0x2580,
        foreground: Color(UInt32.random(in: 0..<1 << 24, using: &random)),
        background: Color(UInt32.random(in: 0..<1 << 24, using: &random))
      )
    }
    grid = SymbolGrid(columns: self.columns, rows: 400, symbols: symbols)
  }

  func draw(_ canvas: inout Canvas) {
    let body = Rect(x: 2, y: 1, width: canvas.columns - 4, height: canvas.rows - 2)
    canvas.place(
      placement: 0,
      box: Rect(x: 2, y: 1 - top, width: columns, height: 400),
      visible: body
    )
    for y in body.y..<body.maxY where hasText && (y + top) % 9 == 0 {
      canvas.draw("漢字 \(y + top)", at: Point(y % 3, y), style: Style(background: Color(0x102030)))
    }
    canvas.draw("title", at: Point(1, 0))
    canvas.draw("keys", at: Point(1, canvas.rows - 1))
    if let pane {
      canvas.fill(pane, Cell(.text(" "), Style(background: Color(0x111213))))
      for y in pane.y..<pane.maxY {
        let style = Style(background: Color(0x111213))
        canvas.draw("line \(y * y)", at: Point(pane.x + 1, y), style: style, limit: 10)
      }
    }
    if let overlay {
      canvas.fill(overlay, Cell(.text("·"), Style(background: Color(0x334455))))
    }
  }

  /// Whether the screen shows the canvas: all texts, and the colours in the picture.
  func isShown(on screen: TestScreen) -> Bool {
    var canvas = Canvas(columns: screen.columns, rows: screen.rows)
    draw(&canvas)
    for y in 0..<canvas.rows {
      for x in 0..<canvas.columns {
        let cell = screen.cells[y][x]
        switch canvas[x, y].content {
        case .text(let cluster):
          let background = canvas[x, y].style.background
          let color = background.isStandard ? "standard" : name(background)
          if cell.text != String(cluster) || cell.background != color { return false }
        case .continuation: if cell.text != "" { return false }
        case .picture(_, let row, let column):
          let symbol = grid[Int(row), Int(column)]
          if cell.text != "▀" || cell.foreground != name(symbol.foreground)
            || cell.background != name(symbol.background)
          {
            return false
          }
        }
      }
    }
    return true
  }

  private func name(_ color: Color) -> String { "\(color.red),\(color.green),\(color.blue)" }
}
