import Canvas
import Imaging
import Model

/// A picture drawn as symbols for one box, with the quality of its source.
struct Rendition: Sendable {
  /// The source of the symbols; better sources are greater.
  enum Quality: Hashable, Comparable, Sendable {
    case color
    case blurHash
    /// A file of the given width in pixels.
    case symbols(width: Int)

    static func < (a: Quality, b: Quality) -> Bool { a.order < b.order }

    private var order: (Int, Int) {
      switch self {
      case .color: (0, 0)
      case .blurHash: (1, 0)
      case .symbols(let width): (2, width)
      }
    }
  }

  var quality: Quality
  var part: Crop
  var quarterTurns: Int
  var grid: SymbolGrid

  /// The memory that the symbols take, in bytes.
  var cost: Int { grid.symbols.count * MemoryLayout<SymbolGrid.Symbol>.stride }

  /// Whether the rendition was drawn for exactly this box, part and rotation.
  func isExact(for request: PictureRequest) -> Bool {
    grid.columns == request.box.width && grid.rows == request.box.height && part == request.part
      && quarterTurns == request.quarterTurns
  }

  /// Returns this rendition resampled for another box or part.
  ///
  /// The nearest symbols are shown until the right ones are drawn, so that the box isn't empty
  /// after a resize or a zoom step.
  ///
  /// - Parameter filler: The symbol for cells outside of this rendition's part.
  func resampled(for request: PictureRequest, filler: SymbolGrid.Symbol) -> SymbolGrid {
    let columns = request.box.width
    let rows = request.box.height
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(columns * rows)
    let xs = (0..<columns).map { column in
      let x = request.part.x + (Double(column) + 0.5) / Double(columns) * request.part.width
      return Int(((x - part.x) / part.width * Double(grid.columns)).rounded(.down))
    }
    for row in 0..<rows {
      let y = request.part.y + (Double(row) + 0.5) / Double(rows) * request.part.height
      let from = Int(((y - part.y) / part.height * Double(grid.rows)).rounded(.down))
      for x in xs {
        let isInside = (0..<grid.rows).contains(from) && (0..<grid.columns).contains(x)
        symbols.append(isInside ? grid[from, x] : filler)
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }
}

extension SymbolGrid {
  /// Returns a grid filled with one symbol.
  static func filled(_ size: Size, _ symbol: Symbol) -> SymbolGrid {
    SymbolGrid(
      columns: size.width,
      rows: size.height,
      symbols: Array(repeating: symbol, count: size.width * size.height)
    )
  }
}

extension PictureRequest {
  /// The cell for a picture of unknown contents: its colour, or else gray.
  var filler: SymbolGrid.Symbol {
    let color = Color(color ?? 0x30_3338)
    return SymbolGrid.Symbol(scalar: 0x20, foreground: color, background: color)
  }
}
