import Canvas

/// The best colours for an image on a terminal with 256 colour registers.
///
/// Boxes of colours are split if that lowers the squared error most (after X. Wu, "Color
/// Quantization by Dynamic Programming and Principal Analysis", 1992). Their means are then moved
/// to the mean of the colours nearest to each (Lloyd).
struct SixelPalette {
  /// A colour register, with channels in hundredths as in sixel sequences.
  struct Register: Equatable {
    var red: Int
    var green: Int
    var blue: Int
  }

  private(set) var colors: [Register]
  /// The colours as terminals show them, from 0 to 255.
  private let shown: ColorSearch

  init(of bitmap: Bitmap, limit: Int = 256) {
    let histogram = ColorHistogram(bitmap)
    var means = ColorBoxes(histogram).split(limit)
    let samples = histogram.samples
    if samples.count > means.count {
      for _ in 0..<2 { means = Self.moved(means, samples) }
    }
    var seen: [Register] = []
    for mean in means {
      let hundredths = (mean * (100 / 255)).rounded(.toNearestOrAwayFromZero)
      let register = Register(
        red: Int(hundredths.x),
        green: Int(hundredths.y),
        blue: Int(hundredths.z)
      )
      if !seen.contains(register) { seen.append(register) }
    }
    colors = seen
    shown = ColorSearch(
      seen.map { SIMD4(Float($0.red), Float($0.green), Float($0.blue), 0) * 2.55 }
    )
  }

  /// Returns the register of every pixel.
  func indices(of bitmap: Bitmap) -> [UInt8] {
    // The registers found so far, for colours of six bits per channel. An image uses few of these
    // colours.
    let known = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << 18)
    known.initialize(repeating: .max, count: 1 << 18)
    defer { known.deallocate() }
    let count = bitmap.width * bitmap.height
    return [UInt8](unsafeUninitializedCapacity: count) { result, written in
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard var pixel = bytes.baseAddress, let result = result.baseAddress else { return }
        for index in 0..<count {
          let key =
            Int(pixel[0] >> 2) << 12 | Int(pixel[1] >> 2) << 6 | Int(pixel[2] >> 2)
          var register = known[key]
          if register == .max {
            let bin = SIMD4(Float(key >> 12), Float(key >> 6 & 63), Float(key & 63), 0) * 4 + 1.5
            register = UInt16(shown.nearest(bin))
            known[key] = register
          }
          result[index] = UInt8(truncatingIfNeeded: register)
          pixel += 3
        }
      }
      written = count
    }
  }

  /// Returns the means after one step of Lloyd's algorithm.
  private static func moved(
    _ means: [SIMD4<Float>],
    _ samples: [ColorHistogram.Sample]
  ) -> [SIMD4<Float>] {
    let search = ColorSearch(means)
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    for sample in samples {
      // The fourth lane adds up the weights.
      sums[search.nearest(sample.color)] += sample.weighted
    }
    return zip(means, sums).map { mean, sum in
      sum.w > 0 ? SIMD4(sum.x, sum.y, sum.z, 0) / SIMD4(repeating: sum.w) : mean
    }
  }
}

/// A search for the nearest of up to 256 colours, which compares several at a time.
private struct ColorSearch {
  /// Each channel of all colours, and half of their squared length, in groups of eight.
  ///
  /// The last group is filled with values that are never nearest.
  private let reds: [SIMD8<Float>]
  private let greens: [SIMD8<Float>]
  private let blues: [SIMD8<Float>]
  private let halves: [SIMD8<Float>]

  init(_ colors: [SIMD4<Float>]) {
    func lanes(_ value: (SIMD4<Float>) -> Float, rest: Float) -> [SIMD8<Float>] {
      stride(from: 0, to: colors.count, by: 8).map { start in
        var lane = SIMD8<Float>(repeating: rest)
        for index in start..<min(start + 8, colors.count) {
          lane[index - start] = value(colors[index])
        }
        return lane
      }
    }
    reds = lanes({ $0.x }, rest: 0)
    greens = lanes({ $0.y }, rest: 0)
    blues = lanes({ $0.z }, rest: 0)
    halves = lanes(
      { ($0.x * $0.x + $0.y * $0.y + $0.z * $0.z) / 2 },
      rest: .greatestFiniteMagnitude
    )
  }

  /// Returns the index of the nearest colour.
  ///
  /// |p − c|² = |p|² − 2 (p · c − |c|² / 2). Only the expression in brackets depends on the colour.
  func nearest(_ color: SIMD4<Float>) -> Int {
    let red = SIMD8(repeating: color.x)
    let green = SIMD8(repeating: color.y)
    let blue = SIMD8(repeating: color.z)
    var best = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
    var groups = SIMD8<Int32>(repeating: 0)
    for group in 0..<reds.count {
      let far = halves[group] - reds[group] * red - greens[group] * green - blues[group] * blue
      let isNearer = far .< best
      best.replace(with: far, where: isNearer)
      groups.replace(with: Int32(truncatingIfNeeded: group), where: isNearer)
    }
    var lane = 0
    for other in 1..<8 where best[other] < best[lane] { lane = other }
    return Int(groups[lane]) * 8 + lane
  }
}

