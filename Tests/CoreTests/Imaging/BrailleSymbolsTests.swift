import Canvas
import Imaging
import Testing

/// Braille patterns in 24-bit colour.
@Suite struct BrailleSymbolsTests {
  /// A picture whose left half is dark blue, and whose right half is bright orange.
  private static let halves = Bitmap(
    width: 40,
    height: 40,
    bytes: (0..<40).flatMap { _ in
      (0..<40).flatMap { x -> [UInt8] in x < 20 ? [10, 20, 60] : [240, 150, 40] }
    }
  )

  private func render(
    background: Color = Color(0x11_1214),
    leavesBackground: Bool = false,
    isBlurred: Bool = false
  ) throws -> SymbolGrid {
    var options = SymbolOptions(
      symbols: .braille,
      background: background,
      leavesBackground: leavesBackground
    )
    options.isBlurred = isBlurred
    return try Symbols.render(Self.halves, columns: 10, rows: 5, options: options)
  }

  private func dots(_ symbol: SymbolGrid.Symbol) -> Int {
    symbol.scalar == 0x20 ? 0 : (symbol.scalar - 0x2800).nonzeroBitCount
  }

  @Test func `bright parts have more dots, in their own colour`() throws {
    let grid = try render()
    for row in 0..<grid.rows {
      #expect((5..<10).allSatisfy { dots(grid[row, $0]) >= 6 })
      for column in 6..<10 {
        let color = grid[row, column].foreground
        #expect(color.red > color.green && color.green > color.blue)
      }
    }
    let left = (0..<grid.rows).flatMap { row in (0..<5).map { dots(grid[row, $0]) } }
    #expect(left.reduce(0, +) < left.count * 3)
  }

  @Test func `on a light background, dark parts have more dots`() throws {
    let grid = try render(background: Color(0xFA_F9F7))
    let left = (0..<grid.rows).reduce(0) { $0 + dots(grid[$1, 1]) }
    let right = (0..<grid.rows).reduce(0) { $0 + dots(grid[$1, 8]) }
    #expect(left > right)
    #expect(grid[2, 1].foreground.blue >= grid[2, 1].foreground.red)
  }

  @Test(arguments: [true, false])
  func `cells have one background: the terminal's own if it isn't set`(_ leaves: Bool) throws {
    for isBlurred in [true, false] {
      let grid = try render(leavesBackground: leaves, isBlurred: isBlurred)
      let expected = leaves ? Color.standard : Color(0x11_1214)
      #expect(grid.symbols.allSatisfy { $0.background == expected })
    }
  }
}
