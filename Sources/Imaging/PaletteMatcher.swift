/// Chooses two palette entries for a cell.
///
/// In question are those near one of its parts or near their mean. They stand in a ring: each is
/// compared with those one, two and more places further on, four pairs at once.
struct PaletteMatcher<Parts: PartCount>: ~Copyable {
  typealias Light = SIMD4<Float>
  /// Four entries, or four pairs of them, side by side.
  private typealias Lanes = SIMD4<Float>

  private let palette: Palette
  private let meanWeight: Float
  /// How many entries near the mean and near each part are in question.
  private let (nearMean, nearPart): (Int, Int)
  /// The entries in question, and their number when each was last one.
  private let candidates: UnsafeMutablePointer<UInt8>
  private let seen: UnsafeMutablePointer<UInt32>
  private var number: UInt32 = 0
  /// The shades of the parts.
  private let shades: UnsafeMutablePointer<Light>
  /// Rows of the ring: how far the entries are from each part and from all, squared, and from the mean,
  /// in three channels.
  private let rows: UnsafeMutablePointer<Float>

  /// Between two channels of a part's light, what makes it a colour.
  private static var leastColor: Float { 0.01 }

  /// Past the rows of the parts.
  private static var sums: Int { Parts.count }
  private static var ways: Int { Parts.count + 1 }
  private static var rowCount: Int { Parts.count + 4 }
  private static var mostCandidates: Int { Palette.nearestCount + Parts.count * 4 }
  /// From one row to the next: the ring is there twice, and as much more as four lanes reach over.
  private static var stride: Int { mostCandidates * 2 + 4 }

  /// - Parameter meanWeight: what the error of a cell's mean weighs against that of its parts; nothing
  ///   with a plain palette.
  init(palette: Palette, meanWeight: Float) {
    self.palette = palette
    self.meanWeight = meanWeight
    (nearMean, nearPart) = palette.isPlain ? (6, 4) : (4, 2)
    candidates = .allocate(capacity: Self.mostCandidates + 4)
    candidates.initialize(repeating: 0, count: Self.mostCandidates + 4)
    seen = .allocate(capacity: 256)
    seen.initialize(repeating: 0, count: 256)
    shades = .allocate(capacity: Parts.count)
    shades.initialize(repeating: .zero, count: Parts.count)
    rows = .allocate(capacity: Self.stride * Self.rowCount)
    rows.initialize(repeating: 0, count: Self.stride * Self.rowCount)
  }

  deinit {
    candidates.deallocate()
    seen.deallocate()
    shades.deallocate()
    rows.deallocate()
  }

  /// - Parameters:
  ///   - targets: the light that the first row of parts should have.
  ///   - stride: from one row of parts to the next.
  mutating func choose(_ targets: UnsafePointer<Light>, stride: Int) -> (ink: Int, paper: Int) {
    var mean = Light.zero
    for part in 0..<Parts.count {
      mean += targets[part / Parts.width * stride + part % Parts.width]
    }
    mean = Light.greater(mean / Float(Parts.count), .zero)
    let meanShade = palette.shade(mean)
    var found = 0
    number &+= 1
    let (candidates, seen, number) = (candidates, seen, number)
    @inline(__always)
    func add(_ entries: UnsafePointer<UInt8>, _ most: Int) {
      for index in 0..<most {
        let entry = entries[index]
        candidates[found] = entry
        found += seen[Int(entry)] == number ? 0 : 1
        seen[Int(entry)] = number
      }
    }
    let isGrey = !palette.greys.isEmpty && isGrey(targets, stride)
    if isGrey {
      palette.greys.withUnsafeBufferPointer { greys in
        if let first = greys.baseAddress { add(first, greys.count) }
      }
    } else {
      add(palette.nearest(to: meanShade), nearMean)
    }
    for part in 0..<Parts.count {
      let shade = palette.shade(targets[part / Parts.width * stride + part % Parts.width])
      shades[part] = palette.weighted(shade)
      if !isGrey { add(palette.nearest(to: shade), nearPart) }
    }
    for index in 0..<4 { candidates[found + index] = candidates[index] }
    measure(found, mean, meanShade)
    return search(found)
  }

  /// Whether no part has a colour: then a colour, once taken, would be handed on from cell to cell.
  @inline(__always)
  private func isGrey(_ targets: UnsafePointer<Light>, _ stride: Int) -> Bool {
    var most = Light.zero
    for part in 0..<Parts.count {
      let light = targets[part / Parts.width * stride + part % Parts.width]
      let turned = Light(light.y, light.z, light.x, 0)
      most = .greater(most, .greater(light - turned, turned - light))
    }
    return max(most.x, most.y, most.z) < Self.leastColor
  }

