/// The printable ASCII characters as shapes that are compared with the parts of a cell.
///
/// Shapes are compared in 16-bit integers, eight characters at once. They are scaled so that no sum
/// exceeds 16 bits.
struct AsciiGlyphs: @unchecked Sendable {  // Its tables are never changed or freed.
  /// Eight characters side by side.
  typealias Lanes = SIMD8<Int16>

  static let shared = AsciiGlyphs()
  static let partCount = 8
  /// The weight of a cell's density relative to its shape in monochrome.
  ///
  /// A lower weight favours edges and leaves plain areas to the few characters that cover all parts
  /// equally.
  private static let densityWeight: Float = 2

  /// The number of groups of eight characters.
  ///
  /// The last group is filled with characters that are never chosen.
  let groupCount: Int
  /// The coverage of each of the eight parts, less the density, times `slopeScale`, for each group.
  ///
  /// The values of a character are also scaled. The square of their product with the parts is the
  /// squared error that two colours explain.
  let slopes: UnsafePointer<Lanes>
  static let slopeScale: Float = 127
  /// The coverage of each part, less the density, from −1 to 1, times `shapeScale`.
  let shapes: UnsafePointer<Lanes>
  static let shapeScale: Float = 64
  /// The gain of each group by the target density, times `shapeScale`.
  let weights: UnsafePointer<Lanes>
  /// The fixed cost of each group, times `shapeScale` and `partScale`.
  let costs: UnsafePointer<Lanes>
  /// The scale of the parts in monochrome.
  static let partScale: Float = 64
  /// The coverage of each character's parts, less the density, unscaled.
  let differences: UnsafePointer<SIMD8<Float>>
  /// The value 1 / (8 ρ (1 − ρ)) of each character, with ρ the density; 0 for blanks.
  ///
  /// Let p be the product of the differences and the parts. Times p, it is the difference between
  /// the means of the parts under the foreground and the background. Times p², it is the squared
  /// error that these two colours explain.
  let inverses: UnsafePointer<Float>
  /// The mean coverage of each character.
  let densities: UnsafePointer<Float>
  let mostDensity: Float
  /// The characters with the most even coverage, for each step of density up to the maximum.
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
        let index = group * Self.partCount + part
        slopes[index][lane] = Int16(difference[part] * inverse.squareRoot() * Self.slopeScale)
        shapes[index][lane] = Int16((difference[part] * Self.shapeScale).rounded())
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

  /// Returns the character that explains most of the differences between the cell's parts, and the
  /// colour slope along it.
  ///
  /// Returns a blank if none explains more than `rateWeight` of the squared error. The colours of a
  /// cell are near a line, and are compared along it.
  @inline(__always)
  func bestMatch(_ cell: AsciiCell, rateWeight: Float) -> (glyph: Int, slope: SIMD4<Float>) {
    let squares = cell.squares
    // No shape explains more than the total.
    guard squares.sum() > rateWeight else { return (0, .zero) }
    let parts = cell.along(squares)
    let length = (parts * parts).total.squareRoot()
    // With this scale, no product exceeds 256 times `slopeScale`.
    let scale = 256 / length
    let light = AsciiCell.whole(parts * scale)
    let limit = min(rateWeight.squareRoot() * scale * Self.slopeScale, 32_767)
    var most = Lanes(repeating: Int16(limit))
    var best = Lanes.zero
    var shape = slopes
    for group in 0..<groupCount {
      let product = Self.product(shape, light)
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

  /// Returns the character for a cell without a shape, by its density.
  func flattest(_ density: Float) -> Int {
    let step = (density / mostDensity * Float(Self.flatSteps)).rounded()
    return Self.flat[Int(min(max(step, 0), Float(Self.flatSteps)))]
  }

  /// Returns the character with the nearest shape and density.
  ///
  /// - Parameters:
  ///   - parts: the target coverage of each part, less the mean.
  ///   - mean: the target density.
  @inline(__always)
  func bestMatch(_ parts: SIMD8<Float>, mean: Float) -> Int {
    let light = AsciiCell.whole(parts * Self.partScale)
    let wanted = Lanes(repeating: Int16(min(max(mean, -0.5), 0.75) * Self.partScale))
    // The sum of the squares of the parts is the same for all characters, so it is left out.
    var most = Lanes(repeating: .min)
    var best = Lanes.zero
    var shape = shapes
    for group in 0..<groupCount {
      let gain = Self.product(shape, light) &+ weights[group] &* wanted &- costs[group]
      let isBetter = gain .> most
      best.replace(with: Int16(truncatingIfNeeded: group), where: isBetter)
      most.replace(with: gain, where: isBetter)
      shape += Self.partCount
    }
    return Self.first(best, most).glyph
  }

  /// Returns the character of the lane with the largest value, and that value.
  ///
  /// - Parameters:
  ///   - groups: the group of each lane's best character.
  ///   - most: the value of that character.
  @inline(__always)
  private static func first(_ groups: Lanes, _ most: Lanes) -> (glyph: Int, most: Int16) {
    var lane = 0
    for other in 1..<Lanes.scalarCount where most[other] > most[lane] { lane = other }
    return (Int(groups[lane]) * Lanes.scalarCount + lane, most[lane])
  }

  /// Returns the products of eight shapes with the parts of a cell.
  @inline(__always)
  private static func product(_ shape: UnsafePointer<Lanes>, _ parts: SIMD8<Int16>) -> Lanes {
    var sum = shape[0] &* parts[0]
    for part in 1..<partCount { sum &+= shape[part] &* parts[part] }
    return sum
  }
}

/// The colours of a cell's eight parts, less their mean.
struct AsciiCell {
  typealias Parts = SIMD8<Float>

  private let (red, green, blue): (Parts, Parts, Parts)
  let mean: Light

  /// Reads the parts of a cell.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each part.
  ///   - stride: the number of bytes between two rows of parts.
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

  /// Returns the parts projected onto a line, which is near the direction of their largest
  /// variation.
  ///
  /// The direction is how the channels vary with the one that varies most.
  ///
  /// - Parameter squares: the value of the `squares` property.
  @inline(__always)
  func along(_ squares: Light) -> Parts {
    let main =
      squares.x > squares.y
      ? (squares.x > squares.z ? red : blue) : (squares.y > squares.z ? green : blue)
    var way = product(main)
    way /= (way * way).sum().squareRoot()
    return red * way.x + green * way.y + blue * way.z
  }

  /// Returns the product of the parts with a number for each part, in each channel.
  @inline(__always)
  func product(_ parts: Parts) -> Light {
    Light((red * parts).total, (green * parts).total, (blue * parts).total, 0)
  }

  /// Rounds to 16-bit integers.
  ///
  /// After 3 · 2²² is added, they are the lowest bits.
  @inline(__always)
  static func whole(_ parts: Parts) -> SIMD8<Int16> {
    let bits = unsafeBitCast(parts + 12_582_912, to: SIMD16<Int16>.self)
    return SIMD8(bits[0], bits[2], bits[4], bits[6], bits[8], bits[10], bits[12], bits[14])
  }
}
