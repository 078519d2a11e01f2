import Canvas
import Testing

@testable import Imaging

@Suite struct SymbolsTests {
  @Test(arguments: SymbolSet.allCases, ColorDepth.allCases)
  func `a grid has the requested size and only symbols of the set`(
    symbols: SymbolSet,
    colors: ColorDepth
  ) throws {
    let picture = Pictures.textured(width: 120, height: 90)
    let options = SymbolOptions(colors: colors, symbols: symbols)
    let grid = try Symbols.render(picture, columns: 17, rows: 7, options: options)
    #expect(grid.columns == 17 && grid.rows == 7)
    let used = Set(grid.symbols.compactMap { Unicode.Scalar($0.scalar) })
    #expect(used.isSubset(of: symbols.alphabet))
    #expect(grid.symbols.contains { $0 != grid.symbols[0] })
  }

  @Test(arguments: SymbolSet.allCases.filter { $0 != .braille })
  func `four colours are in their corners`(symbols: SymbolSet) throws {
    let options = SymbolOptions(symbols: symbols)
    let grid = try Symbols.render(Pictures.fourColors(), columns: 8, rows: 6, options: options)
    let expected = [
      (0, 0, Pictures.red), (0, 7, Pictures.green), (5, 0, Pictures.blue), (5, 7, Pictures.yellow),
    ]
    for (row, column, color) in expected {
      let cell = grid[row, column]
      #expect(Pictures.distance(cell.background, color) <= 2 || cell.scalar == 0x2588)
    }
  }

  @Test func `a cell is split between its colours`() throws {
    // Left half dark, right half light: a vertical half block, in either polarity.
    let picture = Pictures.draw(16, 16) { x, _ in x < 8 ? Color(0x101010) : Color(0xF0F0F0) }
    let cell = try Symbols.render(picture, columns: 1, rows: 1)[0, 0]
    #expect(cell.scalar == 0x258C)
    #expect(Pictures.distance(cell.foreground, Color(0x101010)) <= 1)
    #expect(Pictures.distance(cell.background, Color(0xF0F0F0)) <= 1)
  }

  @Test(arguments: [ColorDepth.palette256, .palette16])
  func `indexed colours are palette entries that are found again`(colors: ColorDepth) throws {
    let picture = Pictures.textured(width: 64, height: 64)
    let grid = try Symbols.render(
      picture,
      columns: 16,
      rows: 8,
      options: SymbolOptions(colors: colors)
    )
    for cell in grid.symbols {
      for color in [cell.foreground, cell.background] where !color.isStandard {
        let index = XtermPalette.index(nearest: color, depth: colors)
        #expect(XtermPalette.colors[index] == color)
      }
    }
  }

  @Test func `every palette entry is found by its colour`() {
    for index in 16..<256 {
      #expect(XtermPalette.index(nearest: XtermPalette.colors[index], depth: .palette256) == index)
    }
    for index in 0..<16 {
      #expect(XtermPalette.index(nearest: XtermPalette.colors[index], depth: .palette16) == index)
    }
  }

