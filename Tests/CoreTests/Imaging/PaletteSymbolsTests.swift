import Canvas
import Harness
import Testing

@testable import Imaging

@Suite struct PaletteSymbolsTests {
  private static let sets: [SymbolSet] = [.halfBlocks, .quadrants, .sextants]
  private static let depths: [ColorDepth] = [.palette256, .palette16]

  /// Returns the mean light of a grid's cells, from the foreground share of each symbol.
  private func light(of grid: SymbolGrid) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for symbol in grid.symbols {
      let share = Self.foregroundShare(of: symbol.scalar)
      sum += Self.light(symbol.foreground) * share + Self.light(symbol.background) * (1 - share)
    }
    return sum / Double(grid.symbols.count)
  }

  private static func light(_ color: Color) -> SIMD3<Double> {
    SIMD3(
      SRGB.linear[Int(color.red)],
      SRGB.linear[Int(color.green)],
      SRGB.linear[Int(color.blue)]
    )
  }

  /// Returns the foreground share of a character, known from its name in Unicode (Block Elements,
  /// Symbols for Legacy Computing).
  private static func foregroundShare(of scalar: UInt32) -> Double {
    switch scalar {
    case 0x20: return 0
    case 0x2588: return 1
    case 0x2580, 0x2584, 0x258C, 0x2590, 0x259A, 0x259E: return 0.5
    case 0x2596, 0x2597, 0x2598, 0x259D: return 0.25
    case 0x2599, 0x259B, 0x259C, 0x259F: return 0.75
    default:
      var bits = scalar - 0x1FB00 + 1
      if bits > 20 { bits += 1 }
      if bits > 41 { bits += 1 }
      return Double(bits.nonzeroBitCount) / 6
    }
  }

  @Test(arguments: sets, depths)
  func `colours missing from the palette are right on average, not grey`(
    set: SymbolSet,
    depth: ColorDepth
  ) throws {
    for color in [0x16_1A38, 0x30_2018, 0x60_5068, 0xA8_B0C0, 0xC0_A888].map({ Color($0) }) {
      let grid = try Symbols.render(
        Bitmap(width: 8, height: 8, color: color),
        columns: 40,
        rows: 20,
        options: SymbolOptions(colors: depth, symbols: set)
      )
      let error = light(of: grid) - Self.light(color)
      let most = depth == .palette256 ? 0.016 : 0.08
      #expect(
        abs(error.x) < most && abs(error.y) < most && abs(error.z) < most,
        "\(color) \(error)"
      )
    }
  }

  @Test(arguments: sets + [.octants, .braille], [0, 0.1, 0.5, 1] as [Float])
  func `a grey picture is grey in 16 colours`(set: SymbolSet, dithering: Float) throws {
    func grey(_ value: Int) -> Color {
      let value = UInt8(min(255, max(0, value)))
      return Color(red: value, green: value, blue: value)
    }
    let ramp = Pictures.draw(160, 80) { x, y in grey(x + y * 2 / 3 + (x * 7 + y * 13) % 23) }
    // Slanted lines of all shades on black.
    let lines = Pictures.draw(400, 240) { x, y in
      let place = y * 20 - x
      return grey(place % 240 < 40 ? place / 240 * 14 : 0)
    }
    let options = SymbolOptions(colors: .palette16, symbols: set, dithering: dithering)
    for picture in [ramp, lines] {
      let grid = try Symbols.render(picture, columns: 80, rows: 24, options: options)
      let colors = grid.symbols.flatMap { [$0.foreground, $0.background] }
      #expect(colors.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }
  }

  @Test(arguments: sets, depths)
  func `a colour of the palette is unchanged`(set: SymbolSet, depth: ColorDepth) throws {
    let color = XtermPalette.colors[depth == .palette16 ? 9 : 100]
    let grid = try Symbols.render(
      Bitmap(width: 8, height: 8, color: color),
      columns: 5,
      rows: 4,
      options: SymbolOptions(colors: depth, symbols: set)
    )
    #expect(grid.symbols.allSatisfy { $0.scalar == 0x20 && $0.background == color })
  }

  @Test func `parts are in the same position as in the picture`() throws {
    // Yellow at the top, blue at the bottom, red at the left.
    let (yellow, blue, red) = (Color(0xFFFF00), Color(0x0000FF), Color(0xFF0000))
    let options = SymbolOptions(colors: .palette16, symbols: .quadrants)
    func symbol(_ pixels: [Color]) throws -> SymbolGrid.Symbol {
      let bitmap = Bitmap(
        width: 2,
        height: 2,
        bytes: pixels.flatMap { [$0.red, $0.green, $0.blue] }
      )
      return try Symbols.render(bitmap, columns: 1, rows: 1, options: options).symbols[0]
    }
    /// Returns the colours of the first of two complementary symbols' foreground, and of its
    /// background.
    func paint(_ symbol: SymbolGrid.Symbol, _ first: UInt32, _ second: UInt32) -> [Color] {
      switch symbol.scalar {
      case first: [symbol.foreground, symbol.background]
      case second: [symbol.background, symbol.foreground]
      default: []
      }
    }
    #expect(try paint(symbol([yellow, yellow, blue, blue]), 0x2580, 0x2584) == [yellow, blue])
    #expect(try paint(symbol([red, blue, red, blue]), 0x258C, 0x2590) == [red, blue])
    #expect(try paint(symbol([red, blue, blue, red]), 0x259A, 0x259E) == [red, blue])
    #expect(try paint(symbol([red, blue, blue, blue]), 0x2598, 0x259F) == [red, blue])
    #expect(try paint(symbol([blue, blue, blue, red]), 0x2597, 0x259B) == [red, blue])
  }

  @Test(arguments: depths)
  func `without dithering a cell has the two entries that are nearest to it`(
    depth: ColorDepth
  ) throws {
    let entries = depth == .palette16 ? XtermPalette.colors[..<16] : XtermPalette.colors[16...]
    let palette = try #require(ColorPalette.of(depth, isDithered: false))
    let matcher = PaletteMatcher<FourParts>(palette: palette, meanWeight: 0)
    var dice = SeededGenerator(12)
    var (errors, least) = (Float.zero, Float.zero)
    for _ in 0..<60 {
      let middle = SIMD3<Float>.random(in: 0...1, using: &dice)
      let parts = (0..<4).map { _ in
        let part = middle + SIMD3<Float>.random(in: -0.2...0.2, using: &dice)
        return SIMD4(part.clamped(lowerBound: .zero, upperBound: .one), 0)
      }
      func error(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Float {
        parts.reduce(0) { sum, part in
          let (a, b) = (part - first, part - second)
          return sum + min((a * a).sum(), (b * b).sum())
        }
      }
      let pair = parts.withUnsafeBufferPointer { parts in
        parts.baseAddress.map { matcher.choose($0, stride: 2) } ?? (
          foreground: 0, background: 0, cost: 0
        )
      }
      errors += error(palette.lights[pair.foreground], palette.lights[pair.background])
      let lights = entries.map {
        SIMD4(Float($0.red), Float($0.green), Float($0.blue), 0) / 255
      }
      least += lights.reduce(Float.infinity) { least, first in
        lights.reduce(least) { min($0, error(first, $1)) }
      }
    }
    // Only entries near one of two groups of parts are candidates.
    #expect(errors < least * 1.01)
  }
}
