/// Two palette entries for a cell.
struct PaletteChoice {
  var ink = 0
  var paper = 0
  /// A bit for each part that has the ink.
  var inked = 0
}

private enum Most {
  static let nearestToPart = 3
  /// How many groups of four the entries in question are at most.
  static let groups = (Palette.nearestCount + 8 * nearestToPart + 3) / 4
}

/// Chooses two palette entries for a cell, and the parts that get the first of them.
///
/// Entries in question are those near one of the parts or near their mean. Of each pair of them, four
/// pairs at once, the best parts for the ink are those that gain most by it, however many.
struct PaletteMatcher<Parts: PartCount>: ~Copyable {
  typealias Light = SIMD4<Float>
  /// Four entries side by side.
  private typealias Lanes = SIMD4<Float>

  /// Takes the place of no light: squares of differences of roots of less would be too small for
  /// numbers that are quick to reckon with.
  private static var least: Float { 1e-9 }

  /// The light that each part should have; set before each choice.
  let targets: UnsafeMutablePointer<Light>

  private let palette: Palette
  private let curve = Curve.shared
  private var count: Int { Parts.count }
  private let meanWeight: Float
  /// The entries in question, and their number when each was last one.
  private let candidates: UnsafeMutablePointer<UInt8>
  private let seen: UnsafeMutablePointer<UInt32>
  private var number: UInt32 = 0
  /// How far the entries are from each part, `Most.groups` groups of four a part.
  private let distances: UnsafeMutablePointer<Lanes>
  /// The light of the entries, three channels each: of groups of four, and of each in all lanes.
  private let paperLights: UnsafeMutablePointer<Lanes>
  private let inkLights: UnsafeMutablePointer<Lanes>
  /// The root of each channel of the mean, and what its error weighs, in all lanes.
  private let meanRoots: UnsafeMutablePointer<Lanes>
  private let shades: UnsafeMutablePointer<Light>
  /// What each part gains by the ink; then the error for each number of parts that have it.
  private let gains: UnsafeMutablePointer<Lanes>

  /// - Parameter meanWeight: what the error of a cell's mean weighs against that of its parts.
  init(palette: Palette, meanWeight: Float) {
    let partCount = Parts.count
    self.palette = palette
    self.meanWeight = meanWeight
    targets = .allocate(capacity: partCount)
    targets.initialize(repeating: .zero, count: partCount)
    shades = .allocate(capacity: partCount)
    shades.initialize(repeating: .zero, count: partCount)
    gains = .allocate(capacity: partCount + 1)
    gains.initialize(repeating: .zero, count: partCount + 1)
    candidates = .allocate(capacity: Most.groups * 4)
    candidates.initialize(repeating: 0, count: Most.groups * 4)
    seen = .allocate(capacity: 256)
    seen.initialize(repeating: 0, count: 256)
    distances = .allocate(capacity: partCount * Most.groups)
    distances.initialize(repeating: .zero, count: partCount * Most.groups)
    paperLights = .allocate(capacity: 3 * Most.groups)
    paperLights.initialize(repeating: .zero, count: 3 * Most.groups)
    inkLights = .allocate(capacity: 12 * Most.groups)
    inkLights.initialize(repeating: .zero, count: 12 * Most.groups)
    meanRoots = .allocate(capacity: 4)
    meanRoots.initialize(repeating: .zero, count: 4)
  }

  deinit {
    targets.deallocate()
    shades.deallocate()
    gains.deallocate()
    candidates.deallocate()
    seen.deallocate()
    distances.deallocate()
    paperLights.deallocate()
    inkLights.deallocate()
    meanRoots.deallocate()
  }

  mutating func choose() -> PaletteChoice {
    var mean = Light.zero
    for part in 0..<count { mean += targets[part] }
    mean /= Float(count)
    let root = Self.root(Light.greater(mean, .zero) + Self.least)
    for axis in 0..<3 { meanRoots[axis] = Lanes(repeating: root[axis]) }
    meanRoots[3] = Lanes(repeating: meanWeight * Float(count))
    let groups = collect(mean)
    measure(mean, groups)
    return search(groups)
  }

  /// The entries nearest to the mean and, fewer of them, to each part; how many groups they are.
  private mutating func collect(_ mean: Light) -> Int {
    number &+= 1
    var found = 0
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
    add(palette.nearest(to: curve.shade(mean)), Palette.nearestCount)
    for part in 0..<count {
      let shade = curve.shade(targets[part])
      shades[part] = palette.weighted(shade)
      add(palette.nearest(to: shade), Most.nearestToPart)
    }
    // The last one stands for those that are missing in the last group.
    let groups = (found + 3) / 4
    let last = candidates[found - 1]
    while found < groups * 4 {
      candidates[found] = last
      found += 1
    }
    return groups
  }

