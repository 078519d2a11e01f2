import Canvas
import Testing

@testable import Imaging

@Suite struct FullColorSymbolsTests {
  private static let sets: [SymbolSet] = [.halfBlocks, .quadrants, .sextants]

  @Test(arguments: sets)
  func `without thrift every part has the mean of its group`(set: SymbolSet) throws {
    let parts = try #require(set.parts)
    let picture = Pictures.textured(width: 9 * parts.width, height: 4 * parts.height)
    let grid = try #require(FullColorSymbols(set, thrift: 0)).draw(picture, columns: 9, rows: 4)
    for row in 0..<4 {
      for column in 0..<9 {
        let symbol = grid[row, column]
        let inked = try #require(set.scalarsByParts.firstIndex(of: symbol.scalar))
        for (color, isInk) in [(symbol.foreground, true), (symbol.background, false)] {
          let group = (0..<parts.width * parts.height).filter { (inked >> $0 & 1 == 1) == isInk }
          guard !group.isEmpty else { continue }
          let colors = group.map {
            picture[
              column * parts.width + $0 % parts.width,
              row * parts.height + $0 / parts.width
            ]
          }
          func mean(_ channel: (Color) -> UInt8) -> Double {
            Double(colors.reduce(0) { $0 + Int(channel($1)) }) / Double(colors.count)
          }
          #expect(abs(mean(\.red) - Double(color.red)) <= 0.5)
          #expect(abs(mean(\.green) - Double(color.green)) <= 0.5)
          #expect(abs(mean(\.blue) - Double(color.blue)) <= 0.5)
        }
      }
    }
  }

  @Test(arguments: sets)
  func `thrift saves bytes, more of it more, and costs little likeness`(set: SymbolSet) throws {
    let parts = try #require(set.parts)
    let size = Size(40 * parts.width, 20 * parts.height)
    let picture = Pictures.textured(width: 320, height: 320).scaled(to: size)
    func outcome(_ thrift: Float) throws -> (bytes: Int, error: Double) {
      let drawing = try #require(FullColorSymbols(set, thrift: thrift))
      let grid = drawing.draw(picture, columns: 40, rows: 20)
      let shown = Rasters.parts(of: grid, set)
      let squares = zip(shown.bytes, picture.bytes).reduce(0) { sum, pair in
        sum + (Int(pair.0) - Int(pair.1)) * (Int(pair.0) - Int(pair.1))
      }
      return (
        Render.ansi(grid, colors: .trueColor).count,
        Double(squares) / Double(picture.width * picture.height)
      )
    }
    let usual = FullColorSymbols.thrift
    let (free, some, much) = (try outcome(0), try outcome(usual), try outcome(10 * usual))
    #expect(Double(some.bytes) < Double(free.bytes) * 0.95 && much.bytes < some.bytes)
    #expect(free.error <= some.error && some.error < much.error)
    // No cell gives up more than its own two colours and a block's symbol would have cost.
    #expect(some.error < free.error + Double(36 * usual) + 1)
    #expect(much.error < free.error + Double(360 * usual) + 1)
  }

  @Test func `a blank keeps the ink beside it, and the next cell both colours`() throws {
    // Light and dark halves, then dark, then the halves again.
    let (light, dark) = (Color(0xE0E0E0), Color(0x202020))
    let picture = Pictures.draw(3, 2) { x, y in x == 1 || y == 1 ? dark : light }
    let grid = try #require(FullColorSymbols(.halfBlocks)).draw(picture, columns: 3, rows: 1)
    #expect(grid.symbols.map(\.scalar) == [0x2580, 0x20, 0x2580])
    #expect(grid.symbols.allSatisfy { $0.foreground == light && $0.background == dark })
  }
}
