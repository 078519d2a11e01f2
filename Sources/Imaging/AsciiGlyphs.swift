/// The printable ASCII characters as shapes to be compared with the parts of a cell.
struct AsciiGlyphs: @unchecked Sendable {  // Its tables are never changed, and stay for good.
  /// Four characters side by side.
  typealias Lanes = SIMD4<Float>

  static let shared = AsciiGlyphs()
  static let partCount = 8

  /// How many groups of four characters there are; the last is filled with some that are never like anything.
  let groupCount: Int
  /// For each group how much each of the eight parts is inked, from 0 to 1, less the density.
  let shapes: UnsafePointer<Lanes>
  /// For each group the sum of the squares of these.
  let powers: UnsafePointer<Lanes>
  /// For each group 1 divided by 8 ρ (1 − ρ), ρ being the density; nothing for blanks.
  ///
  /// Times the product of a shape and the parts it is the difference between what lies under the ink
  /// and under the paper in the mean; times the square of that product the squared error that these two
  /// colours explain.
  let inverses: UnsafePointer<Lanes>
  /// The mean of the parts: of each group, and so of each character.
  let densityGroups: UnsafePointer<Lanes>
  let densities: UnsafePointer<Float>
  let mostDensity: Float

  static func scalar(_ glyph: Int) -> UInt32 { 0x20 + UInt32(glyph) }

  private init() {
    let table = AsciiCoverage.table
    groupCount = (table.count + 3) / 4
    let shapes = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount * Self.partCount)
    let powers = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount)
    let inverses = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount)
    let densities = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount)
    var mostDensity: Float = 0
    for glyph in 0..<groupCount * 4 {
      let (group, lane) = (glyph / 4, glyph % 4)
      let bytes = glyph < table.count ? table[glyph] : 0
      let coverage = (0..<Self.partCount).map { Float(bytes >> UInt64($0 * 8) & 0xFF) / 255 }
      let density = coverage.reduce(0, +) / Float(Self.partCount)
      var power: Float = 0
      for part in 0..<Self.partCount {
        let shape = coverage[part] - density
        shapes[group * Self.partCount + part][lane] = shape
        power += shape * shape
      }
      powers[group][lane] = glyph < table.count ? power : .infinity
      let spread = density * (1 - density) * Float(Self.partCount)
      inverses[group][lane] = spread > 0 ? 1 / spread : 0
      densities[group][lane] = density
      mostDensity = max(mostDensity, density)
    }
    self.shapes = UnsafePointer(shapes)
    self.powers = UnsafePointer(powers)
    self.inverses = UnsafePointer(inverses)
    densityGroups = UnsafePointer(densities)
    self.densities = UnsafeRawPointer(densities).assumingMemoryBound(to: Float.self)
    self.mostDensity = mostDensity
  }
}

/// The parts of a cell, and the character that is most like them, found among four at once.
struct AsciiCell: ~Copyable {
  typealias Light = SIMD4<Float>
  private typealias Lanes = AsciiGlyphs.Lanes

  private let glyphs = AsciiGlyphs.shared
  /// The parts less their mean, in one channel and all four lanes.
  private let parts: UnsafeMutablePointer<Lanes>
  /// The parts less their mean, and the sum of their squares behind them.
  private let differences: UnsafeMutablePointer<Light>

  private static let count = AsciiGlyphs.partCount

  init() {
    parts = .allocate(capacity: Self.count)
    parts.initialize(repeating: .zero, count: Self.count)
    differences = .allocate(capacity: Self.count + 1)
    differences.initialize(repeating: .zero, count: Self.count + 1)
  }

  deinit {
    parts.deallocate()
    differences.deallocate()
  }

