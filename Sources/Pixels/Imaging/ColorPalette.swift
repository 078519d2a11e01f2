import Canvas

/// The colours of a terminal's palette, prepared for comparison.
///
/// A picture is drawn in linear light, which mixes as in the eye. Shades are compared: roots of
/// light, which are close to perceived brightness. Their axes are weighted so that a difference in
/// hue counts as much as it should (`weighted`). Without dithering, light and shades are sRGB
/// values. Values are from 0 to 1.
struct ColorPalette: @unchecked Sendable {  // Its tables are never changed or freed.
  /// The number of entries stored for each box of shades, the nearest first.
  static let nearestCount = 6

  let colors: [Color]
  /// Whether the palette is for pictures without dithering.
  let isPlain: Bool
  private let curve: Curve
  /// The light of each entry, and its shade in the weighted axes.
  let lights: UnsafePointer<Light>
  let shades: UnsafePointer<Light>
  /// `nearestCount` entries for each box.
  private let nearest: UnsafePointer<UInt8>
  /// The four greys for cells without colours; `nil` if there are 256 colours, because no hue is
  /// near a grey then.
  let greys: UnsafePointer<UInt8>?
  /// The weights of the axes: `scale` times a shade plus `shift` times the sum of its channels.
  private let scale: Float
  private let shift: Float

  /// The number of boxes along each side of the cube of shades.
  private static let side = 16
  private static let boxCount = side * side * side

  private static let plain256 = ColorPalette(Array(XtermPalette.colors[16...]), isPlain: true)
  private static let plain16 = ColorPalette(
    Array(XtermPalette.colors[..<16]),
    isPlain: true,
    hue: 0.1
  )
  private static let dithered256 = ColorPalette(Array(XtermPalette.colors[16...]), isPlain: false)
  /// The palette of 16 colours for dithering.
  ///
  /// Dark red, green and blue are nearer to a dark grey than the only grey entry. Without the
  /// weight of hue, grey pictures would have coloured specks.
  private static let dithered16 = ColorPalette(
    Array(XtermPalette.colors[..<16]),
    isPlain: false,
    hue: 1
  )

  static func of(_ colors: ColorDepth, isDithered: Bool) -> ColorPalette? {
    switch colors {
    case .palette256: isDithered ? dithered256 : plain256
    case .palette16: isDithered ? dithered16 : plain16
    case .trueColor, .monochrome: nil
    }
  }

  /// Creates a palette.
  ///
  /// - Parameter hue: the additional weight of a difference in hue compared with one in brightness.
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

  /// Returns the entries nearest to the middle of each box.
  ///
  /// Four entries at a time are compared.
  private static func table(
    _ shades: UnsafePointer<Light>,
    count: Int,
    weighted: (Light) -> Light
  ) -> UnsafePointer<UInt8> {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: boxCount * nearestCount)
    // The sizes of both palettes are multiples of four.
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
        let corner = Light(
          Float(box / side / side),
          Float(box / side % side),
          Float(box % side),
          0
        )
        let middle = weighted((corner + Light(0.5, 0.5, 0.5, 0)) / Float(side))
        let entries = table + box * nearestCount
        // The entries of the previous box are farther away by at most the distance between the two
        // boxes.
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

  /// Returns the light of a pixel's three bytes.
  @inline(__always)
  func light(_ pixel: UnsafePointer<UInt8>) -> Light {
    isPlain
      ? Light(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0) / 255
      : curve.light(pixel)
  }

  /// Returns the shade of light, without the weights of the axes.
  @inline(__always)
  func shade(_ light: Light) -> Light { Self.shade(light, isPlain: isPlain) }

  /// Returns roughly the square root, by halving the exponent.
  ///
  /// The error is the same for all compared values.
  @inline(__always)
  private static func shade(_ light: Light, isPlain: Bool) -> Light {
    guard !isPlain else { return light }
    // Computing with much smaller numbers would be slow.
    let bits = unsafeBitCast(Light.greater(light, Light(repeating: 1e-9)), to: SIMD4<UInt32>.self)
    return unsafeBitCast(bits &>> 1 &+ 0x1FBD_1DF5, to: Light.self)
  }

  @inline(__always)
  private static func weighted(_ shade: Light, _ scale: Float, _ shift: Float) -> Light {
    shade * scale + Light(1, 1, 1, 0) * (shade.sum() * shift)
  }

  /// Returns a shade, or a difference of shades, in the weighted axes.
  @inline(__always)
  func weighted(_ shade: Light) -> Light { Self.weighted(shade, scale, shift) }

  /// Returns four shades in the weighted axes, channel by channel.
  @inline(__always)
  func weighted(_ red: Light, _ green: Light, _ blue: Light) -> (Light, Light, Light) {
    let grey = (red + green + blue) * shift
    return (red * scale + grey, green * scale + grey, blue * scale + grey)
  }

  /// Returns the border between two entries: a shade is nearer to the foreground if its product
  /// with `way` exceeds `limit`.
  ///
  /// |v − b|² − |v − f|² = 2 v · (f − b) − |f|² + |b|², with f the foreground and b the background.
  @inline(__always)
  func border(_ foreground: Int, _ background: Int) -> (way: Light, limit: Float) {
    let (foreground, background) = (shades[foreground], shades[background])
    return (
      weighted(foreground - background) * 2,
      (foreground * foreground).sum() - (background * background).sum()
    )
  }

  /// Returns the entry nearest to a shade.
  @inline(__always)
  func entry(nearestTo shade: Light) -> Int {
    let target = weighted(shade)
    let entries = nearest(to: shade)
    var (best, least) = (0, Float.infinity)
    for number in 0..<Self.nearestCount {
      let entry = Int(entries[number])
      let way = shades[entry] - target
      let distance = (way * way).sum()
      if distance < least { (best, least) = (entry, distance) }
    }
    return best
  }

  /// Returns the entries nearest to the middle of the box that contains a shade.
  @inline(__always)
  func nearest(to shade: Light) -> UnsafePointer<UInt8> {
    // A float of 2²³ or more has no fraction, so adding 2²³ rounds. Subtracting a half first
    // truncates.
    let side = Float(Self.side)
    let point = Light.lesser(.greater(shade * side - 0.4999, .zero), Light(repeating: side - 1))
    let box = unsafeBitCast(point + 8_388_608, to: SIMD4<UInt32>.self)
    let index = (box.x & 0xF) << 8 | (box.y & 0xF) << 4 | box.z & 0xF
    return nearest + Int(index) * Self.nearestCount
  }
}
