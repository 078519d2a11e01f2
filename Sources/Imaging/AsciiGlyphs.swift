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
  /// For each group the sum of the squares of these, and what 1 divided by that is; nothing for blanks.
  let powers: UnsafePointer<Lanes>
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
      inverses[group][lane] = power > 0 ? 1 / power : 0
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
  /// The parts less their mean, each channel in all four lanes: three channels, or one.
  private let parts: UnsafeMutablePointer<Lanes>
  /// The parts less their mean, and the sum of their squares behind them.
  private let differences: UnsafeMutablePointer<Light>
  /// What the characters of each group cost.
  private let costs: UnsafeMutablePointer<Lanes>

  private static let count = AsciiGlyphs.partCount

  init() {
    parts = .allocate(capacity: Self.count * 3)
    parts.initialize(repeating: .zero, count: Self.count * 3)
    differences = .allocate(capacity: Self.count + 1)
    differences.initialize(repeating: .zero, count: Self.count + 1)
    costs = .allocate(capacity: glyphs.groupCount)
    costs.initialize(repeating: .zero, count: glyphs.groupCount)
  }

  deinit {
    parts.deallocate()
    differences.deallocate()
    costs.deallocate()
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
  @inline(__always)
  borrowing func likest(thrift: Float) -> (glyph: Int, slope: Light) {
    // No shape explains more than there is.
    guard differences[Self.count].sum() > thrift else { return (0, .zero) }
    for part in 0..<Self.count {
      let difference = differences[part]
      parts[part * 3] = Lanes(repeating: difference.x)
      parts[part * 3 + 1] = Lanes(repeating: difference.y)
      parts[part * 3 + 2] = Lanes(repeating: difference.z)
    }
    var shape = glyphs.shapes
    for group in 0..<glyphs.groupCount {
      var (red, green, blue) = (Lanes.zero, Lanes.zero, Lanes.zero)
      for part in 0..<Self.count {
        red += shape[part] * parts[part * 3]
        green += shape[part] * parts[part * 3 + 1]
        blue += shape[part] * parts[part * 3 + 2]
      }
      costs[group] = (red * red + green * green + blue * blue) * -glyphs.inverses[group]
      shape += Self.count
    }
    let glyph = least(from: -thrift)
    let (group, lane) = (glyph / 4, glyph % 4)
    var sum = Light.zero
    for part in 0..<Self.count {
      sum += differences[part] * glyphs.shapes[group * Self.count + part][lane]
    }
    return (glyph, sum * glyphs.inverses[group][lane])
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
    var shape = glyphs.shapes
    for group in 0..<glyphs.groupCount {
      var product = Lanes.zero
      for part in 0..<Self.count { product += shape[part] * parts[part] }
      let lack = mean - glyphs.densityGroups[group]
      // What the squares of the parts add up to is the same for all.
      costs[group] = glyphs.powers[group] - product * 2 + lack * lack * weight
      shape += Self.count
    }
    return least(from: .infinity)
  }

  /// The character that costs least, and less than a limit; else a blank.
  @inline(__always)
  private borrowing func least(from limit: Float) -> Int {
    let costs = UnsafeRawPointer(costs).assumingMemoryBound(to: Float.self)
    var (glyph, least) = (0, limit)
    for other in 0..<glyphs.groupCount * 4 where costs[other] < least {
      (glyph, least) = (other, costs[other])
    }
    return glyph
  }
}