  // MARK: The ring

  /// Four entries in a row of the ring.
  @inline(__always)
  private func lanes(_ row: Int, _ first: Int) -> Lanes {
    UnsafeRawPointer(rows + row * Self.stride + first).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private func measure(_ found: Int, _ mean: Light, _ meanShade: Light) {
    // A small difference in light as one in shade; a little less of it in the dark, where the root
    // is steepest.
    let slope = 1 / (meanShade * 2 + 0.2)
    for first in Swift.stride(from: 0, to: found, by: 4) {
      @inline(__always)
      func put(_ lanes: Lanes, _ row: Int) {
        let place = UnsafeMutableRawPointer(rows + row * Self.stride + first)
        place.storeBytes(of: lanes, as: Lanes.self)
        (place + found * MemoryLayout<Float>.stride).storeBytes(of: lanes, as: Lanes.self)
      }
      let (x, y, z) = channels(palette.shades, first)
      var sum = Lanes.zero
      for part in 0..<Parts.count {
        let shade = shades[part]
        let (dx, dy, dz) = (x - shade.x, y - shade.y, z - shade.z)
        let distance = dx * dx + dy * dy + dz * dz
        sum += distance
        put(distance, part)
      }
      put(sum, Self.sums)
      let (red, green, blue) = channels(palette.lights, first)
      let way = palette.weighted(
        (red - mean.x) * slope.x,
        (green - mean.y) * slope.y,
        (blue - mean.z) * slope.z
      )
      put(way.0, Self.ways)
      put(way.1, Self.ways + 1)
      put(way.2, Self.ways + 2)
    }
  }

  /// The three channels of four entries.
  @inline(__always)
  private func channels(_ table: UnsafePointer<Light>, _ first: Int) -> (Lanes, Lanes, Lanes) {
    let a = table[Int(candidates[first])]
    let b = table[Int(candidates[first + 1])]
    let c = table[Int(candidates[first + 2])]
    let d = table[Int(candidates[first + 3])]
    return (Lanes(a.x, b.x, c.x, d.x), Lanes(a.y, b.y, c.y, d.y), Lanes(a.z, b.z, c.z, d.z))
  }

  // MARK: Pairs

  private func search(_ found: Int) -> (ink: Int, paper: Int) {
    var best = Lanes(repeating: .infinity)
    /// The first of the first entries, and how much further on the second ones are.
    var codes = SIMD4<Int32>.zero
    for step in 1...found / 2 {
      for first in Swift.stride(from: 0, to: found, by: 4) {
        let cost = cost(first, first + step)
        codes.replace(with: Int32(truncatingIfNeeded: first << 8 | step), where: cost .< best)
        best = Lanes.lesser(cost, best)
      }
    }
    var lane = 0
    for other in 1..<4 where best[other] < best[lane] { lane = other }
    let first = Int(codes[lane]) >> 8 + lane
    let second = first + Int(codes[lane]) & 0xFF
    return (Int(candidates[first % found]), Int(candidates[second % found]))
  }

  /// What four pairs cost: the error of the parts, each taking the nearer entry; that of the mean,
  /// which is mixed as well as it can be; and what it costs to move parts to the farther entry until
  /// there are as many as the mix needs.
  @inline(__always)
  private func cost(_ first: Int, _ second: Int) -> Lanes {
    var error = Lanes.zero
    var inked = SIMD4<Int32>.zero
    for part in 0..<Parts.count {
      let (ink, paper) = (lanes(part, first), lanes(part, second))
      error += Lanes.lesser(ink, paper)
      inked.replace(with: inked &+ 1, where: ink .< paper)
    }
    guard !palette.isPlain else { return error }
    // From the mean to the second entry, and from there to the first.
    let (x, y, z) = (
      lanes(Self.ways, second), lanes(Self.ways + 1, second), lanes(Self.ways + 2, second)
    )
    let (dx, dy, dz) = (
      lanes(Self.ways, first) - x, lanes(Self.ways + 1, first) - y, lanes(Self.ways + 2, first) - z
    )
    let length = dx * dx + dy * dy + dz * dz
    let along = dx * x + dy * y + dz * z
    let none = Lanes.zero
    let mix = Lanes.lesser(Lanes.greater(none - along / (length + 1e-9), none), none + 1)
    let lack = x * x + y * y + z * z + mix * (along * 2 + mix * length)
    let count = Float(Parts.count)
    let moved = mix - Lanes(inked) * (1 / count)
    let spread = lanes(Self.sums, first) + lanes(Self.sums, second) - error * 2
    return error + lack * (meanWeight * count) + Lanes.greater(moved, none - moved) * spread
  }
}
