import Canvas

/// Finds, for each cell of a row, the two groups of its parts whose means come nearest to it.
///
/// Of all ways to split a cell's N parts in two, the squared error is least where
/// |s|² / (k · (N − k)) is largest: s is the sum of one group of k parts, each taken less the mean
/// of the cell. A Gray code walks all 2ᴺ⁻¹ − 1 splits by adding or removing one part at a time, in
/// four cells at once.
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

  /// A cell split in two.
  struct Split: Equatable {
    /// A bit for each part of the one group; none where all parts are alike.
    ///
    /// The last part is never among them: the other way round is the same picture.
    var inked = 0
    /// What the parts of that group add up to, and all parts.
    var inkedSum = SIMD4<Float>.zero
    var sum = SIMD4<Float>.zero
    /// The squared error of all parts in their mean, and in the means of the two groups.
    var spread: Float = 0
    var error: Float = 0
  }

  /// Splits each cell of a row.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each part; the rows of parts of a row of cells.
  ///   - columns: how many cells.
  ///   - splits: room for so many, initialized.
  borrowing func match(
    _ pixels: UnsafePointer<UInt8>,
    columns: Int,
    into splits: UnsafeMutablePointer<Split>
  ) {
    var column = 0
    while column < columns {
      // The last four overlap those before, where there are four at all.
      let start = max(0, min(column, columns - Self.laneCount))
      let cells = min(Self.laneCount, columns - start)
      let sums = load(pixels, columns: columns, from: start, cells)
      let best = search()
      write(sums, best, into: splits + start, cells)
      column = start + Self.laneCount
    }
  }

  /// What the parts of four cells add up to: each channel, and the squares of all.
  private struct Sums {
    var red = Lanes.zero
    var green = Lanes.zero
    var blue = Lanes.zero
    var squares = Lanes.zero
  }

  private borrowing func load(
    _ pixels: UnsafePointer<UInt8>,
    columns: Int,
    from start: Int,
    _ cells: Int
  ) -> Sums {
    let stride = columns * parts.width * 3
    // Where there are fewer than four cells the last one stands for the others.
    let step = parts.width * 3
    let places = (step * min(1, cells - 1), step * min(2, cells - 1), step * min(3, cells - 1))
    var sums = Sums()
    var output = differences
    for y in 0..<parts.height {
      for x in 0..<parts.width {
        let part = pixels + y * stride + (start * parts.width + x) * 3
        output[0] = Self.values(part, places)
        output[1] = Self.values(part + 1, places)
        output[2] = Self.values(part + 2, places)
        sums.red += output[0]
        sums.green += output[1]
        sums.blue += output[2]
        sums.squares += output[0] * output[0] + output[1] * output[1] + output[2] * output[2]
        output += 3
      }
    }
    let scale = Float(count)
    output = differences
    for _ in 0..<count {
      output[0] = output[0] * scale - sums.red
      output[1] = output[1] * scale - sums.green
      output[2] = output[2] * scale - sums.blue
      output += 3
    }
    return sums
  }

  @inline(__always)
  private static func values(_ first: UnsafePointer<UInt8>, _ places: (Int, Int, Int)) -> Lanes {
    Lanes(
      Float(first[0]),
      Float(first[places.0]),
      Float(first[places.1]),
      Float(first[places.2])
    )
  }

  private borrowing func search() -> (inked: SIMD4<Int32>, gain: Lanes) {
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
    return (best, most)
  }

  private borrowing func write(
    _ sums: Sums,
    _ best: (inked: SIMD4<Int32>, gain: Lanes),
    into splits: UnsafeMutablePointer<Split>,
    _ cells: Int
  ) {
    var (red, green, blue, size) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var part = differences
    var bit: Int32 = 1
    for _ in 0..<count {
      let isInked = best.inked & bit .!= 0
      red += Lanes.zero.replacing(with: part[0], where: isInked)
      green += Lanes.zero.replacing(with: part[1], where: isInked)
      blue += Lanes.zero.replacing(with: part[2], where: isInked)
      size += Lanes.zero.replacing(with: Lanes(repeating: 1), where: isInked)
      bit <<= 1
      part += 3
    }
    // Whole numbers again, as they were before the differences were taken.
    let all = Float(count)
    red = (red + size * sums.red) / all
    green = (green + size * sums.green) / all
    blue = (blue + size * sums.blue) / all
    let power = sums.red * sums.red + sums.green * sums.green + sums.blue * sums.blue
    let spread = sums.squares - power / all
    let error = spread - best.gain / all
    @inline(__always)
    func write(_ lane: Int) {
      splits[lane] = Split(
        inked: Int(best.inked[lane]),
        inkedSum: SIMD4(red[lane], green[lane], blue[lane], 0),
        sum: SIMD4(sums.red[lane], sums.green[lane], sums.blue[lane], 0),
        spread: spread[lane],
        error: error[lane]
      )
    }
    write(0)
    if cells > 1 { write(1) }
    if cells > 2 { write(2) }
    if cells > 3 { write(3) }
  }
}
