/// The printable ASCII characters as shapes to be compared with the parts of a cell.
///
/// Shapes are compared in whole numbers of 16 bits, eight characters at once. Their scales are such
/// that no sum exceeds what 16 bits hold.
struct AsciiGlyphs: @unchecked Sendable {  // Its tables are never changed, and stay for good.
  /// Eight characters side by side.
  typealias Lanes = SIMD8<Int16>

  static let shared = AsciiGlyphs()
  static let partCount = 8
  /// What the error of a cell's density weighs against that of its shape in monochrome: less
  /// favours edges, and leaves plain areas to the few characters that ink all parts alike.
  private static let densityWeight: Float = 2

  /// How many groups of eight characters there are; the last is filled up with characters that are
  /// never chosen.
  let groupCount: Int
  /// For each group how much each of the eight parts is inked, less the density, times
  /// `slopeScale`.
  ///
  /// They are scaled so that the square of their product with the parts is the squared error that
  /// two colours explain.
  let slopes: UnsafePointer<Lanes>
  static let slopeScale: Float = 127
  /// The same differences, from −1 to 1, times `shapeScale`.
  let shapes: UnsafePointer<Lanes>
  static let shapeScale: Float = 64
  /// For each group what it gains from the density that is wanted, times `shapeScale`, and what it
  /// costs by itself, times `shapeScale` and `partScale`.
  let weights: UnsafePointer<Lanes>
  let costs: UnsafePointer<Lanes>
  /// The scale of the parts in monochrome.
  static let partScale: Float = 64
  /// The same differences of each character as they are.
  let differences: UnsafePointer<SIMD8<Float>>
  /// For each character 1 divided by 8 ρ (1 − ρ), ρ being the density; nothing for blanks.
  ///
  /// Times the product of the differences and the parts it is the difference between what lies
  /// under the ink and under the paper in the mean; times the square of that product the squared
  /// error that these two colours explain.
  let inverses: UnsafePointer<Float>
  /// The mean of the parts of each character.
  let densities: UnsafePointer<Float>
  let mostDensity: Float
  /// The characters that ink all parts most nearly alike, for each step of density up to the most.
  private static let flat = (0...flatSteps).map { step in
    shared.bestMatch(.zero, mean: Float(step) / Float(flatSteps) * shared.mostDensity)
  }
  private static let flatSteps = 63

  static func scalar(_ glyph: Int) -> UInt32 { 0x20 + UInt32(glyph) }

  private init() {
    let table = AsciiCoverage.table
    groupCount = (table.count + Lanes.scalarCount - 1) / Lanes.scalarCount
    let count = groupCount * Lanes.scalarCount
    let slopes = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount * Self.partCount)
    slopes.initialize(repeating: .zero, count: groupCount * Self.partCount)
    let shapes = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount * Self.partCount)
    shapes.initialize(repeating: .zero, count: groupCount * Self.partCount)
    let weights = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount)
    weights.initialize(repeating: .zero, count: groupCount)
    let costs = UnsafeMutablePointer<Lanes>.allocate(capacity: groupCount)
    costs.initialize(repeating: .zero, count: groupCount)
    let differences = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: count)
    let inverses = UnsafeMutablePointer<Float>.allocate(capacity: count)
    let densities = UnsafeMutablePointer<Float>.allocate(capacity: count)
    var mostDensity: Float = 0
    for glyph in 0..<count {
      let (group, lane) = (glyph / Lanes.scalarCount, glyph % Lanes.scalarCount)
      let bytes = glyph < table.count ? table[glyph] : 0
      let coverage = SIMD8((0..<Self.partCount).map { Float(bytes >> UInt64($0 * 8) & 0xFF) / 255 })
      let density = coverage.total / Float(Self.partCount)
      let difference = coverage - density
      let spread = density * (1 - density) * Float(Self.partCount)
      let inverse = spread > 0 ? 1 / spread : 0
      for part in 0..<Self.partCount {
        let place = group * Self.partCount + part
        slopes[place][lane] = Int16(difference[part] * inverse.squareRoot() * Self.slopeScale)
        shapes[place][lane] = Int16((difference[part] * Self.shapeScale).rounded())
      }
      let weight = Self.densityWeight * Float(Self.partCount) * density
      let power = (difference * difference).total + weight * density
      weights[group][lane] = Int16((weight * Self.shapeScale).rounded())
      let cost = Int16((power / 2 * Self.shapeScale * Self.partScale).rounded())
      costs[group][lane] = glyph < table.count ? cost : 16_000
      differences[glyph] = difference
      inverses[glyph] = inverse
      densities[glyph] = density
      mostDensity = max(mostDensity, density)
    }
    self.slopes = UnsafePointer(slopes)
    self.shapes = UnsafePointer(shapes)
    self.weights = UnsafePointer(weights)
    self.costs = UnsafePointer(costs)
    self.differences = UnsafePointer(differences)
    self.inverses = UnsafePointer(inverses)
    self.densities = UnsafePointer(densities)
    self.mostDensity = mostDensity
  }

  // MARK: Colours

  /// The character along whose shape the colours of the parts differ most, and by how much for a
  /// whole one; a blank where that explains no more than `rateWeight` of the squared error.
  ///
  /// The colours of a cell lie near a line; along it they are compared.
  @inline(__always)
  func bestMatch(_ cell: AsciiCell, rateWeight: Float) -> (glyph: Int, slope: SIMD4<Float>) {
    let squares = cell.squares
    // No shape explains more than there is.
    guard squares.sum() > rateWeight else { return (0, .zero) }
    let parts = cell.along(squares)
    let length = (parts * parts).total.squareRoot()
    // No product is longer than 256 times `slopeScale`, whichever parts it is of.
    let scale = 256 / length
    let places = AsciiCell.whole(parts * scale)
    let limit = min(rateWeight.squareRoot() * scale * Self.slopeScale, 32_767)
    var most = Lanes(repeating: Int16(limit))
    var best = Lanes.zero
    var shape = slopes
    for group in 0..<groupCount {
      let product = Self.product(shape, places)
      let other = Lanes.zero &- product
      let size = other.replacing(with: product, where: product .> other)
      let isBetter = size .> most
      best.replace(with: Int16(truncatingIfNeeded: group), where: isBetter)
      most.replace(with: size, where: isBetter)
      shape += Self.partCount
    }
    let (glyph, size) = Self.first(best, most)
    guard size > Int16(limit) else { return (0, .zero) }
    return (glyph, cell.product(differences[glyph]) * inverses[glyph])
  }

  // MARK: Monochrome

  /// The character for a cell without a shape.
  func flattest(_ density: Float) -> Int {
    let step = (density / mostDensity * Float(Self.flatSteps)).rounded()
    return Self.flat[Int(min(max(step, 0), Float(Self.flatSteps)))]
  }

  /// The character of the nearest shape and density.
  ///
  /// - Parameters:
  ///   - parts: how much of each part should be inked, less the mean.
  ///   - mean: the density that is wanted.
  @inline(__always)
  func bestMatch(_ parts: SIMD8<Float>, mean: Float) -> Int {
    let places = AsciiCell.whole(parts * Self.partScale)
    let wanted = Lanes(repeating: Int16(min(max(mean, -0.5), 0.75) * Self.partScale))
    // What the squares of the parts add up to is the same for all.
    var most = Lanes(repeating: .min)
    var best = Lanes.zero
    var shape = shapes
    for group in 0..<groupCount {
      let gain = Self.product(shape, places) &+ weights[group] &* wanted &- costs[group]
      let isBetter = gain .> most
      best.replace(with: Int16(truncatingIfNeeded: group), where: isBetter)
      most.replace(with: gain, where: isBetter)
      shape += Self.partCount
    }
    return Self.first(best, most).glyph
  }

  /// The character of the lane that has most, and what it has.
  ///
  /// - Parameters:
  ///   - groups: the group of each lane's best character.
  ///   - most: what that has.
  @inline(__always)
  private static func first(_ groups: Lanes, _ most: Lanes) -> (glyph: Int, most: Int16) {
    var lane = 0
    for other in 1..<Lanes.scalarCount where most[other] > most[lane] { lane = other }
    return (Int(groups[lane]) * Lanes.scalarCount + lane, most[lane])
  }

  /// The products of eight shapes and the parts of a cell.
  @inline(__always)
  private static func product(_ shape: UnsafePointer<Lanes>, _ parts: SIMD8<Int16>) -> Lanes {
    var sum = shape[0] &* parts[0]
    for part in 1..<partCount { sum &+= shape[part] &* parts[part] }
    return sum
  }
}