  @Test(arguments: [ColorDepth.palette256, .palette16])
  func `the nearest entry is the one that a full search finds`(depth: ColorDepth) {
    let entries = depth == .palette16 ? 0..<16 : 16..<256
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 17) {
        for blue in Array(stride(from: 0, through: 255, by: 51)) + [64, 65, 96, 127, 128, 160] {
          let color = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let found = XtermPalette.index(nearest: color, depth: depth)
          let best = entries.map { squares(XtermPalette.colors[$0], color) }.min()
          #expect(squares(XtermPalette.colors[found], color) == best, "\(color)")
        }
      }
    }
  }

  @Test func `monochrome pictures use the terminal's own colours and follow its background`() throws
  {
    let light = Bitmap(width: 8, height: 8, color: Color(0xFFFFFF))
    for symbols in [SymbolSet.halfBlocks, .quadrants] {
      var options = SymbolOptions(colors: .monochrome, symbols: symbols)
      let onDark = try Symbols.render(light, columns: 1, rows: 1, options: options)[0, 0]
      options.background = Color(0xFFFFFF)
      let onLight = try Symbols.render(light, columns: 1, rows: 1, options: options)[0, 0]
      #expect(onDark.scalar == 0x2588 && onLight.scalar == 0x20)
      #expect(onDark.foreground == .standard && onDark.background == .standard)
    }
  }

  @Test func `octants are numbered as in Unicode 16`() {
    let scalars = SymbolSet.octants.scalarsByParts
    #expect(Set(scalars).count == 256)
    #expect(scalars.count { (0x1CD00...0x1CDE5).contains($0) } == 230)
    // BLOCK OCTANT-3, -23, -123, -4, -2345678, and older quadrants and halves.
    #expect(
      [0x4, 0x6, 0x7, 0x8, 0xFE].map { scalars[$0] } == [
        0x1CD00, 0x1CD01, 0x1CD02, 0x1CD03, 0x1CDE5,
      ]
    )
    #expect(
      [0x0, 0x5, 0xF, 0x55, 0x5A, 0xF0, 0xFF].map { scalars[$0] } == [
        0x20, 0x2598, 0x2580, 0x258C, 0x259E, 0x2584, 0x2588,
      ]
    )
  }

  /// `Tests/Fixtures/octants.txt` has a line for each of these symbols: its number and its name in
  /// the Unicode Character Database.
  @Test func `octants have the shapes that their names describe`() throws {
    let quarters = [
      "LEFT HALF UPPER ONE QUARTER": 0x01, "RIGHT HALF UPPER ONE QUARTER": 0x02,
      "LEFT HALF LOWER ONE QUARTER": 0x40, "RIGHT HALF LOWER ONE QUARTER": 0x80,
      "MIDDLE LEFT ONE QUARTER": 0x14, "MIDDLE RIGHT ONE QUARTER": 0x28,
      "UPPER ONE QUARTER": 0x03, "LOWER ONE QUARTER": 0xC0,
      "UPPER THREE QUARTERS": 0x3F, "LOWER THREE QUARTERS": 0xFC,
    ]
    let scalars = SymbolSet.octants.scalarsByParts
    let text = String(decoding: try Fixture.read("octants.txt"), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 240)
    for line in lines {
      let fields = line.split(separator: ";")
      let name = String(fields[1])
      let parts: Int
      if name.hasPrefix("BLOCK OCTANT-") {
        // Named by its parts, from 1 at the top left to 8 at the bottom right.
        parts = name.dropFirst(13).reduce(0) { $0 | 1 << ((Int(String($1)) ?? 0) - 1) }
      } else {
        parts = try #require(quarters[name.replacing(" BLOCK", with: "")])
      }
      #expect(scalars[parts] == UInt32(fields[0], radix: 16), "\(line)")
    }
  }

  @Test func `dots are numbered as in Unicode`() {
    let scalars = SymbolSet.braille.scalarsByParts
    // Dots 1 and 4 at the top, 7 and 8 at the bottom; 1, 2, 3 and 7 at the left.
    #expect([0x3, 0xC0, 0x55, 0xFF].map { scalars[$0] } == [0x2809, 0x28C0, 0x2847, 0x28FF])
  }

  @Test(arguments: [SymbolSet.halfBlocks, .quadrants, .sextants, .octants, .braille])
  func `a grey between black and white becomes a mixture of both`(symbols: SymbolSet) throws {
    let grey = Bitmap(width: 64, height: 64, color: Color(0x909090))
    let options = SymbolOptions(colors: .monochrome, symbols: symbols)
    let grid = try Symbols.render(grey, columns: 16, rows: 16, options: options)
    let ink = grid.symbols.map { $0.scalar == 0x20 ? 0 : $0.scalar == 0x2588 ? 2 : 1 }.reduce(0, +)
    #expect((100..<420).contains(ink))
  }

  @Test func `single columns of few colours are drawn within bounds`() throws {
    let picture = Pictures.textured(width: 9, height: 90)
    for colors in ColorDepth.allCases {
      for symbols in SymbolSet.allCases {
        for rows in 1...12 {
          let options = SymbolOptions(colors: colors, symbols: symbols)
          let grid = try Symbols.render(picture, columns: 1, rows: rows, options: options)
          #expect(grid.symbols.count == rows)
        }
      }
    }
  }

  @Test(arguments: SymbolSet.allCases, ColorDepth.allCases)
  func `pictures and grids of any shape are drawn`(
    symbols: SymbolSet,
    colors: ColorDepth
  ) throws {
    let options = SymbolOptions(colors: colors, symbols: symbols)
    for picture in [Size(1, 1), Size(1, 37), Size(41, 1), Size(7, 5), Size(3001, 2)] {
      let bitmap = Pictures.textured(width: picture.width, height: picture.height)
      for (columns, rows) in [(1, 1), (2, 1), (3, 5), (9, 2)] {
        let grid = try Symbols.render(bitmap, columns: columns, rows: rows, options: options)
        #expect(grid.columns == columns && grid.rows == rows)
        #expect(grid.symbols.count == columns * rows)
      }
    }
    let pixel = Bitmap(width: 1, height: 1, color: Color(0x8090A0))
    #expect(try Symbols.render(pixel, columns: 4000, rows: 1, options: options).columns == 4000)
    #expect(try Symbols.render(pixel, columns: 1, rows: 4000, options: options).rows == 4000)
  }

  /// The largest grids, one after another: each takes hundreds of megabytes.
  @Test func `grids with sides of 4,000 cells are drawn`() throws {
    let modes =
      ColorDepth.allCases.flatMap { [($0, SymbolSet.halfBlocks), ($0, .ascii)] }
      + [(.monochrome, .braille)]
    let picture = Pictures.draw(2, 2) { x, y in Color(x == y ? 0x000000 : 0xFFFFFF) }
    for (colors, symbols) in modes {
      let options = SymbolOptions(colors: colors, symbols: symbols)
      let grid = try Symbols.render(picture, columns: 4000, rows: 4000, options: options)
      #expect(grid.columns == 4000 && grid.rows == 4000 && grid.symbols.count == 16_000_000)
      // Black and white in opposite corners.
      let isLight = [(0, 0), (0, 3999), (3999, 0), (3999, 3999)].map { row, column in
        let cell = grid[row, column]
        guard cell.background.isStandard else {
          return (cell.scalar == 0x2588 ? cell.foreground : cell.background).luma > 250
        }
        return cell.scalar != 0x20
      }
      #expect(isLight == [false, true, true, false], "\(colors), \(symbols)")
    }
  }

  @Test(arguments: 1...40)
  func `rows of any width are read correctly`(width: Int) throws {
    let picture = Pictures.draw(width, 6) { x, y in
      Color(red: UInt8(x * 6), green: UInt8(y * 40), blue: UInt8((x * 7 + y * 31) % 256))
    }
    let grid = try #require(FullColorSymbols(.halfBlocks, rateWeight: 0))
      .draw(picture, columns: width, rows: 3)
    #expect(Rasters.parts(of: grid, .halfBlocks) == picture)
    // The same rows in parts of two by two, each a cell of one colour.
    let large = Pictures.draw(width * 2, 12) { x, y in picture[x / 2, y / 2] }
    let cells = try #require(FullColorSymbols(.quadrants, rateWeight: 0))
      .draw(large, columns: width, rows: 6)
    let colors = (0..<width * 6).map { picture[$0 % width, $0 / width] }
    #expect(cells.symbols.map(\.background) == colors)
  }

  @Test(
    arguments: [SymbolSet.halfBlocks, .quadrants, .sextants],
    [ColorDepth.palette256, .palette16]
  )
  func `without dithering each part has the nearer of its cell's colours`(
    symbols: SymbolSet,
    colors: ColorDepth
  ) throws {
    let picture = Pictures.textured(width: 60, height: 72)
    func error(_ dithering: Float) throws -> Int {
      var options = SymbolOptions(colors: colors, symbols: symbols, dithering: dithering)
      options.isStill = true
      let grid = try Symbols.render(picture, columns: 10, rows: 6, options: options)
      let parts = try #require(symbols.parts)
      var scaled = picture.scaled(to: Size(10 * parts.width, 6 * parts.height))
      if dithering == 0 {
        scaled =
          colors == .palette16
          ? scaled.clarified(brightness: 1.22) : scaled.sharpened(shift: 5)
      }
      var sum = 0
      for (number, symbol) in grid.symbols.enumerated() {
        let bits = try #require(symbols.scalarsByParts.firstIndex(of: symbol.scalar))
        for part in 0..<(parts.width * parts.height) {
          let x = number % 10 * parts.width + part % parts.width
          let y = number / 10 * parts.height + part / parts.width
          let shown = bits >> part & 1 == 1 ? symbol.foreground : symbol.background
          sum += squares(scaled[x, y], shown)
        }
      }
      return sum
    }
    // Carrying errors on increases the error of single parts.
    #expect(try error(0) < error(0.5))
    #expect(try error(0) < error(1))
  }

  @Test func `half blocks are the averages of their halves`() throws {
    let picture = Pictures.draw(4, 4) { x, y in
      Color(red: UInt8(x * 20), green: UInt8(y * 20), blue: 100)
    }
    let grid = try #require(FullColorSymbols(.halfBlocks, rateWeight: 0))
      .draw(picture, columns: 2, rows: 1)
    #expect(grid.columns == 2 && grid.rows == 1)
    #expect(grid[0, 0].scalar == 0x2580)
    #expect(grid[0, 0].foreground == Color(red: 10, green: 10, blue: 100))
    #expect(grid[0, 0].background == Color(red: 10, green: 50, blue: 100))
    #expect(grid[0, 1].foreground == Color(red: 50, green: 10, blue: 100))
  }

  @Test func `imperceptible differences become a blank, in 24-bit colour only`() throws {
    func cell(_ difference: UInt8, _ colors: ColorDepth) throws -> SymbolGrid.Symbol {
      let picture = Pictures.draw(16, 16) { _, y in
        y < 8
          ? Color(0x64C80A) : Color(red: 0x64 + difference, green: 0xC8 - difference, blue: 0x0A)
      }
      let options = SymbolOptions(colors: colors)
      return try Symbols.render(picture, columns: 1, rows: 1, options: options)[0, 0]
    }
    let blank = try cell(2, .trueColor)
    #expect(blank.scalar == 0x20 && blank.foreground == blank.background)
    #expect(blank.background == Color(0x65C70A))
    let block = try cell(5, .trueColor)
    #expect(block.scalar != 0x20 && block.foreground != block.background)
    let indexed = try cell(2, .palette256)
    let index = XtermPalette.index(nearest: indexed.background, depth: .palette256)
    #expect(XtermPalette.colors[index] == indexed.background)
  }

  @Test func `a grid without cells or of an absurd size is refused`() {
    let picture = Pictures.fourColors()
    for (columns, rows) in [(0, 1), (1, 0), (-3, 2), (4001, 1)] {
      #expect(throws: ImagingError.badSize) {
        try Symbols.render(picture, columns: columns, rows: rows)
      }
    }
  }

  private func squares(_ a: Color, _ b: Color) -> Int {
    let red = Int(a.red) - Int(b.red)
    let green = Int(a.green) - Int(b.green)
    let blue = Int(a.blue) - Int(b.blue)
    return red * red + green * green + blue * blue
  }
}

extension SymbolSet {
  /// The characters that a picture in this set may contain.
  fileprivate var alphabet: Set<Unicode.Scalar> {
    switch self {
    case .halfBlocks: Set(" ▀▄█".unicodeScalars)
    case .quadrants: Set(" ▀▄█▌▐▖▗▘▙▚▛▜▝▞▟".unicodeScalars)
    case .sextants:
      Set(" █▌▐".unicodeScalars).union((0x1FB00...0x1FB3B).compactMap(Unicode.Scalar.init))
    case .octants: Set(scalarsByParts.compactMap(Unicode.Scalar.init))
    case .braille:
      Set(" ".unicodeScalars).union((0x2801...0x28FF).compactMap(Unicode.Scalar.init))
    case .ascii: Set((0x20...0x7E).compactMap(Unicode.Scalar.init))
    }
  }
}
