import Canvas

/// The conversion of colours to numbers of the terminal's palette.
struct ColorReducer {
  let depth: ColorDepth
  /// Whether the terminal has only eight colours.
  ///
  /// Bright foregrounds are then shown as bold text, and bright backgrounds as the dark colours.
  let isEightColors: Bool
  /// The nearest of the cube's six levels for each value of a channel.
  private let cubeSteps: [Int]
  /// The nearest of the 24 grays for each value of a channel.
  private let grays: [Int]

  /// The number of the terminal's default colour.
  static let standard: Int32 = -1

  init(depth: ColorDepth, isEightColors: Bool = false) {
    self.depth = depth
    self.isEightColors = isEightColors
    cubeSteps = (0..<256).map(Self.cubeStep)
    grays = (0..<256).map { min(23, max(0, ($0 - 3) / 10)) }
  }

  /// Returns the palette number, `0xRRGGBB` for 24-bit colour, or `standard`.
  func number(of color: Color) -> Int32 {
    if color.isStandard { return Self.standard }
    switch depth {
    case .trueColor: return Int32(color.raw)
    case .palette256: return palette256(color)
    case .palette16: return palette16(color)
    case .monochrome: return Self.standard
    }
  }

  /// Returns the number of the nearest colour in xterm's 6×6×6 cube and its 24 grays.
  ///
  /// The first 16 colours aren't used, because users configure them.
  private func palette256(_ color: Color) -> Int32 {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let (r, g, b) = (cubeSteps[red], cubeSteps[green], cubeSteps[blue])
    let cube = Self.distance(
      color,
      Self.cubeLevels[r],
      Self.cubeLevels[g],
      Self.cubeLevels[b]
    )
    let gray = grays[(red + green + blue) / 3]
    let level = 8 + 10 * gray
    guard Self.distance(color, level, level, level) < cube else {
      return Int32(16 + 36 * r + 6 * g + b)
    }
    return Int32(232 + gray)
  }

  /// Returns the number of the nearest of xterm's 16 colours.
  private func palette16(_ color: Color) -> Int32 {
    var best = 0
    var bestDistance = Int.max
    for (index, candidate) in Self.palette.enumerated() {
      let distance = Self.distance(
        color,
        Int(candidate.red),
        Int(candidate.green),
        Int(candidate.blue)
      )
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    return Int32(best)
  }

  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  private static func cubeStep(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  /// Returns the squared distance, weighted by the eye's sensitivity to each component.
  private static func distance(_ color: Color, _ red: Int, _ green: Int, _ blue: Int) -> Int {
    let (r, g, b) = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
    return 3 * r * r + 6 * g * g + b * b
  }

  /// The defaults of xterm's `color0` … `color15`.
  private static let palette: [Color] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { Color($0) }
}
