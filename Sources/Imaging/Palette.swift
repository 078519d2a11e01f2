import Canvas

/// The colours a terminal has, ready to be compared.
///
/// A picture is drawn in linear light, which mixes as it does in the eye. What is compared are
/// shades: roots of it, which is nearly how it is seen, in axes in which a difference in hue counts
/// as much as it should (`weighted`). Without dithering both are sRGB values. All are from 0 to 1.
struct Palette: @unchecked Sendable {  // Its tables are never changed, and stay for good.
  typealias Light = SIMD4<Float>

  /// How many entries near a box of shades are known, the nearest first.
  static let nearestCount = 6

  let colors: [Color]
  /// Whether it is for pictures that are not dithered.
  let isPlain: Bool
  private let curve: Curve
  /// Of each entry: its light, and its shade in the axes that are compared.
  let lights: UnsafePointer<Light>
  let shades: UnsafePointer<Light>
  /// `nearestCount` entries for each box.
  private let nearest: UnsafePointer<UInt8>
  /// The four greys that a cell without colours has to do with; none where a hue never comes near
  /// one.
  let greys: UnsafePointer<UInt8>?
  /// The three axes are `scale` times a shade and `shift` times the sum of its channels.
  private let scale: Float
  private let shift: Float

  /// Boxes along each side of the cube of shades.
  private static let side = 16
  private static let boxCount = side * side * side

  private static let plain256 = Palette(Array(XtermPalette.colors[16...]), isPlain: true)
  private static let plain16 = Palette(Array(XtermPalette.colors[..<16]), isPlain: true, hue: 0.1)
  private static let dithered256 = Palette(Array(XtermPalette.colors[16...]), isPlain: false)
  /// Dark red, green and blue are nearer to a dark grey than the only grey there is: a grey picture
  /// would be full of coloured specks.
  private static let dithered16 = Palette(
    Array(XtermPalette.colors[..<16]),
    isPlain: false,
    hue: 1
  )

  static func of(_ colors: ColorDepth, isDithered: Bool) -> Palette? {
    switch colors {
    case .palette256: isDithered ? dithered256 : plain256
    case .palette16: isDithered ? dithered16 : plain16
    case .trueColor, .monochrome: nil
    }
  }

  /// - Parameter hue: how much more a difference in hue counts than one in grey.
  private init(_ colors: [Color], isPlain: Bool, hue: Float = 0) {
    self.colors = colors
    self.isPlain = isPlain
    let curve = Curve.shared
    self.curve = curve
    scale = (1 + hue).squareRoot()
    shift = (1 - scale) / 3
    let (scale, shift) = (scale, shift)
    let lights = UnsafeMutablePointer<Light>.allocate(capacity: colors.count)
    let shades = UnsafeMutablePointer<Light>.allocate(capacity: colors.count)
    for (entry, color) in colors.enumerated() {
      let plain = Light(Float(color.red), Float(color.green), Float(color.blue), 0) / 255
      lights[entry] = isPlain ? plain : curve.light(color)
      shades[entry] = Self.weighted(Self.shade(lights[entry], isPlain: isPlain), scale, shift)
    }
    self.lights = UnsafePointer(lights)
    self.shades = UnsafePointer(shades)
    greys = hue == 0 ? nil : Self.greys(colors)
    nearest = Self.table(self.shades, count: colors.count) { Self.weighted($0, scale, shift) }
  }

