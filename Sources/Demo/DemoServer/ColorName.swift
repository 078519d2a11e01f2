import Canvas

/// The colours that a search can be filtered by, with the API's names.
///
/// The criteria of the real service are unknown. Here each photo has one name, which depends on its
/// average `color`: very dark, very light and grey colours have names of their own, and the hue
/// decides the others.
enum ColorName: String, CaseIterable {
  case blackAndWhite = "black_and_white"
  case black, white, yellow, orange, red, purple, magenta, green, teal, blue

  init(_ color: Color) {
    let parts = [color.red, color.green, color.blue].map(Double.init)
    let highest = parts.max() ?? 0
    let lowest = parts.min() ?? 0
    let range = highest - lowest
    if highest < 40 {
      self = .black
    } else if lowest > 205 {
      self = .white
    } else if range < highest * 0.06 {
      self = .blackAndWhite
    } else {
      self = Self.named(hue: Self.hue(parts, highest, range))
    }
  }

  /// Returns the hue of the HSV model in 0..<360; `range` must not be 0.
  private static func hue(_ parts: [Double], _ highest: Double, _ range: Double) -> Double {
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let sixth =
      highest == red
      ? (green - blue) / range
      : highest == green ? 2 + (blue - red) / range : 4 + (red - green) / range
    return sixth < 0 ? (sixth + 6) * 60 : sixth * 60
  }

  private static func named(hue: Double) -> ColorName {
    switch hue {
    case ..<15: .red
    case ..<45: .orange
    case ..<70: .yellow
    case ..<160: .green
    case ..<195: .teal
    case ..<255: .blue
    case ..<285: .purple
    case ..<345: .magenta
    default: .red
    }
  }
}
