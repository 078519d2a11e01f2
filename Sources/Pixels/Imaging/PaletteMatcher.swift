/// The choice of two palette entries for a cell.
///
/// The parts are split into two groups: by the side of their mean on the line to the part farthest
/// from it. The candidates are the four entries nearest to each group's mean: sixteen pairs,
/// compared four at a time.
struct PaletteMatcher<Parts: PartCount>: ~Copyable {
  /// Two entries and their cost.
  ///
  /// A higher cost is worse. Only costs of the same cell are comparable.
  typealias Pair = (foreground: Int, background: Int, cost: Int32)
  /// Four entries, or four pairs of entries, side by side.
  private typealias Lanes = SIMD4<Float>

  private let palette: ColorPalette
  private let meanWeight: Float
  /// The shades of the parts.
  private let shades: UnsafeMutablePointer<Light>
  /// The squared distances between each part and the four candidates for foreground or background.
  private let (foregroundDistances, backgroundDistances):
    (UnsafeMutablePointer<Lanes>, UnsafeMutablePointer<Lanes>)

  /// The smallest difference between two channels of a part's light that counts as a colour.
  private static var leastColor: Float { 0.01 }

  private static var count: Float { Float(Parts.count) }

  /// Creates a matcher for a palette.
  ///
  /// - Parameter meanWeight: the weight of the error of a cell's mean relative to that of its
  ///   parts; unused with a plain palette.
  init(palette: ColorPalette, meanWeight: Float) {
    self.palette = palette
    self.meanWeight = meanWeight
    func room() -> UnsafeMutablePointer<Light> {
      let room = UnsafeMutablePointer<Light>.allocate(capacity: Parts.count)
      room.initialize(repeating: .zero, count: Parts.count)
      return room
    }
    (shades, foregroundDistances, backgroundDistances) = (room(), room(), room())
  }

  deinit {
    shades.deallocate()
    foregroundDistances.deallocate()
    backgroundDistances.deallocate()
  }

  /// Returns the two best entries for a cell.
  ///
  /// - Parameters:
  ///   - targets: the light that the parts should have, starting with the first.
  ///   - stride: the distance between two rows of parts.
  borrowing func choose(_ targets: UnsafePointer<Light>, stride: Int) -> Pair {
    var (mean, middle) = (Light.zero, Light.zero)
    for part in 0..<Parts.count {
      let light = targets[part / Parts.width * stride + part % Parts.width]
      let shade = palette.shade(light)
      shades[part] = shade
      mean += light
      middle += shade
    }
    mean = .greater(mean * (1 / Self.count), .zero)
    middle = middle * (1 / Self.count)
    let greys = isGrey(targets, stride) ? palette.greys : nil
    let groups = split(middle, along: farthest(from: middle))
    return palette.isPlain ? nearest(groups, greys) : mixed(groups, greys, mean)
  }

  /// Whether all parts are grey and the palette has a list of greys.
  ///
  /// Such a cell may use greys only. Otherwise a coloured entry, once chosen, would be passed on
  /// from cell to cell.
  @inline(__always)
  private func isGrey(_ targets: UnsafePointer<Light>, _ stride: Int) -> Bool {
    guard palette.greys != nil else { return false }
    var most = Light.zero
    for part in 0..<Parts.count {
      let light = targets[part / Parts.width * stride + part % Parts.width]
      let turned = Light(light.y, light.z, light.x, 0)
      most = .greater(most, .greater(light - turned, turned - light))
    }
    return max(most.x, most.y, most.z) < Self.leastColor
  }

  // MARK: Groups

  /// The mean shades of two groups of parts, and the number of parts in each, in every lane.
  private struct Groups {
    var (foreground, background): (Light, Light)
    var (foregroundCount, rest): (Lanes, Lanes)
  }

  /// Returns the vector from the mean to the part that differs most from it.
  @inline(__always)
  private func farthest(from middle: Light) -> Light {
    var (way, most) = (Light.zero, Light.zero)
    for part in 0..<Parts.count {
      let other = shades[part] - middle
      let length = (other * other).sums
      way.replace(with: other, where: length .> most)
      most = .greater(most, length)
    }
    return way
  }

