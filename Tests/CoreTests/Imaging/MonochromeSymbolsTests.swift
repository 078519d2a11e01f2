import Canvas
import Glibc
import Testing

@testable import Imaging

@Suite struct MonochromeSymbolsTests {
  /// Returns the foreground share in some columns of a grid.
  private func ink(_ grid: SymbolGrid, _ set: SymbolSet, _ columns: Range<Int>) throws -> Double {
    var foreground = 0
    for row in 0..<grid.rows {
      for column in columns {
        let bits = try #require(set.scalarsByParts.firstIndex(of: grid[row, column].scalar))
        foreground += bits.nonzeroBitCount
      }
    }
    let parts = try #require(set.parts)
    return Double(foreground) / Double(grid.rows * columns.count * parts.width * parts.height)
  }

  private func draw(
    _ set: SymbolSet,
    background: Color = Color(0),
    _ color: (Int, Int) -> Color
  ) throws -> SymbolGrid {
    let options = SymbolOptions(colors: .monochrome, symbols: set, background: background)
    return try Symbols.render(
      Pictures.draw(160, 80, color),
      columns: 40,
      rows: 20,
      options: options
    )
  }

  private func grey(_ value: Int) -> Color {
    Color(red: UInt8(value), green: UInt8(value), blue: UInt8(value))
  }

  @Test(arguments: [SymbolSet.halfBlocks, .quadrants, .sextants, .octants, .braille])
  func `faint contrast is increased, within limits`(set: SymbolSet) throws {
    let grid = try draw(set) { x, _ in grey(100 + x / 4) }
    #expect(try (0.03..<0.12).contains(ink(grid, set, 0..<6)))
    #expect(try (0.55..<0.8).contains(ink(grid, set, 34..<40)))
  }

  @Test func `a blurred preview in dots has pairs of dots`() throws {
    var options = SymbolOptions(colors: .monochrome, symbols: .braille)
    options.isBlurred = true
    #expect(Symbols.blurredParts(columns: 40, rows: 20, options: options) == Size(80, 40))
    for value in [32, 96, 160, 224] {
      let picture = Pictures.draw(80, 40) { _, _ in grey(value) }
      let grid = try Symbols.render(picture, columns: 40, rows: 20, options: options)
      for symbol in grid.symbols {
        // The dots of the left column are 1, 2, 3, 7, those of the right 4, 5, 6, 8.
        let dots = symbol.scalar == 0x20 ? 0 : symbol.scalar - 0x2800
        for (one, other) in [(0, 1), (3, 4), (2, 6), (5, 7)] as [(UInt32, UInt32)] {
          #expect(dots >> one & 1 == dots >> other & 1)
        }
      }
      let wanted = pow(Double(value) / 255, 1.7)
      #expect(try abs(ink(grid, .braille, 0..<40) - wanted) < 0.01)
    }
  }

  @Test(arguments: [SymbolSet.quadrants, .braille])
  func `a plain grey has as much foreground as it is bright from afar`(set: SymbolSet) throws {
    for value in [32, 96, 160, 224] {
      let wanted = pow(Double(value) / 255, 1.7)
      #expect(try abs(ink(draw(set) { _, _ in grey(value) }, set, 0..<40) - wanted) < 0.01)
      let light = try draw(set, background: Color(0xFFFFFF)) { _, _ in grey(value) }
      #expect(try abs(ink(light, set, 0..<40) - (1 - wanted)) < 0.01)
    }
  }

  @Test func `edges are in the same position as in the picture`() throws {
    let grid = try draw(.braille) { x, y in grey(x < 82 && y >= 42 ? 255 : 0) }
    // Half of a cell more at the right, two of four dots less at the top.
    #expect(grid[9, 20].scalar == 0x20 && grid[19, 19].scalar == 0x28FF)
    #expect(grid[19, 20].scalar == 0x2847 && grid[19, 21].scalar == 0x20)
    #expect(grid[10, 5].scalar == 0x28E4 && grid[10, 20].scalar == 0x2844)
  }

  @Test(arguments: [Color(0), Color(0xFFFFFF)])
  func `without dithering a part has the nearer colour`(background: Color) throws {
    let options = SymbolOptions(colors: .monochrome, background: background, dithering: 0)
    let picture = Pictures.draw(160, 80) { x, y in
      y < 40 ? grey(x < 80 ? 0 : 255) : grey(x < 80 ? 90 : 136)
    }
    let grid = try Symbols.render(picture, columns: 40, rows: 20, options: options)
    let isInkDark = background != Color(0)
    #expect(try ink(grid, .quadrants, 0..<20) == (isInkDark ? 1 : 0))
    #expect(try ink(grid, .quadrants, 20..<40) == (isInkDark ? 0 : 1))
  }

  @Test func `without dithering a dark picture shows its light parts`() throws {
    func ink(_ light: Int, _ dark: Int) throws -> [Double] {
      let picture = Pictures.draw(160, 80) { x, _ in grey(x < 40 ? light : dark) }
      let options = SymbolOptions(colors: .monochrome, dithering: 0)
      let grid = try Symbols.render(picture, columns: 40, rows: 20, options: options)
      return try [0..<9, 11..<40].map { try self.ink(grid, .quadrants, $0) }
    }
    #expect(try ink(80, 30) == [1, 0])
    // Parts hardly lighter than black stay dark.
    #expect(try ink(30, 10) == [0, 0])
  }
}