/// The frequency of colours, with five bits per channel.
private struct ColorHistogram {
  struct Sample {
    var color: SIMD4<Float>
    /// The channels times their weight, and the weight.
    var weighted: SIMD4<Float>
  }

  /// The sums of red, green and blue, and the number of pixels, for each colour of the histogram.
  let sums: [SIMD4<Int32>]

  init(_ bitmap: Bitmap) {
    // A quarter of a million pixels are enough for the colours of any image.
    let step = 1 + bitmap.width * bitmap.height / 250_000
    sums = [SIMD4<Int32>](unsafeUninitializedCapacity: 1 << 15) { sums, count in
      sums.initialize(repeating: .zero)
      count = 1 << 15
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
          let (red, green, blue) = (bytes[index], bytes[index + 1], bytes[index + 2])
          let key = Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
          sums[key] &+= SIMD4(Int32(red), Int32(green), Int32(blue), 1)
          index += 3 * step
        }
      }
    }
  }

  var samples: [Sample] {
    sums.filter { $0.w > 0 }.map { sum in
      let weighted = SIMD4<Float>(sum)
      return Sample(color: weighted / SIMD4(repeating: weighted.w), weighted: weighted)
    }
  }
}

/// A division of the colour space into boxes.
///
/// The box whose best cut has the largest gain is split next.
private struct ColorBoxes {
  /// A range along each axis, including `low` and excluding `high`.
  private struct Box {
    var low: SIMD3<Int>
    var high: SIMD3<Int>
    var sum: SIMD4<Int32>
    /// The reduction of the squared error by the best cut, and its position; 0 for none.
    var gain: Float = 0
    var axis = 0
    var cut = 0
  }

  /// For each corner of the histogram's grid, the sums over all colours below it on every axis.
  ///
  /// There are 33 corners per axis. The sum of any box follows from its eight corners.
  private let table: [SIMD4<Int32>]

  init(_ histogram: ColorHistogram) {
    var table = [SIMD4<Int32>](repeating: .zero, count: 33 * 33 * 33)
    for red in 1...32 {
      var plane = [SIMD4<Int32>](repeating: .zero, count: 33)
      for green in 1...32 {
        var line = SIMD4<Int32>.zero
        for blue in 1...32 {
          line &+= histogram.sums[(red - 1) << 10 | (green - 1) << 5 | (blue - 1)]
          plane[blue] &+= line
          let index = (red * 33 + green) * 33 + blue
          table[index] = table[index - 33 * 33] &+ plane[blue]
        }
      }
    }
    self.table = table
  }

  /// Returns the mean colours of at most `limit` boxes.
  func split(_ limit: Int) -> [SIMD4<Float>] {
    var boxes = [measured(SIMD3(repeating: 0), SIMD3(repeating: 32))]
    while boxes.count < limit {
      guard let index = boxes.indices.max(by: { boxes[$0].gain < boxes[$1].gain }),
        boxes[index].gain > 0
      else { break }
      let box = boxes[index]
      var (high, low) = (box.high, box.low)
      high[box.axis] = box.cut
      low[box.axis] = box.cut
      boxes[index] = measured(box.low, high)
      boxes.append(measured(low, box.high))
    }
    return boxes.map { box in
      let sum = SIMD4<Float>(box.sum)
      return SIMD4(sum.x, sum.y, sum.z, 0) / SIMD4(repeating: max(1, sum.w))
    }
  }

  /// Returns a box with its best cut.
  private func measured(_ low: SIMD3<Int>, _ high: SIMD3<Int>) -> Box {
    var box = Box(low: low, high: high, sum: sum(low, high))
    let whole = Self.score(box.sum)
    for axis in 0..<3 {
      for cut in (low[axis] + 1)..<max(low[axis] + 1, high[axis]) {
        var end = high
        end[axis] = cut
        let lower = sum(low, end)
        let upper = box.sum &- lower
        guard lower.w > 0, upper.w > 0 else { continue }
        let gain = Self.score(lower) + Self.score(upper) - whole
        if gain > box.gain { (box.gain, box.axis, box.cut) = (gain, axis, cut) }
      }
    }
    return box
  }

  /// Returns the squared sum divided by the number of pixels.
  ///
  /// The higher it is, the less squared error remains.
  private static func score(_ sum: SIMD4<Int32>) -> Float {
    let sum = SIMD4<Float>(sum)
    return (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / max(1, sum.w)
  }

  private func sum(_ low: SIMD3<Int>, _ high: SIMD3<Int>) -> SIMD4<Int32> {
    func at(_ red: Int, _ green: Int, _ blue: Int) -> SIMD4<Int32> {
      table[(red * 33 + green) * 33 + blue]
    }
    return at(high.x, high.y, high.z) &- at(low.x, high.y, high.z)
      &- at(high.x, low.y, high.z) &+ at(low.x, low.y, high.z)
      &- at(high.x, high.y, low.z) &+ at(low.x, high.y, low.z)
      &+ at(high.x, low.y, low.z) &- at(low.x, low.y, low.z)
  }
}
