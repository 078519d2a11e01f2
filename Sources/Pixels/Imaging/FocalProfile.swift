import Canvas

/// The most interesting point of an image, in fractions of its sides.
package struct FocalPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double
}

/// The interest of each row and column of an image, for finding the focal point of any window.
package struct FocalProfile: Hashable, Sendable {
  /// The longer side of the scaled image that is analysed.
  ///
  /// A larger one would show textures, not objects.
  private static let side = 64
  /// The quantile that edges are capped to, so that contours of figures don't outweigh faces.
  private static let strong = 0.95
  /// The weight of a colour unlike the image's border, relative to that of an edge.
  private static let colorWeight = 0.5

  private let columns: [Float]
  private let rows: [Float]

  /// Scores rows and columns by edges and by colours unlike the image's border.
  ///
  /// The score is the mean of the best quarter, so that a narrow figure outweighs the broad base
  /// below it.
  package init(of bitmap: Bitmap) {
    let scale = Double(Self.side) / Double(max(bitmap.width, bitmap.height))
    let size = Size(
      max(3, Int((Double(bitmap.width) * scale).rounded())),
      max(3, Int((Double(bitmap.height) * scale).rounded()))
    )
    let saliency = SaliencyMap(bitmap.scaled(to: size))
    columns = saliency.columns().map { Float($0) }
    rows = saliency.rows().map { Float($0) }
  }

  /// Returns the middle of the part to keep if the image is cropped to a window.
  ///
  /// Scores each position of the window. Positions near the middle are preferred; in a tall image,
  /// those slightly above it, because heads are there.
  ///
  /// - Parameters:
  ///   - width, height: the window's sides in fractions of the image's; the smaller one is cropped.
  package func point(width: Double, height: Double) -> FocalPoint {
    height < width
      ? FocalPoint(x: 0.5, y: Self.best(rows, share: height, preferred: 0.4, slope: 0.9))
      : FocalPoint(x: Self.best(columns, share: width, preferred: 0.5, slope: 0.6), y: 0.5)
  }

  /// Returns the middle of the window over lines that has the greatest sum.
  private static func best(
    _ lines: [Float],
    share: Double,
    preferred: Double,
    slope: Double
  ) -> Double {
    let count = max(1, min(lines.count, Int((share * Double(lines.count)).rounded())))
    var sum = lines.prefix(count).reduce(0) { $0 + Double($1) }
    var best = (score: -1.0, middle: 0.5)
    for start in 0...(lines.count - count) {
      if start > 0 { sum += Double(lines[start + count - 1]) - Double(lines[start - 1]) }
      let middle = (Double(start) + Double(count) / 2) / Double(lines.count)
      let score = sum * (1 - slope * abs(middle - preferred))
      if score > best.score { best = (score, middle) }
    }
    return best.middle
  }

  /// The saliency of each pixel.
  private struct SaliencyMap {
    let width: Int
    let height: Int
    private(set) var values: [Double]

    init(_ bitmap: Bitmap) {
      (width, height) = (bitmap.width, bitmap.height)
      let edges = Self.edges(bitmap)
      let strongest = edges.sorted()[Int(Double(edges.count - 1) * FocalProfile.strong)]
      let cut = edges.map { min($0, strongest) }
      let unlike = Self.unlikeBorder(bitmap)
      let edgeMean = cut.reduce(0, +) / Double(cut.count)
      let colorMean = unlike.reduce(0, +) / Double(unlike.count)
      // Dividing by the mean removes features that are the same everywhere. The maximum is for an
      // image of one colour.
      values = zip(cut, unlike).map { edge, color in
        1e-6 + edge / max(1e-6, edgeMean) + FocalProfile.colorWeight * color / max(1e-6, colorMean)
      }
    }

    func rows() -> [Double] {
      (0..<height).map { y in mean((0..<width).map { values[y * width + $0] }) }
    }

    func columns() -> [Double] {
      (0..<width).map { x in mean((0..<height).map { values[$0 * width + x] }) }
    }

    /// Returns the mean of a line's greatest quarter.
    private func mean(_ line: [Double]) -> Double {
      let count = max(1, line.count / 4)
      return line.sorted(by: >).prefix(count).reduce(0, +) / Double(count)
    }

    private static func luma(_ color: Color) -> Double {
      (77 * Double(color.red) + 150 * Double(color.green) + 29 * Double(color.blue)) / 256
    }

    private static func edges(_ bitmap: Bitmap) -> [Double] {
      let (width, height) = (bitmap.width, bitmap.height)
      let lumas = (0..<width * height).map { luma(bitmap[$0 % width, $0 / width]) }
      return (0..<width * height).map { index in
        let (x, y) = (index % width, index / width)
        let across = x > 0 && x < width - 1 ? abs(lumas[index + 1] - lumas[index - 1]) : 0
        let down = y > 0 && y < height - 1 ? abs(lumas[index + width] - lumas[index - width]) : 0
        return across + down
      }
    }

    /// Returns the distance between each pixel's colour and the mean colour of the image's border.
    private static func unlikeBorder(_ bitmap: Bitmap) -> [Double] {
      let (width, height) = (bitmap.width, bitmap.height)
      func channels(_ color: Color) -> SIMD4<Double> {
        SIMD4(Double(color.red), Double(color.green), Double(color.blue), 0)
      }
      var border = SIMD4<Double>.zero
      var count = 0.0
      for x in 0..<width {
        border += channels(bitmap[x, 0]) + channels(bitmap[x, height - 1])
        count += 2
      }
      for y in 0..<height {
        border += channels(bitmap[0, y]) + channels(bitmap[width - 1, y])
        count += 2
      }
      border /= count
      return (0..<width * height).map { index in
        let distance = channels(bitmap[index % width, index / width]) - border
        return (distance * distance).sum().squareRoot()
      }
    }
  }
}
