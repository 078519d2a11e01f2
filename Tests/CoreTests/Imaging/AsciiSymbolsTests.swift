import Canvas
import Testing

@testable import Imaging

@Suite struct AsciiSymbolsTests {
  /// Returns the foreground share of each part of a character's cell, from 0 to 255.
  private func coverage(_ scalar: UInt32) -> [Int] {
    let bytes = AsciiCoverage.table[Int(scalar - 0x20)]
    return (0..<8).map { Int(bytes >> UInt64($0 * 8) & 0xFF) }
  }

  private func draw(
    _ colors: ColorDepth,
    columns: Int = 32,
    rows: Int = 8,
    background: Color = Color(0),
    _ color: (Int, Int) -> Color
  ) throws -> SymbolGrid {
    try Symbols.render(
      Pictures.draw(columns * 2, rows * 4, color),
      columns: columns,
      rows: rows,
      options: SymbolOptions(colors: colors, symbols: .ascii, background: background)
    )
  }

  @Test func `the table matches the font`() {
    #expect(AsciiCoverage.table.count == 95)
    #expect(coverage(0x20).allSatisfy { $0 == 0 })
    // An underscore is at the bottom, a quotation mark at the top, an L at the left and bottom.
    #expect(coverage(0x5F)[..<6].allSatisfy { $0 == 0 } && coverage(0x5F)[6] > 30)
    #expect(coverage(0x22)[4...].allSatisfy { $0 == 0 } && coverage(0x22)[0] > 30)
    let l = coverage(0x4C)
    #expect(l[2] > l[3] && l[7] > l[3])
  }

  @Test(arguments: [ColorDepth.trueColor, .palette256, .palette16], [1, 3])
  func `a blurred preview consists of blanks in its colours`(depth: ColorDepth, scale: Int) throws {
    var options = SymbolOptions(colors: depth, symbols: .ascii)
    options.isBlurred = true
    let size = Symbols.blurredParts(columns: 30, rows: 10, options: options)
    #expect(size == Size(30, 10))
    let picture = Pictures.draw(size.width * scale, size.height * scale) { x, _ in
      Color(red: UInt8(x / scale * 8), green: 90, blue: 40)
    }
    let grid = try Symbols.render(picture, columns: 30, rows: 10, options: options)
    #expect(grid.symbols.allSatisfy { $0.scalar == 0x20 && $0.foreground == $0.background })
    func red(_ columns: Range<Int>) -> Double {
      let colors = (0..<300).filter { columns.contains($0 % 30) }.map {
        grid.symbols[$0].background
      }
      return colors.reduce(0) { $0 + SRGB.linear[Int($1.red)] } / Double(colors.count)
    }
    for columns in [0..<10, 10..<20, 20..<30] {
      let wanted = columns.reduce(0) { $0 + SRGB.linear[$1 * 8] } / 10
      #expect(abs(red(columns) - wanted) < (depth == .palette16 ? 0.08 : 0.02), "\(columns)")
    }
  }

  @Test func `in monochrome a blurred preview is as dense as the picture is bright`() throws {
    var options = SymbolOptions(colors: .monochrome, symbols: .ascii)
    options.isBlurred = true
    let picture = Pictures.draw(64, 8) { x, _ in
      Color(red: UInt8(x * 4), green: UInt8(x * 4), blue: UInt8(x * 4))
    }
    let grid = try Symbols.render(picture, columns: 64, rows: 8, options: options)
    let densities = (0..<64).map { column in
      (0..<8).reduce(0) { $0 + coverage(grid.symbols[$1 * 64 + column].scalar).reduce(0, +) }
    }
    let eighths = stride(from: 0, to: 64, by: 8).map { densities[$0..<$0 + 8].reduce(0, +) }
    #expect(zip(eighths, eighths.dropFirst()).allSatisfy { $0 < $1 }, "\(eighths)")
    #expect(Set(grid.symbols.map(\.scalar)).count > 5)
  }

  @Test func `brighter parts have denser characters, or darker ones on light terminals`() throws {
    for background in [Color(0), Color(0xFFFFFF)] {
      let grid = try draw(.monochrome, background: background) { x, _ in
        Color(red: UInt8(x * 4), green: UInt8(x * 4), blue: UInt8(x * 4))
      }
      let quarters = (0..<4).map { quarter in
        (0..<grid.rows).reduce(0) { sum, row in
          sum
            + (quarter * 8..<quarter * 8 + 8).reduce(0) {
              $0 + coverage(grid[row, $1].scalar).reduce(0, +)
            }
        }
      }
      let isRising = zip(quarters, quarters.dropFirst()).allSatisfy { $0 < $1 }
      let isFalling = zip(quarters, quarters.dropFirst()).allSatisfy { $0 > $1 }
      #expect(background == Color(0) ? isRising : isFalling, "\(quarters)")
    }
  }

  @Test(arguments: [ColorDepth.trueColor, .palette256, .monochrome])
  func `an edge becomes a character with such an edge`(colors: ColorDepth) throws {
    // The upper half of every other cell is light.
    let grid = try draw(colors) { x, y in
      x / 2 % 2 == 0 && y % 4 < 2 ? Color(0xF0F0F0) : Color(0x080808)
    }
    for row in 1..<7 {
      for column in stride(from: 2, to: 30, by: 2) {
        let symbol = grid[row, column]
        let parts = coverage(symbol.scalar)
        let isInkLight = symbol.foreground.isStandard || symbol.foreground.luma > 128
        let (above, below) = (parts[..<4].reduce(0, +), parts[4...].reduce(0, +))
        #expect(isInkLight ? above > below : above < below, "\(symbol)")
      }
    }
  }

  @Test func `colours missing from the palette are right on average`() throws {
    let color = Color(0x60_5068)
    let grid = try draw(.palette256) { _, _ in color }
    func mean(_ channel: (Color) -> UInt8) -> Double {
      grid.symbols.reduce(0) { $0 + SRGB.linear[Int(channel($1.background))] }
        / Double(grid.symbols.count)
    }
    #expect(abs(mean(\.red) - SRGB.linear[0x60]) < 0.016)
    #expect(abs(mean(\.green) - SRGB.linear[0x50]) < 0.016)
    #expect(abs(mean(\.blue) - SRGB.linear[0x68]) < 0.016)
  }

  @Test func `foreground and background are the means of the pixels they cover`() throws {
    let picture = Pictures.textured(width: 64, height: 64)
    let grid = try Symbols.render(
      picture,
      columns: 32,
      rows: 16,
      options: SymbolOptions(symbols: .ascii)
    )
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let symbol = grid[row, column]
        let shares = coverage(symbol.scalar).map { Double($0) / 255 }
        let reds = (0..<8).map { Double(picture[column * 2 + $0 % 2, row * 4 + $0 / 2].red) }
        let density = shares.reduce(0, +)
        let foreground = zip(shares, reds).reduce(0) { $0 + $1.0 * $1.1 }
        let bare = (reds.reduce(0, +) - foreground) / (8 - density)
        #expect(abs(Double(symbol.background.red) - bare) < 1)
        if density > 0 { #expect(abs(Double(symbol.foreground.red) - foreground / density) < 1) }
      }
    }
    #expect(grid.symbols.contains { $0.scalar != 0x20 })
  }
}
