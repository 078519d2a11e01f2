import Canvas

/// A renderer with Braille patterns in 24-bit colour on the terminal's background.
///
/// Luminance decides where dots are, as in monochrome. A cell's dots have the mean colour of the
/// picture below them, brightened, because dots leave most of a cell empty.
struct BrailleSymbols {
  private let dots: MonochromeSymbols
  private let parts: Size
  private let background: Color
  private let isForegroundDark: Bool

  /// The exponent that converts a part's luma to light for dithering.
  ///
  /// The value is below 1, because the colours of dark parts are also dark.
  private static let gamma: Float = 0.6
  /// The maximum brightening factor of a cell's colour.
  private static let mostGain: Float = 1.8

  init?(background: Color, isForegroundDark: Bool, dithering: Float, isBlurred: Bool) {
    let dots = MonochromeSymbols(
      .braille,
      isForegroundDark: isForegroundDark,
      dithering: dithering,
      gamma: Self.gamma,
      isBlurred: isBlurred
    )
    guard let dots else { return nil }
    self.dots = dots
    parts = dots.parts
    self.background = background
    self.isForegroundDark = isForegroundDark
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let scaled = bitmap.scaled(to: Size(columns * parts.width, rows * parts.height))
    let (masks, scalars) = (
      dots.foregroundMasks(bitmap, columns: columns, rows: rows), dots.scalars
    )
    let symbols = masks.enumerated().map { index, bits in
      SymbolGrid.Symbol(
        scalar: scalars[Int(bits)],
        foreground: color(scaled, column: index % columns, row: index / columns, mask: bits),
        background: background
      )
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// Returns the colour of a cell's dots, or the background's if there are none.
  private func color(_ bitmap: Bitmap, column: Int, row: Int, mask: UInt8) -> Color {
    guard mask != 0 else { return background }
    var sum = SIMD3<Float>.zero
    var count: Float = 0
    for part in 0..<parts.width * parts.height where mask >> UInt8(part) & 1 == 1 {
      let x = column * parts.width + part % parts.width
      let y = row * parts.height + part / parts.width
      let pixel = (y * bitmap.width + x) * 3
      sum += SIMD3(
        Float(bitmap.bytes[pixel]),
        Float(bitmap.bytes[pixel + 1]),
        Float(bitmap.bytes[pixel + 2])
      )
      count += 1
    }
    let mean = sum / count
    // Dark dots on a light background need no brightening.
    let gain = isForegroundDark ? 1 : min(Self.mostGain, 255 / max(mean.max(), 1))
    func byte(_ value: Float) -> UInt8 { UInt8(min(255, (value * gain).rounded())) }
    return Color(red: byte(mean.x), green: byte(mean.y), blue: byte(mean.z))
  }
}