/// The colours of the eight parts of a cell, less their mean.
struct AsciiCell {
  typealias Light = SIMD4<Float>
  typealias Parts = SIMD8<Float>

  private let (red, green, blue): (Parts, Parts, Parts)
  let mean: Light

  /// - Parameters:
  ///   - pixels: three bytes for each part.
  ///   - stride: from one row of parts to the next.
  @inline(__always)
  init(_ pixels: UnsafePointer<UInt8>, stride: Int) {
    @inline(__always)
    func channel(_ first: UnsafePointer<UInt8>) -> (parts: Parts, mean: Float) {
      let (second, third) = (first + stride, first + stride * 2)
      let fourth = third + stride
      let parts = Parts(
        Float(first[0]),
        Float(first[3]),
        Float(second[0]),
        Float(second[3]),
        Float(third[0]),
        Float(third[3]),
        Float(fourth[0]),
        Float(fourth[3])
      )
      let mean = parts.total / 8
      return (parts - mean, mean)
    }
    let (red, green, blue) = (channel(pixels), channel(pixels + 1), channel(pixels + 2))
    (self.red, self.green, self.blue) = (red.parts, green.parts, blue.parts)
    mean = Light(red.mean, green.mean, blue.mean, 0)
  }

  /// The sum of the squares of each channel.
  @inline(__always)
  var squares: Light {
    Light((red * red).total, (green * green).total, (blue * blue).total, 0)
  }

  /// The parts along nearly the direction in which they differ most: how the channels vary with the
  /// one that varies most.
  ///
  /// - Parameter squares: those of the parts.
  @inline(__always)
  func along(_ squares: Light) -> Parts {
    let main =
      squares.x > squares.y
      ? (squares.x > squares.z ? red : blue) : (squares.y > squares.z ? green : blue)
    var way = product(main)
    way /= (way * way).sum().squareRoot()
    return red * way.x + green * way.y + blue * way.z
  }

  /// The product of the parts and a number for each of them, in each channel.
  @inline(__always)
  func product(_ parts: Parts) -> Light {
    Light((red * parts).total, (green * parts).total, (blue * parts).total, 0)
  }

  /// Rounded to whole numbers of 16 bits, which are the lowest bits where 3 · 2²² is added.
  @inline(__always)
  static func whole(_ parts: Parts) -> SIMD8<Int16> {
    let bits = unsafeBitCast(parts + 12_582_912, to: SIMD16<Int16>.self)
    return SIMD8(bits[0], bits[2], bits[4], bits[6], bits[8], bits[10], bits[12], bits[14])
  }
}