  private func measure(_ mean: Light, _ groups: Int) {
    for group in 0..<groups {
      let first = candidates + group * 4
      let entries = (Int(first[0]), Int(first[1]), Int(first[2]), Int(first[3]))
      @inline(__always)
      func turned(_ a: Light, _ b: Light, _ c: Light, _ d: Light) -> (Lanes, Lanes, Lanes) {
        (
          Lanes(a.x, b.x, c.x, d.x), Lanes(a.y, b.y, c.y, d.y), Lanes(a.z, b.z, c.z, d.z)
        )
      }
      let known = palette.shades
      let (x, y, z) = turned(
        known[entries.0],
        known[entries.1],
        known[entries.2],
        known[entries.3]
      )
      for part in 0..<count {
        let shade = shades[part]
        let (dx, dy, dz) = (x - shade.x, y - shade.y, z - shade.z)
        distances[part * Most.groups + group] = dx * dx + dy * dy + dz * dz
      }
      let lights = palette.lights
      let (red, green, blue) = turned(
        lights[entries.0],
        lights[entries.1],
        lights[entries.2],
        lights[entries.3]
      )
      let paper = paperLights + group * 3
      (paper[0], paper[1], paper[2]) = (red + Self.least, green + Self.least, blue + Self.least)
      for lane in 0..<4 {
        let ink = inkLights + (group * 4 + lane) * 3
        for axis in 0..<3 { ink[axis] = Lanes(repeating: paper[axis][lane]) }
      }
    }
  }

  private func search(_ groups: Int) -> PaletteChoice {
    var best = Lanes(repeating: .infinity)
    /// The first entry and the group of the second.
    var codes = SIMD4<Int32>.zero
    for first in 0..<groups * 4 {
      let (own, lane) = (first / 4, first % 4)
      for group in own..<groups {
        // No choice of parts is nearer than each part to the nearer of the two.
        var least = Lanes.zero
        for part in 0..<count {
          let row = distances + part * Most.groups
          let ink = Lanes(repeating: row[own][lane])
          least += Lanes.lesser(ink, row[group])
        }
        guard Lanes.isAny(least .< best) else { continue }
        if meanWeight > 0 { least = leastCost(own, lane, group) }
        let isBetter = least .< best
        best = Lanes.lesser(least, best)
        codes.replace(with: Int32(first << 8 | group), where: isBetter)
      }
    }
    var lane = 0
    for other in 1..<4 where best[other] < best[lane] { lane = other }
    let code = Int(codes[lane])
    return choice(code >> 8, (code & 0xFF) * 4 + lane)
  }

  /// The least error of four pairs, their mean's included, over all numbers of parts with the ink.
  @inline(__always)
  private func leastCost(_ own: Int, _ lane: Int, _ group: Int) -> Lanes {
    var cost = Lanes.zero
    for part in 0..<count {
      let row = distances + part * Most.groups
      gains[part] = Lanes(repeating: row[own][lane]) - row[group]
      cost += row[group]
    }
    Parts.sort(gains)
    let (ink, paper) = (inkLights + (own * 4 + lane) * 3, paperLights + group * 3)
    let (weight, root) = (meanRoots[3], meanRoots)
    for number in 0...count {
      let share = Float(number) / Float(count)
      let x = Self.root(paper[0] * (1 - share) + ink[0] * share) - root[0]
      let y = Self.root(paper[1] * (1 - share) + ink[1] * share) - root[1]
      let z = Self.root(paper[2] * (1 - share) + ink[2] * share) - root[2]
      let gain = gains[number]
      gains[number] = cost + (x * x + y * y + z * z) * weight
      cost += gain
    }
    return Parts.least(gains)
  }

  /// The parts that gain most by the first of two entries, as many as make the least error.
  private func choice(_ first: Int, _ second: Int) -> PaletteChoice {
    var order = (0, 0, 0, 0, 0, 0, 0, 0)
    var inked = 0
    withUnsafeMutableBytes(of: &order) { bytes in
      let order = bytes.bindMemory(to: Int.self)
      @inline(__always)
      func gain(_ part: Int) -> Float {
        let row = distances + part * Most.groups
        return row[first / 4][first % 4] - row[second / 4][second % 4]
      }
      guard meanWeight > 0 else {
        for part in 0..<count where gain(part) < 0 { inked |= 1 << part }
        return
      }
      for part in 0..<count {
        var place = part
        while place > 0, gain(order[place - 1]) > gain(part) {
          order[place] = order[place - 1]
          place -= 1
        }
        order[place] = part
      }
      let (ink, paper) = (
        palette.lights[Int(candidates[first])], palette.lights[Int(candidates[second])]
      )
      let meanRoot = Light(meanRoots[0].x, meanRoots[1].x, meanRoots[2].x, 0)
      let weight = meanWeight * Float(count)
      var (cost, least, bits) = (Float.zero, Float.infinity, 0)
      for number in 0...count {
        if number > 0 {
          cost += gain(order[number - 1])
          bits |= 1 << order[number - 1]
        }
        let share = Float(number) / Float(count)
        let mix = paper * (1 - share) + ink * share
        var lack = Self.root(mix + Self.least) - meanRoot
        lack.w = 0
        let total = cost + (lack * lack).sum() * weight
        if total < least { (least, inked) = (total, bits) }
      }
    }
    return PaletteChoice(ink: Int(candidates[first]), paper: Int(candidates[second]), inked: inked)
  }

  /// Nearly the square root of values that are not negative, which is nearly what the eye makes of
  /// light: half of the exponent, and what is between two powers of two in proportion.
  @inline(__always)
  private static func root(_ values: Lanes) -> Lanes {
    let bits = unsafeBitCast(values, to: SIMD4<UInt32>.self)
    return unsafeBitCast(bits &>> 1 &+ 0x1FBD_1DF5, to: Lanes.self)
  }
}