  private static func greys(_ colors: [Color]) -> UnsafePointer<UInt8> {
    let greys = colors.indices.filter {
      colors[$0].red == colors[$0].green && colors[$0].red == colors[$0].blue
    }
    precondition(greys.count == 4, "four of the first 16 colours are grey")
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: greys.count)
    for (number, entry) in greys.enumerated() { table[number] = UInt8(entry) }
    return UnsafePointer(table)
  }

  /// The entries nearest to the middle of each box, which four entries at a time are compared with.
  private static func table(
    _ shades: UnsafePointer<Light>,
    count: Int,
    weighted: (Light) -> Light
  ) -> UnsafePointer<UInt8> {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: boxCount * nearestCount)
    // Both palettes have a multiple of four.
    let fours = stride(from: 0, to: count, by: 4).map { first in
      let (a, b, c, d) = (shades[first], shades[first + 1], shades[first + 2], shades[first + 3])
      return (
        red: Light(a.x, b.x, c.x, d.x), green: Light(a.y, b.y, c.y, d.y),
        blue: Light(a.z, b.z, c.z, d.z)
      )
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: nearestCount) { distances in
      var last = Light.zero
      distances.initialize(repeating: .infinity)
      for box in 0..<boxCount {
        let place = Light(
          Float(box / side / side),
          Float(box / side % side),
          Float(box % side),
          0
        )
        let middle = weighted((place + Light(0.5, 0.5, 0.5, 0)) / Float(side))
        let entries = table + box * nearestCount
        // What was near the last box is at most so much farther from this one.
        let way = ((middle - last) * (middle - last)).sum().squareRoot()
        let reach = distances[nearestCount - 1].squareRoot() + way + 0.001
        distances.update(repeating: reach * reach)
        last = middle
        for (index, four) in fours.enumerated() {
          let (red, green, blue) = (
            four.red - middle.x, four.green - middle.y, four.blue - middle.z
          )
          let found = red * red + green * green + blue * blue
          guard any(found .< distances[nearestCount - 1]) else { continue }
          for lane in 0..<4 where found[lane] < distances[nearestCount - 1] {
            var number = nearestCount - 1
            while number > 0, distances[number - 1] > found[lane] {
              distances[number] = distances[number - 1]
              entries[number] = entries[number - 1]
              number -= 1
            }
            distances[number] = found[lane]
            entries[number] = UInt8(index * 4 + lane)
          }
        }
      }
    }
    return UnsafePointer(table)
  }

  // MARK: Light and shade

  /// The light of a pixel's three bytes.
  @inline(__always)
  func light(_ pixel: UnsafePointer<UInt8>) -> Light {
    isPlain
      ? Light(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0) / 255
      : curve.light(pixel)
  }

  /// The shade of light, before its axes are weighted.
  @inline(__always)
  func shade(_ light: Light) -> Light { Self.shade(light, isPlain: isPlain) }

  /// Nearly the square root, by half of the exponent; its error is the same for all that is
  /// compared.
  @inline(__always)
  private static func shade(_ light: Light, isPlain: Bool) -> Light {
    guard !isPlain else { return light }
    // Numbers that are much smaller would be slow to reckon with.
    let bits = unsafeBitCast(Light.greater(light, Light(repeating: 1e-9)), to: SIMD4<UInt32>.self)
    return unsafeBitCast(bits &>> 1 &+ 0x1FBD_1DF5, to: Light.self)
  }

  @inline(__always)
  private static func weighted(_ shade: Light, _ scale: Float, _ shift: Float) -> Light {
    shade * scale + Light(1, 1, 1, 0) * (shade.sum() * shift)
  }

  /// A shade or a difference of shades in the axes that are compared.
  @inline(__always)
  func weighted(_ shade: Light) -> Light { Self.weighted(shade, scale, shift) }

  /// The same for four, channel by channel.
  @inline(__always)
  func weighted(_ red: Light, _ green: Light, _ blue: Light) -> (Light, Light, Light) {
    let grey = (red + green + blue) * shift
    return (red * scale + grey, green * scale + grey, blue * scale + grey)
  }

  /// Where shades are nearer to one entry than to another: where their product with a way is
  /// greater than a limit.
  ///
  /// |v − paper|² − |v − ink|² = 2 v · (ink − paper) − |ink|² + |paper|².
  @inline(__always)
  func border(_ foreground: Int, _ background: Int) -> (way: Light, limit: Float) {
    let (foreground, background) = (shades[foreground], shades[background])
    return (
      weighted(foreground - background) * 2,
      (foreground * foreground).sum() - (background * background).sum()
    )
  }

  /// The entry nearest to a shade.
  @inline(__always)
  func entry(nearestTo shade: Light) -> Int {
    let place = weighted(shade)
    let entries = nearest(to: shade)
    var (best, least) = (0, Float.infinity)
    for number in 0..<Self.nearestCount {
      let entry = Int(entries[number])
      let way = shades[entry] - place
      let distance = (way * way).sum()
      if distance < least { (best, least) = (entry, distance) }
    }
    return best
  }

  /// The entries nearest to the middle of the box that a shade lies in.
  @inline(__always)
  func nearest(to shade: Light) -> UnsafePointer<UInt8> {
    // A float of 2²³ or more has no fraction: adding rounds, and subtracting a half first
    // truncates.
    let side = Float(Self.side)
    let place = Light.lesser(.greater(shade * side - 0.4999, .zero), Light(repeating: side - 1))
    let box = unsafeBitCast(place + 8_388_608, to: SIMD4<UInt32>.self)
    let index = (box.x & 0xF) << 8 | (box.y & 0xF) << 4 | box.z & 0xF
    return nearest + Int(index) * Self.nearestCount
  }
}
