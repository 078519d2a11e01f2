import Canvas

/// A search, for each cell of a row, for the split of its parts into two groups whose means
/// approximate it best.
///
/// A cell has N parts. For a group of k parts, let s be their sum, each less the mean of the cell.
/// The squared error of a split is least if |s|² / (k · (N − k)) is largest. A Gray code walks
/// through all 2ᴺ⁻¹ − 1 splits by adding or removing one part at a time, in four cells at once.
struct PartMatcher: ~Copyable {
  /// Four cells side by side.
  typealias Lanes = SIMD4<Float>
  static let laneCount = Lanes.scalarCount

  /// A step to the next split: one part changes sides.
  private struct Step {
    /// The index of the part's first channel.
    var offset: Int
    /// 1 if the part joins the foreground, −1 if it leaves it.
    var sign: Float
    /// 1 / (k · (N − k)).
    var weight: Float
    /// A bit for each part in the foreground.
    var foregroundMask: Int32
  }

  private let parts: Size
  private let count: Int
  private let steps: [Step]
  /// The three channels of each part in four cells, N times each, less their sum over the parts.
  ///
  /// As whole numbers they keep the comparison exact.
  private let differences: UnsafeMutablePointer<Lanes>

  /// Creates a matcher.
  ///
  /// - Parameter parts: the number of parts across and down a cell, 2 to 8 in all.
  init(_ parts: Size) {
    let count = parts.width * parts.height
    precondition((2...8).contains(count), "a cell has two to eight parts")
    self.parts = parts
    self.count = count
    var foregroundMask = 0
    steps = (1..<(1 << (count - 1))).map { number in
      let part = number.trailingZeroBitCount
      foregroundMask ^= 1 << part
      let size = foregroundMask.nonzeroBitCount
      return Step(
        offset: part * 3,
        sign: foregroundMask & 1 << part == 0 ? -1 : 1,
        weight: 1 / Float(size * (count - size)),
        foregroundMask: Int32(foregroundMask)
      )
    }
    differences = .allocate(capacity: count * 3)
  }

  deinit { differences.deallocate() }

  /// A cell split into two groups.
  struct Split: Equatable {
    /// A bit for each part of the foreground group; 0 if all parts are alike.
    ///
    /// The last part is never in this group, because exchanging the groups gives the same picture.
    var foregroundMask = 0
    /// The sum of the parts in that group, and of all parts.
    var foregroundSum = SIMD4<Float>.zero
    var sum = SIMD4<Float>.zero
    /// The squared error of all parts with their mean, and with the means of the two groups.
    var spread: Float = 0
    var error: Float = 0
  }

  /// Splits each cell of a row.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each part, in the rows of parts of one row of cells.
  ///   - columns: the number of cells.
  ///   - splits: memory for that many splits, initialized.
  borrowing func match(
    _ pixels: UnsafePointer<UInt8>,
    columns: Int,
    into splits: UnsafeMutablePointer<Split>
  ) {
    var column = 0
    while column < columns {
      // The last four cells overlap the previous ones if there are at least four.
      let start = max(0, min(column, columns - Self.laneCount))
      let cells = min(Self.laneCount, columns - start)
      let sums = load(pixels, columns: columns, from: start, cells)
      let best = search()
      write(sums, best, into: splits + start, cells)
      column = start + Self.laneCount
    }
  }

  /// The sums over the parts of four cells: of each channel, and of the squares of all channels.
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
    // With fewer than four cells, the last one is repeated.
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

  private borrowing func search() -> (foregroundMask: SIMD4<Int32>, gain: Lanes) {
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
        best.replace(with: step.foregroundMask, where: isBetter)
      }
    }
    return (best, most)
  }

  private borrowing func write(
    _ sums: Sums,
    _ best: (foregroundMask: SIMD4<Int32>, gain: Lanes),
    into splits: UnsafeMutablePointer<Split>,
    _ cells: Int
  ) {
    var (red, green, blue, size) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var part = differences
    var bit: Int32 = 1
    for _ in 0..<count {
      let isForeground = best.foregroundMask & bit .!= 0
      red += Lanes.zero.replacing(with: part[0], where: isForeground)
      green += Lanes.zero.replacing(with: part[1], where: isForeground)
      blue += Lanes.zero.replacing(with: part[2], where: isForeground)
      size += Lanes.zero.replacing(with: Lanes(repeating: 1), where: isForeground)
      bit <<= 1
      part += 3
    }
    // These are whole numbers again, as before the differences were computed.
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
        foregroundMask: Int(best.foregroundMask[lane]),
        foregroundSum: SIMD4(red[lane], green[lane], blue[lane], 0),
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
