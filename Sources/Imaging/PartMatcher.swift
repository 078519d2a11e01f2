import Canvas

/// Finds, for each cell of a row, the two groups of its parts whose means come nearest to it.
///
/// Of all ways to split a cell's N parts in two, the squared error is least where
/// |s|² / (k · (N − k)) is largest: s is the sum of one group of k parts, each taken less the mean of
/// the cell. A Gray code walks all 2ᴺ⁻¹ − 1 splits by adding or removing one part at a time, in four
/// cells at once.
struct PartMatcher: ~Copyable {
  /// Four cells side by side.
  typealias Lanes = SIMD4<Float>
  static let laneCount = Lanes.scalarCount

  /// The next split of the walk: one part changes sides.
  private struct Step {
    /// Where the part's three channels begin.
    var offset: Int
    /// 1 where the part joins the inked ones, −1 where it leaves them.
    var sign: Float
    /// 1 / (k · (N − k)).
    var weight: Float
    /// A bit for each inked part.
    var inked: Int32
  }

  private let parts: Size
  private let count: Int
  private let steps: [Step]
  /// The three channels of each part of four cells, N times each less their sum over the parts:
  /// whole numbers, which keep the comparison exact.
  private let differences: UnsafeMutablePointer<Lanes>

  /// - Parameter parts: across and down a cell, 2 to 8 in all.
  init(_ parts: Size) {
    let count = parts.width * parts.height
    precondition((2...8).contains(count), "a cell has two to eight parts")
    self.parts = parts
    self.count = count
    var inked = 0
    steps = (1..<(1 << (count - 1))).map { number in
      let part = number.trailingZeroBitCount
      inked ^= 1 << part
      let size = inked.nonzeroBitCount
      return Step(
        offset: part * 3,
        sign: inked & 1 << part == 0 ? -1 : 1,
        weight: 1 / Float(size * (count - size)),
        inked: Int32(inked)
      )
    }
    differences = .allocate(capacity: count * 3)
  }

  deinit { differences.deallocate() }

  /// Writes a set of inked parts for each cell of a row; 0 where all parts are alike.
  ///
  /// The last part is never inked: the other way round is the same picture.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each part; the rows of parts of a row of cells.
  ///   - columns: how many cells.
  ///   - inked: room for so many numbers.
  borrowing func match(
    _ pixels: UnsafePointer<UInt8>,
    columns: Int,
    into inked: UnsafeMutablePointer<UInt8>
  ) {
    var column = 0
    while column < columns {
      // The last four overlap those before, where there are four at all.
      let start = max(0, min(column, columns - Self.laneCount))
      let cells = min(Self.laneCount, columns - start)
      load(pixels, columns: columns, from: start, cells)
      let best = search()
      for lane in 0..<cells { inked[start + lane] = UInt8(truncatingIfNeeded: best[lane]) }
      column = start + Self.laneCount
    }
  }

  private borrowing func load(
    _ pixels: UnsafePointer<UInt8>,
    columns: Int,
    from start: Int,
    _ cells: Int
  ) {
    let stride = columns * parts.width * 3
    var sums = (Lanes.zero, Lanes.zero, Lanes.zero)
    var output = differences
    for y in 0..<parts.height {
      for x in 0..<parts.width {
        let part = pixels + y * stride + (start * parts.width + x) * 3
        var values = (Lanes.zero, Lanes.zero, Lanes.zero)
        for lane in 0..<cells {
          let pixel = part + lane * parts.width * 3
          values.0[lane] = Float(pixel[0])
          values.1[lane] = Float(pixel[1])
          values.2[lane] = Float(pixel[2])
        }
        sums.0 += values.0
        sums.1 += values.1
        sums.2 += values.2
        output[0] = values.0
        output[1] = values.1
        output[2] = values.2
        output += 3
      }
    }
    let scale = Float(count)
    output = differences
    for _ in 0..<count {
      output[0] = output[0] * scale - sums.0
      output[1] = output[1] * scale - sums.1
      output[2] = output[2] * scale - sums.2
      output += 3
    }
  }

  private borrowing func search() -> SIMD4<Int32> {
    var (red, green, blue) = (Lanes.zero, Lanes.zero, Lanes.zero)
    var most = Lanes.zero
    var best = SIMD4<Int32>.zero
    steps.withUnsafeBufferPointer { steps in
      for step in steps {
        let part = differences + step.offset
        red += part[0] * step.sign
        green += part[1] * step.sign
        blue += part[2] * step.sign
        let gain = (red * red + green * green + blue * blue) * step.weight
        let isBetter = gain .> most
        most.replace(with: gain, where: isBetter)
        best.replace(with: step.inked, where: isBetter)
      }
    }
    return best
  }
}
