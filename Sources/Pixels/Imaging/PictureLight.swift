import Canvas

/// The light that a picture throws on the cells around it: a dark, blurred echo of its edges.
///
/// The light is so dark that the texts on it keep a contrast of 4.5:1 (WCAG 2.2, success criterion
/// 1.4.3).
package struct PictureLight {
  private let columns: Int
  private let rows: Int
  /// The distance of the cells that a mean includes.
  private let reach: Size
  /// The sums of the colours above and to the left of each corner of a cell.
  private let sums: [SIMD3<Float>]
  /// The greatest relative luminance of the light, from 0 to 1.
  private let limit: Double

  private static let vividness: Float = 1.4

  /// Adds up the colours, so that the mean of any rectangle takes four values.
  ///
  /// - Parameters:
  ///   - grid: the picture in symbols.
  ///   - texts: the colours of the texts around the picture.
  package init(of grid: SymbolGrid, under texts: [Color]) {
    (columns, rows) = (grid.columns, grid.rows)
    reach = Size(max(2, columns / 5), max(1, rows / 5))
    let darkest = texts.map { $0.luminance }.min() ?? 1
    limit = max(0, (darkest + 0.05) / 4.5 - 0.05)
    var sums = Array(repeating: SIMD3<Float>.zero, count: (columns + 1) * (rows + 1))
    for y in 0..<rows {
      var row = SIMD3<Float>.zero
      for x in 0..<columns {
        let symbol = grid[y, x]
        let isBlank = symbol.scalar == 0x20
        row += (isBlank ? symbol.background : .mean(of: symbol.foreground, symbol.background)).parts
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + row
      }
    }
    self.sums = sums
  }

  /// Returns the light near a cell of the picture.
  ///
  /// Bright edges shine brighter than dark ones. All keep their hue.
  package func color(at cell: Point) -> Color {
    let (left, right) = (max(0, cell.x - reach.width), min(columns, cell.x + reach.width + 1))
    let (top, bottom) = (max(0, cell.y - reach.height), min(rows, cell.y + reach.height + 1))
    func sum(_ x: Int, _ y: Int) -> SIMD3<Float> { sums[y * (columns + 1) + x] }
    var light = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
    light /= Float((right - left) * (bottom - top))
    // Dark colours look grey unless they are vivid.
    let grey = light.sum() / 3
    light = (grey + (light - grey) * Self.vividness).clamped(
      lowerBound: .zero,
      upperBound: SIMD3(repeating: 255)
    )
    let wanted = limit * Color(light).luminance.squareRoot()
    // Luminance doesn't grow evenly with the values, so it takes some steps.
    while wanted > 0, Color(light).luminance > wanted {
      light *= max(0.5, min(0.97, Float(wanted / Color(light).luminance).squareRoot()))
    }
    return wanted > 0 ? Color(light) : Color(0)
  }
}

extension Canvas {
  /// The number of columns of one colour.
  private static let litColumns = 4

  /// Lights the cells of an area around a picture.
  ///
  /// - Parameters:
  ///   - box: the picture's box.
  ///   - background: the background of the cells that are lit.
  package mutating func show(
    _ light: PictureLight,
    around box: Rect,
    in area: Rect,
    on background: Color
  ) {
    let area = area.intersection(bounds)
    var known: [Point: Color] = [:]
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX where self[x, y].style.background == background {
        guard !box.contains(Point(x, y)) else { continue }
        // Neighbours share a colour, because each change of colours costs bytes.
        let nearest = Point(
          max(0, min(box.width - 1, x / Self.litColumns * Self.litColumns - box.x)),
          max(0, min(box.height - 1, y - box.y))
        )
        let color = known[nearest] ?? light.color(at: nearest)
        known[nearest] = color
        setBackground(color, x: x, y: y)
      }
    }
  }
}

extension Color {
  /// Creates a colour from three parts of 0 to 255.
  fileprivate init(_ parts: SIMD3<Float>) {
    self.init(red: UInt8(parts.x), green: UInt8(parts.y), blue: UInt8(parts.z))
  }

  fileprivate var parts: SIMD3<Float> { SIMD3(Float(red), Float(green), Float(blue)) }

  /// The relative luminance (WCAG 2.2), from 0 to 1.
  fileprivate var luminance: Double {
    0.2126 * SRGB.linear[Int(red)] + 0.7152 * SRGB.linear[Int(green)]
      + 0.0722 * SRGB.linear[Int(blue)]
  }
}