  @inline(__always)
  private func split(_ middle: Light, along way: Light) -> Groups {
    var (sum, foregroundCount) = (Light.zero, Lanes.zero)
    for part in 0..<Parts.count {
      let other = shades[part] - middle
      let isForeground = (other * way).sums .> .zero
      sum += Light.zero.replacing(with: other, where: isForeground)
      foregroundCount += Lanes.zero.replacing(with: 1, where: isForeground)
    }
    let (one, rest) = (Lanes(repeating: 1), Lanes(repeating: Self.count) - foregroundCount)
    return Groups(
      foreground: middle + sum / .greater(foregroundCount, one),
      background: middle - sum / .greater(rest, one),
      foregroundCount: foregroundCount,
      rest: rest
    )
  }

  // MARK: Pairs

  /// Returns the pair nearest to the parts, if each part takes the nearer of the two.
  private func nearest(_ groups: Groups, _ greys: UnsafePointer<UInt8>?) -> Pair {
    if let greys { return nearest(greys, greys) }
    let (foregrounds, backgrounds) = (
      palette.nearest(to: groups.foreground), palette.nearest(to: groups.background)
    )
    // The last two of six entries are compared with the first four of the other group.
    let others = ColorPalette.nearestCount - 4
    let first = nearest(foregrounds, backgrounds)
    let second = nearest(foregrounds + others, backgrounds)
    let third = nearest(foregrounds, backgrounds + others)
    let better = second.cost < first.cost ? second : first
    return third.cost < better.cost ? third : better
  }

  private func nearest(_ foregrounds: UnsafePointer<UInt8>, _ backgrounds: UnsafePointer<UInt8>)
    -> Pair
  {
    let (foreground, background) = (
      channels(palette.shades, foregrounds), channels(palette.shades, backgrounds)
    )
    for part in 0..<Parts.count {
      let shade = palette.weighted(shades[part])
      foregroundDistances[part] = foreground.distances(to: shade)
      backgroundDistances[part] = background.distances(to: shade)
    }
    return cheapest(foregrounds, backgrounds) { number in
      var error = Lanes.zero
      for part in 0..<Parts.count {
        error += .lesser(
          Lanes(repeating: foregroundDistances[part][number]),
          backgroundDistances[part]
        )
      }
      return error
    }
  }

  /// Returns the pair that is near the groups and can be mixed to the mean of the cell.
  ///
  /// The cost of a pair has three terms: the error of the groups, each with its own entry; the
  /// error of the best mix against the mean; and the cost of moving parts to the other entry until
  /// the mix is right.
  @inline(__always)
  private func mixed(_ groups: Groups, _ greys: UnsafePointer<UInt8>?, _ mean: Light) -> Pair {
    let (foregrounds, backgrounds) = (
      greys ?? palette.nearest(to: groups.foreground),
      greys ?? palette.nearest(to: groups.background)
    )
    let (foreground, background) = (
      measure(foregrounds, groups, mean), measure(backgrounds, groups, mean)
    )
    let none = Lanes.zero
    let weight = Lanes(repeating: meanWeight * Self.count)
    let share = groups.foregroundCount * (1 / Self.count)
    let offset = background.way.squares
    return cheapest(foregrounds, backgrounds) { number in
      let error = Lanes(repeating: foreground.toForeground[number]) + background.toBackground
      // The vector from the mean to the background, and from there to the foreground.
      let way = foreground.way.spread(number) - background.way
      let (length, along) = (way.squares, way.product(background.way))
      let mix = Lanes.lesser(.greater(none - along / (length + 1e-9), none), Lanes(repeating: 1))
      let lack = offset + mix * (along * 2 + mix * length)
      let moved = Lanes.greater(mix - share, share - mix)
      let other = Lanes(repeating: foreground.toBackground[number]) + background.toForeground
      return error + lack * weight + moved * .greater(other - error, none)
    }
  }

