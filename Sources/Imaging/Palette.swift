import Canvas

/// The colours a terminal has, ready to be compared.
///
/// What is compared are shades: sRGB values from 0 to 1, in axes in which a difference in hue counts
/// as much as it should (`Palette.shade`).
struct Palette: @unchecked Sendable {  // Its tables are never changed, and stay for good.
  typealias Light = SIMD4<Float>

  /// How many entries near a box of colours are known, the nearest first.
  static let nearestCount = 6

  let colors: [Color]
  /// Of each entry: linear light, and its shade.
  let lights: UnsafePointer<Light>
  let shades: UnsafePointer<Light>
  /// `nearestCount` entries for each box.
  let nearest: UnsafePointer<UInt8>
  /// The three axes are `scale` times a colour and `shift` times the sum of its channels.
  private let scale: Float
  private let shift: Float

  /// Boxes along each side of the cube of colours.
  private static let side = 16

  private static let palette256 = Palette(Array(XtermPalette.colors[16...]))
  private static let palette16 = Palette(Array(XtermPalette.colors[..<16]))
  /// Dark red, green and blue are nearer to a dark grey than the only grey there is: a grey picture
  /// would be full of coloured specks.
  private static let dithered16 = Palette(Array(XtermPalette.colors[..<16]), hue: 1)

  static func of(_ colors: ColorDepth, isDithered: Bool) -> Palette? {
    switch colors {
    case .palette256: palette256
    case .palette16: isDithered ? dithered16 : palette16
    case .trueColor, .monochrome: nil
    }
  }

  /// - Parameter hue: how much more a difference in hue counts than one in grey.
  private init(_ colors: [Color], hue: Float = 0) {
    self.colors = colors
    scale = (1 + hue).squareRoot()
    shift = (1 - scale) / 3
    let (scale, shift) = (scale, shift)
    let lights = UnsafeMutablePointer<Light>.allocate(capacity: colors.count)
    let shades = UnsafeMutablePointer<Light>.allocate(capacity: colors.count)
    for (entry, color) in colors.enumerated() {
      lights[entry] = Curve.shared.light(color)
      let shade = Light(Float(color.red), Float(color.green), Float(color.blue), 0) / 255
      shades[entry] = Self.weighted(shade, scale, shift)
    }
    self.lights = UnsafePointer(lights)
    self.shades = UnsafePointer(shades)

    let count = Self.nearestCount
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.boxCount * count)
    var distances = [Float](repeating: 0, count: count)
    for box in 0..<Self.boxCount {
      let place = Light(
        Float(box / Self.side / Self.side),
        Float(box / Self.side % Self.side),
        Float(box % Self.side),
        0
      )
      let middle = Self.weighted((place + Light(0.5, 0.5, 0.5, 0)) / Float(Self.side), scale, shift)
      let entries = table + box * count
      for number in 0..<count { distances[number] = .infinity }
      for entry in colors.indices {
        let difference = shades[entry] - middle
        let distance = (difference * difference).sum()
        guard distance < distances[count - 1] else { continue }
        var number = count - 1
        while number > 0, distances[number - 1] > distance {
          distances[number] = distances[number - 1]
          entries[number] = entries[number - 1]
          number -= 1
        }
        distances[number] = distance
        entries[number] = UInt8(entry)
      }
    }
    nearest = UnsafePointer(table)
  }

  private static let boxCount = side * side * side

  @inline(__always)
  private static func weighted(_ shade: Light, _ scale: Float, _ shift: Float) -> Light {
    shade * scale + Light(1, 1, 1, 0) * (shade.sum() * shift)
  }

  /// A colour or a difference of colours in the axes that are compared.
  @inline(__always)
  func weighted(_ shade: Light) -> Light { Self.weighted(shade, scale, shift) }

  /// The entries nearest to the middle of the box that an sRGB value lies in.
  @inline(__always)
  func nearest(to shade: Light) -> UnsafePointer<UInt8> {
    // A float of 2²³ or more has no fraction: adding rounds, and subtracting a half first truncates.
    let side = Float(Self.side)
    let place = Light.lesser(.greater(shade * side - 0.4999, .zero), Light(repeating: side - 1))
    let box = unsafeBitCast(place + 8_388_608, to: SIMD4<UInt32>.self)
    let index = (box.x & 0xF) << 8 | (box.y & 0xF) << 4 | box.z & 0xF
    return nearest + Int(index) * Self.nearestCount
  }
}
