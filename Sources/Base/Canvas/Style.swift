/// The colour of a cell.
///
/// The terminal driver reduces it to the terminal's colour depth.
package struct Color: Hashable, Sendable {
  /// `0xRRGGBB`, or the terminal's default colour if bit 24 is set.
  package var raw: UInt32

  /// The terminal's own foreground or background.
  package static let standard = Color(raw: 1 << 24)

  package init(raw: UInt32) { self.raw = raw }

  /// Creates a colour from `0xRRGGBB`.
  package init(_ rgb: UInt32) { raw = rgb & 0xFF_FFFF }

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    raw = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Returns the colour halfway between two, rounded up.
  ///
  /// Neither may be `standard`.
  package static func mean(of a: Color, _ b: Color) -> Color {
    // Subtracts half of the difference in each byte.
    Color((a.raw | b.raw) - (((a.raw ^ b.raw) & 0xFEFEFE) >> 1))
  }

  package var isStandard: Bool { raw >> 24 != 0 }
  package var red: UInt8 { UInt8(truncatingIfNeeded: raw >> 16) }
  package var green: UInt8 { UInt8(truncatingIfNeeded: raw >> 8) }
  package var blue: UInt8 { UInt8(truncatingIfNeeded: raw) }
}

/// The text attributes that every supported terminal has.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Attributes(rawValue: 1)
  package static let dim = Attributes(rawValue: 2)
  package static let underline = Attributes(rawValue: 4)
  package static let reverse = Attributes(rawValue: 8)
}

/// The look of a cell: two colours and attributes.
package struct Style: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    foreground: Color = .standard,
    background: Color = .standard,
    attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let standard = Style()
}

/// The number of colours that a terminal can show.
package enum ColorDepth: String, Hashable, Sendable, CaseIterable {
  case trueColor = "24bit"
  case palette256 = "256"
  case palette16 = "16"
  case monochrome = "mono"

  /// Whether there are enough colours to dim photos, and to encode image numbers as colours.
  package var hasShades: Bool { self == .trueColor || self == .palette256 }
}
