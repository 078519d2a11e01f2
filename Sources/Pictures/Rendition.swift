import Canvas
import Imaging
import Model

/// A picture drawn for one box, and from what.
struct Rendition: Sendable {
  /// What the symbols were made from, the better ones greater.
  enum Quality: Hashable, Comparable, Sendable {
    case color
    case blurHash
    /// From a file of a width.
    case symbols(width: Int)

    /// Pixels of the bytes; 0 where there were none.
    var width: Int {
      switch self {
      case .color, .blurHash: 0
      case .symbols(let width): width
      }
    }

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

  /// Bytes of memory the symbols take.
  var cost: Int { grid.symbols.count * MemoryLayout<SymbolGrid.Symbol>.stride }

  /// Whether it was drawn for just this box.
  func isExact(for request: PictureRequest) -> Bool {
    grid.columns == request.box.width && grid.rows == request.box.height && part == request.part
      && quarterTurns == request.quarterTurns
  }

  /// The nearest symbols of this rendition for another box or part: shown until the right ones
  /// are ready, so that a resize or a step of zoom never shows an empty box.
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
  /// A box of one colour.
  static func filled(_ size: Size, _ symbol: Symbol) -> SymbolGrid {
    SymbolGrid(
      columns: size.width,
      rows: size.height,
      symbols: Array(repeating: symbol, count: size.width * size.height)
    )
  }
}

extension PictureRequest {
  /// The cell that stands for a picture of which nothing but a colour is known.
  var filler: SymbolGrid.Symbol {
    let color = Color(color ?? 0x30_3338)
    return SymbolGrid.Symbol(scalar: 0x20, foreground: color, background: color)
  }
}