  /// Takes the parts of a cell in colour, and returns their mean.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each part.
  ///   - stride: from one row of parts to the next.
  @inline(__always)
  borrowing func load(_ pixels: UnsafePointer<UInt8>, stride: Int) -> Light {
    var mean = Light.zero
    for part in 0..<Self.count {
      let pixel = pixels + part / 2 * stride + part % 2 * 3
      differences[part] = Light(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
      mean += differences[part]
    }
    mean /= Float(Self.count)
    var squares = Light.zero
    for part in 0..<Self.count {
      differences[part] -= mean
      squares += differences[part] * differences[part]
    }
    differences[Self.count] = squares
    return mean
  }

  /// The character along whose shape the colours of the parts differ most, and by how much for a
  /// whole one; a blank where that explains no more than `thrift` of the squared error.
  ///
  /// The colours of a cell lie near a line; along it they are compared.
  @inline(__always)
  borrowing func likest(thrift: Float) -> (glyph: Int, slope: Light) {
    // No shape explains more than there is.
    guard differences[Self.count].sum() > thrift else { return (0, .zero) }
    let way = direction()
    for part in 0..<Self.count {
      parts[part] = Lanes(repeating: (differences[part] * way).sum())
    }
    let glyph = least(from: -thrift) { group, product in
      product * product * -glyphs.inverses[group]
    }
    let (group, lane) = (glyph / 4, glyph % 4)
    var sum = Light.zero
    for part in 0..<Self.count {
      sum += differences[part] * glyphs.shapes[group * Self.count + part][lane]
    }
    return (glyph, sum * glyphs.inverses[group][lane])
  }

  /// Nearly the direction in which the parts differ most: how the channels vary with the one that
  /// varies most.
  @inline(__always)
  private borrowing func direction() -> Light {
    let squares = differences[Self.count]
    let channel =
      squares.x > squares.y ? (squares.x > squares.z ? 0 : 2) : (squares.y > squares.z ? 1 : 2)
    var way = Light.zero
    for part in 0..<Self.count { way += differences[part] * differences[part][channel] }
    return way / (way * way).sum().squareRoot()
  }

  /// Takes the parts of a cell in one channel, and returns their mean.
  @inline(__always)
  borrowing func load(
    _ values: UnsafePointer<Float>,
    stride: Int,
    scale: Float,
    error: Float
  ) -> Float {
    var mean: Float = 0
    for part in 0..<Self.count { mean += values[part / 2 * stride + part % 2] }
    mean /= Float(Self.count)
    for part in 0..<Self.count {
      let value = values[part / 2 * stride + part % 2]
      parts[part] = Lanes(repeating: (value - mean) * scale)
    }
    return mean * scale + error
  }

  /// The character of the nearest shape and density.
  ///
  /// - Parameters:
  ///   - mean: the density that is wanted.
  ///   - densityWeight: what a difference in that weighs against those in shape.
  @inline(__always)
  borrowing func likest(mean: Float, densityWeight: Float) -> Int {
    let weight = densityWeight * Float(Self.count)
    return least(from: .infinity) { group, product in
      let lack = mean - glyphs.densityGroups[group]
      // What the squares of the parts add up to is the same for all.
      return glyphs.powers[group] - product * 2 + lack * lack * weight
    }
  }

  /// The character that costs least, and less than a limit; else a blank.
  ///
  /// - Parameter cost: what a group of characters costs, by the product of their shapes and the parts.
  @inline(__always)
  private borrowing func least(from limit: Float, _ cost: (Int, Lanes) -> Lanes) -> Int {
    var least = Lanes(repeating: limit)
    var best = SIMD4<Int32>.zero
    var shape = glyphs.shapes
    for group in 0..<glyphs.groupCount {
      var product = Lanes.zero
      for part in 0..<Self.count { product += shape[part] * parts[part] }
      let cost = cost(group, product)
      best.replace(with: Int32(truncatingIfNeeded: group), where: cost .< least)
      least = .lesser(cost, least)
      shape += Self.count
    }
    var lane = 0
    for other in 1..<4 where least[other] < least[lane] { lane = other }
    return least[lane] < limit ? Int(best[lane]) * 4 + lane : 0
  }
}
