import Canvas

extension Bitmap {
  /// The number of pixels that the main colours are found in.
  private static let samples = 600

  /// Returns the main colours of the image, the one with the largest area first.
  ///
  /// Colours are divided where they differ most, along an axis of CIELAB (Wu's method), so that a
  /// small vivid part has a colour of its own.
  ///
  /// - Parameter count: the maximum number of colours; an image of fewer has fewer.
  package func mainColors(_ count: Int) -> [Color] {
    let step = max(1, width * height / Self.samples)
    let samples = stride(from: step / 2, to: width * height, by: step).map { index in
      let color = Color(
        red: bytes[index * 3],
        green: bytes[index * 3 + 1],
        blue: bytes[index * 3 + 2]
      )
      let lab = Lab(color)
      return ColorGroup.Sample(color: color, place: SIMD3(lab.lightness, lab.a, lab.b))
    }
    var groups = [ColorGroup(samples)]
    while groups.count < count,
      let widest = groups.indices.max(by: { groups[$0].spread < groups[$1].spread }),
      groups[widest].spread > 1
    {
      groups += groups.remove(at: widest).halves
    }
    return groups.sorted { $0.samples.count > $1.samples.count }.map(\.color)
  }
}

/// Colours of pixels that are close to each other.
private struct ColorGroup {
  struct Sample {
    let color: Color
    let place: SIMD3<Double>
  }

  let samples: [Sample]
  private let mean: SIMD3<Double>
  /// The axis along which the colours differ most.
  private let axis: Int
  /// The sum of the squared distances from the mean along that axis.
  let spread: Double

  init(_ samples: [Sample]) {
    self.samples = samples
    let mean = samples.reduce(.zero) { $0 + $1.place } / Double(max(1, samples.count))
    let squares = samples.reduce(SIMD3<Double>.zero) {
      $0 + ($1.place - mean) * ($1.place - mean)
    }
    self.mean = mean
    axis = (0..<3).max { squares[$0] < squares[$1] } ?? 0
    spread = squares[axis]
  }

  /// The colours on both sides of the mean.
  var halves: [ColorGroup] {
    [
      ColorGroup(samples.filter { $0.place[axis] < mean[axis] }),
      ColorGroup(samples.filter { $0.place[axis] >= mean[axis] }),
    ]
  }

  /// The colour of a pixel that is closest to the mean.
  var color: Color {
    func distance(_ sample: Sample) -> Double {
      let away = sample.place - mean
      return (away * away).sum()
    }
    return samples.min { distance($0) < distance($1) }?.color ?? Color(0)
  }
}
