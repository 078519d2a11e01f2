import Canvas
import Testing

@testable import Imaging

/// Recorded grids of eight synthetic pictures in every mode; `RECORD_SNAPSHOTS=1` records them
/// again.
@Suite struct GoldenGridTests {
  struct Picture: CustomTestStringConvertible {
    let name: String
    let color: @Sendable (_ x: Int, _ y: Int) -> Color
    var testDescription: String { name }
  }

  private static let columns = 8
  private static let rows = 3
  /// The size of a cell in pixels, which can be divided into parts of every kind.
  private static let cell = Size(4, 12)
  private static let (light, dark) = (Color(0xF0E8D8), Color(0x182030))

  private static let pictures = [
    Picture(name: "grey-ramp") { x, _ in
      Color(red: UInt8(x * 8), green: UInt8(x * 8), blue: UInt8(x * 8))
    },
    Picture(name: "colour-ramp") { x, y in
      Color(red: UInt8(255 - x * 8), green: UInt8(y * 7), blue: UInt8(x * 8))
    },
    // At another place in every cell.
    Picture(name: "vertical-edges") { x, y in
      x % cell.width < (x / cell.width + y / cell.height) % 5 ? light : dark
    },
    Picture(name: "horizontal-edges") { x, y in
      y % cell.height < (x / cell.width + y / cell.height * 8) % 13 ? light : dark
    },
    Picture(name: "diagonal-edges") { x, y in (x * 3 + y) % 48 < 24 ? light : dark },
    Picture(name: "checkers") { x, y in (x / 2 + y / 3) % 2 == 0 ? light : dark },
    Picture(name: "coloured-checkers") { x, y in
      let colors = [0xC03020, 0x20A040, 0x3050C0, 0xE0C030].map { Color($0) }
      return colors[(x / 3 + y / 5 * 3) % 4]
    },
    Picture(name: "text") { x, y in
      let line = letters[min(letters.count - 1, y / 4)]
      return line[line.index(line.startIndex, offsetBy: min(x, line.count - 1))] == "#"
        ? dark : light
    },
  ]

  private static let letters = [
    "................................",
    "..##...#.....####.#.###..####...",
    ".#..#.###...#...#.##....#....#..",
    ".####..#....#...#.#.....######..",
    ".#..#..#....#...#.#.....#.......",
    ".#..#..##....####.#......####...",
    "................................",
    ".#.#.#.#.#.#.#.#.#.#.#.#.#.#.#..",
    "................................",
  ]

  private static let modes = ColorDepth.allCases.flatMap { colors in
    SymbolSet.allCases.map { SymbolOptions(colors: colors, symbols: $0) }
  }

  @Test(arguments: pictures)
  func `a picture becomes the recorded symbols`(picture: Picture) throws {
    let bitmap = Pictures.draw(
      Self.columns * Self.cell.width,
      Self.rows * Self.cell.height,
      picture.color
    )
    let texts = try Self.modes.map { mode in
      let grid = try Symbols.render(
        bitmap,
        columns: Self.columns,
        rows: Self.rows,
        options: mode
      )
      return "\(mode.symbols.rawValue), \(mode.colors.rawValue)\n" + Rasters.text(grid)
    }
    try Snapshots.expect(texts.joined(separator: "\n"), named: picture.name)
  }
}
