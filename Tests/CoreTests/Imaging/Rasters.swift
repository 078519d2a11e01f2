import Canvas

@testable import Imaging

/// Grids of symbols as the pixels that a terminal shows.
enum Rasters {
  /// Returns one pixel for each part of the cells of a set.
  static func parts(of grid: SymbolGrid, _ set: SymbolSet) -> Bitmap {
    let parts = set.parts ?? Size(1, 1)
    return Pictures.draw(grid.columns * parts.width, grid.rows * parts.height) { x, y in
      let symbol = grid[y / parts.height, x / parts.width]
      let part = y % parts.height * parts.width + x % parts.width
      let foregroundMask = set.scalarsByParts.firstIndex(of: symbol.scalar) ?? 0
      return foregroundMask >> part & 1 == 1 ? symbol.foreground : symbol.background
    }
  }

  /// Returns the symbols as text, one line per row, followed by each cell's two colours.
  static func text(_ grid: SymbolGrid) -> String {
    let rows = (0..<grid.rows).map { row in
      (0..<grid.columns).map { grid[row, $0] }
    }
    let symbols = rows.map { row in
      "|" + String(String.UnicodeScalarView(row.compactMap { Unicode.Scalar($0.scalar) })) + "|"
    }
    let isPlain = grid.symbols.allSatisfy { $0.foreground.isStandard && $0.background.isStandard }
    let colors = rows.map { row in
      row.map { name($0.foreground) + "/" + name($0.background) }.joined(separator: " ")
    }
    return (symbols + (isPlain ? [] : colors)).joined(separator: "\n") + "\n"
  }

  private static func name(_ color: Color) -> String {
    let digits = String(color.raw, radix: 16)
    return color.isStandard ? "-" : String(repeating: "0", count: 6 - digits.count) + digits
  }
}
