import Canvas
import Terminal
import Testing

private let eightColors = [
  0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
]

extension TerminalTests {
  @Test func `eight colours can be drawn on eight colours`() throws {
    for hasVariant in [true, false] {
      let rig = try Rig(term: "linux", colors: .palette16, hasVariant: hasVariant)
      var wrong = 0
      let canvas = rig.canvas {
        for (index, _) in (0..<80).enumerated() {
          let style = Style(
            foreground: index % 9 == 8 ? .standard : Color(UInt32(eightColors[index % 9])),
            background: index / 9 == 8 ? .standard : Color(UInt32(eightColors[index / 9]))
          )
          $0.draw("x", at: Point(index % 20, index / 20), style: style)
        }
      }
      rig.present(canvas)
      for index in 0..<80 {
        let cell = rig.screen.cells[index / 20][index % 20]
        #expect(cell.text == "x")
        let foreground = index % 9 == 8 ? "standard" : "\(index % 9)"
        let background = index / 9 == 8 ? "standard" : "\(index / 9)"
        if cell.foreground != foreground || cell.background != background { wrong += 1 }
      }
      #expect(wrong == (hasVariant ? 0 : 80 - 63))
    }
  }

  @Test func `sixteen colours are distinct with every terminfo entry`() throws {
    for term in ["xterm", "screen", "xterm-256color"] {
      let rig = try Rig(term: term, colors: .palette16)
      let bright = [0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF]
      rig.present(
        rig.canvas {
          for (index, color) in (eightColors + bright).enumerated() {
            let style = Style(foreground: Color(0), background: Color(UInt32(color)))
            $0.draw("x", at: Point(index, 0), style: style)
            let text = Style(foreground: Color(UInt32(color)))
            $0.draw("x", at: Point(index, 1), style: text)
          }
        }
      )
      for index in 0..<16 {
        #expect(rig.screen.cells[0][index].background == "\(index)", "\(term)")
        #expect(rig.screen.cells[1][index].foreground == "\(index)", "\(term)")
        #expect(rig.screen.cells[1][index].attributes == [], "\(term)")
      }
    }
  }

  @Test func `colours stay right if successive frames need too many pairs`() throws {
    let rig = try Rig(term: "linux", colors: .palette16, hasVariant: false)
    var random = SeededGenerator(state: 3)
    for _ in 0..<50 {
      let pairs = (0..<120).map { _ in Int.random(in: 0..<64, using: &random) }.map { $0 % 40 + 5 }
      let canvas = rig.canvas {
        for (index, pair) in pairs.enumerated() {
          let style = Style(
            foreground: Color(UInt32(eightColors[pair % 8])),
            background: Color(UInt32(eightColors[pair / 8]))
          )
          $0.draw("x", at: Point(index % 20, index / 20), style: style)
        }
      }
      rig.present(canvas)
      for (index, pair) in pairs.enumerated() {
        let cell = rig.screen.cells[index / 20][index % 20]
        #expect(cell.foreground == "\(pair % 8)" && cell.background == "\(pair / 8)")
      }
    }
  }

  @Test func `colours stay right if a frame needs more pairs than there are numbers`() throws {
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

  @Test func `pair numbers are reused without redrawing anything else`() throws {
    let rig = try Rig(columns: 40, rows: 20)
    var random = SeededGenerator(state: 7)
    let cell = SymbolGrid.Symbol(scalar: 0x2580, foreground: .standard, background: .standard)
    var grid = SymbolGrid(columns: 40, rows: 20, symbols: Array(repeating: cell, count: 800))
    let canvas = rig.canvas { $0.place(placement: 0, box: $0.bounds, visible: $0.bounds) }
    var expected = Array(repeating: Array(repeating: "standard", count: 40), count: 20)
    var value: UInt32 = 0
    var bytes = 0
    for step in 0..<500 {
      var changed = 0
      for row in 0..<20 where step == 0 || Bool.random(using: &random) {
        for column in 0..<40 {
          value += 13
          let color = Color(value)
          grid.symbols[row * 40 + column].foreground = color
          grid.symbols[row * 40 + column].background = Color(value ^ 0xFFFF)
          expected[row][column] = "\(color.red),\(color.green),\(color.blue)"
        }
        changed += 40
      }
      let statistics = rig.present(canvas, pictures: [grid])
      #expect(statistics.cells == changed)
      if step > 0 { bytes += statistics.bytes }
      #expect(rig.screen.cells.map { $0.map(\.foreground) } == expected, "step \(step)")
    }
    // About 200,000 pairs, several times as many as there are numbers.
    #expect(value > 13 * 3 * 65_536)
    #expect(bytes < Int(value) / 13 * 42)
    #expect(rig.screen.unknown == [])
  }
}