  /// The squared errors of both groups with each of four entries, and the vectors from the mean to
  /// these entries.
  private struct Measures {
    var (toForeground, toBackground): (Lanes, Lanes)
    var way: Channels
  }

  @inline(__always)
  private func measure(
    _ entries: UnsafePointer<UInt8>,
    _ groups: Groups,
    _ mean: Light
  ) -> Measures {
    let shades = channels(palette.shades, entries)
    let lights = channels(palette.lights, entries) - Channels(mean)
    // Converts a small difference in light to one in shade. In the dark, where the root is
    // steepest, it is reduced slightly.
    let slope = 1 / (palette.shade(mean) * 2 + 0.2)
    let way = palette.weighted(lights.red * slope.x, lights.green * slope.y, lights.blue * slope.z)
    return Measures(
      toForeground: shades.distances(to: palette.weighted(groups.foreground))
        * groups.foregroundCount,
      toBackground: shades.distances(to: palette.weighted(groups.background)) * groups.rest,
      way: Channels(red: way.0, green: way.1, blue: way.2)
    )
  }

  /// Returns the pair with the least cost.
  ///
  /// - Parameter cost: returns the costs of a foreground, by its number, with each of the four
  ///   backgrounds.
  @inline(__always)
  private func cheapest(
    _ foregrounds: UnsafePointer<UInt8>,
    _ backgrounds: UnsafePointer<UInt8>,
    _ cost: (_ foreground: Int) -> Lanes
  ) -> Pair {
    var best = SIMD4<Int32>(repeating: .max)
    for foreground in 0..<4 {
      // Non-negative floats compare like their bits. The lowest four bits are replaced by the
      // number of the pair.
      let bits = unsafeBitCast(Lanes.greater(cost(foreground), .zero), to: SIMD4<Int32>.self)
      let code = bits & ~15 | SIMD4(0, 1, 2, 3) | Int32(truncatingIfNeeded: foreground << 2)
      best.replace(with: code, where: code .< best)
    }
    let code = min(min(best.x, best.y), min(best.z, best.w))
    return (Int(foregrounds[Int(code >> 2 & 3)]), Int(backgrounds[Int(code & 3)]), code)
  }

  /// Returns the three channels of four entries.
  @inline(__always)
  private func channels(
    _ table: UnsafePointer<Light>,
    _ entries: UnsafePointer<UInt8>
  ) -> Channels {
    let a = table[Int(entries[0])]
    let b = table[Int(entries[1])]
    let c = table[Int(entries[2])]
    let d = table[Int(entries[3])]
    return Channels(
      red: SIMD4(a.x, b.x, c.x, d.x),
      green: SIMD4(a.y, b.y, c.y, d.y),
      blue: SIMD4(a.z, b.z, c.z, d.z)
    )
  }
}

/// Four colours, channel by channel.
private struct Channels {
  typealias Lanes = SIMD4<Float>

  var (red, green, blue): (Lanes, Lanes, Lanes)

  @inline(__always)
  init(red: Lanes, green: Lanes, blue: Lanes) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Repeats a colour four times.
  @inline(__always)
  init(_ color: SIMD4<Float>) {
    self.init(
      red: Lanes(repeating: color.x),
      green: Lanes(repeating: color.y),
      blue: Lanes(repeating: color.z)
    )
  }

  /// Returns one of the four colours, repeated four times.
  @inline(__always)
  func spread(_ lane: Int) -> Channels {
    Channels(SIMD4(red[lane], green[lane], blue[lane], 0))
  }

  @inline(__always)
  static func - (a: Channels, b: Channels) -> Channels {
    Channels(red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue)
  }

  @inline(__always)
  func product(_ other: Channels) -> Lanes {
    red * other.red + green * other.green + blue * other.blue
  }

  @inline(__always)
  var squares: Lanes { product(self) }

  @inline(__always)
  func distances(to color: SIMD4<Float>) -> Lanes { (self - Channels(color)).squares }
}
