import Canvas

extension Bitmap {
  /// Returns the image at another size: area averages if it shrinks, bilinear interpolation if it
  /// grows.
  ///
  /// Both axes are independent, so the aspect ratio may change. Averages are taken of encoded
  /// values, as terminals and browsers do. A side that isn't positive counts as one pixel.
  package func scaled(to size: Size) -> Bitmap {
    let size = Size(max(1, size.width), max(1, size.height))
    guard size != self.size else { return self }
    let columns = Taps(from: width, to: size.width, total: Taps.horizontalTotal)
    let rows = Taps(from: height, to: size.height, total: Taps.verticalTotal)
    return Bitmap(filling: size.width, size.height) { target in
      bytes.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress else { return }
        resample(source, target, columns, rows)
      }
    }
  }

  /// Sums source rows into one line of 8.8 fixed point, then reduces that line to a target row.
  ///
  /// The first step reads every source byte. It uses plain 16-bit multiplication and addition,
  /// which x86-64 and arm64 do for eight or more values at a time. The second step has far fewer
  /// rows.
  private func resample(
    _ source: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>,
    _ columns: Taps,
    _ rows: Taps
  ) {
    let stride = width * 3
    let line = UnsafeMutablePointer<UInt16>.allocate(capacity: stride)
    defer { line.deallocate() }
    for y in 0..<rows.spans.count {
      let span = rows.spans[y]
      line.initialize(repeating: 0, count: stride)
      for tap in 0..<span.count {
        let weight = UInt16(truncatingIfNeeded: rows.weights[span.weight + tap])
        guard weight > 0 else { continue }
        let row = source + (span.start + tap) * stride
        for index in 0..<stride { line[index] &+= UInt16(row[index]) &* weight }
      }
      reduce(line, target + y * columns.spans.count * 3, columns)
    }
  }

  private func reduce(
    _ line: UnsafePointer<UInt16>,
    _ target: UnsafeMutablePointer<UInt8>,
    _ columns: Taps
  ) {
    columns.spans.withUnsafeBufferPointer { spans in
      columns.weights.withUnsafeBufferPointer { weights in
        var output = target
        for span in spans {
          var red: UInt32 = 1 << 23
          var green: UInt32 = 1 << 23
          var blue: UInt32 = 1 << 23
          var input = line + span.start * 3
          for tap in span.weight..<(span.weight + span.count) {
            let weight = weights[tap]
            red &+= UInt32(input[0]) &* weight
            green &+= UInt32(input[1]) &* weight
            blue &+= UInt32(input[2]) &* weight
            input += 3
          }
          output[0] = UInt8(truncatingIfNeeded: red >> 24)
          output[1] = UInt8(truncatingIfNeeded: green >> 24)
          output[2] = UInt8(truncatingIfNeeded: blue >> 24)
          output += 3
        }
      }
    }
  }
}

/// The source pixels of each target pixel along one axis, and their weights.
private struct Taps {
  struct Span {
    var start: Int
    var count: Int
    /// The index of the first weight.
    var weight: Int
  }

  /// The sum of a row's weights: 255 × 256 still fits 16 bits.
  static let verticalTotal = 1 << 8
  /// The sum of a column's weights: 255 × 2⁸ × 2¹⁶ and rounding still fit 32 bits.
  static let horizontalTotal = 1 << 16

  private(set) var spans: [Span] = []
  private(set) var weights: [UInt32] = []

  init(from source: Int, to target: Int, total: Int) {
    spans.reserveCapacity(target)
    for index in 0..<target {
      if source > target {
        average(index, source, target, total)
      } else {
        interpolate(index, source, target, total)
      }
    }
  }

  /// Adds weights by the share of each source pixel that is inside the target pixel.
  ///
  /// The running sum is rounded instead of each weight, so that they add up to the total exactly.
  private mutating func average(_ index: Int, _ source: Int, _ target: Int, _ total: Int) {
    // In units of 1/target of a source pixel, a target pixel is `source` units wide.
    let begin = index * source
    let end = begin + source
    let first = begin / target
    let last = (end - 1) / target
    spans.append(Span(start: first, count: last - first + 1, weight: weights.count))
    var given = 0
    for pixel in first...last {
      let covered = min(end, (pixel + 1) * target) - begin
      let sum = (covered * total + source / 2) / source
      weights.append(UInt32(sum - given))
      given = sum
    }
  }

  /// Adds the weights of the two source pixels whose centres enclose the centre of the target
  /// pixel.
  private mutating func interpolate(_ index: Int, _ source: Int, _ target: Int, _ total: Int) {
    // The centre in units of 1/(2·target) of a source pixel, relative to the first source centre.
    let position = max(0, (2 * index + 1) * source - target)
    let first = min(position / (2 * target), source - 1)
    guard first + 1 < source else {
      spans.append(Span(start: first, count: 1, weight: weights.count))
      weights.append(UInt32(total))
      return
    }
    let share = (position - first * 2 * target) * total / (2 * target)
    spans.append(Span(start: first, count: 2, weight: weights.count))
    weights.append(UInt32(total - share))
    weights.append(UInt32(share))
  }
}
