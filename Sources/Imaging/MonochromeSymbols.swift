import Canvas

/// Draws pictures with block symbols or Braille patterns in the terminal's own two colours.
///
/// Each part is ink or not; the error is carried on to the parts around (Floyd and Steinberg's
/// weights, rows in alternating directions).
struct MonochromeSymbols {
  /// What dithering takes for the light of a part, as an exponent of its luma.
  ///
  /// Between the luma and linear light, which stretched contrast would make too dark: of the demo
  /// photographs, seen from afar, the mean and the worst are nearest here.
  private static let gamma: Float = 1.7

  private let parts: Size
  private let scalars: [UInt32]
  private let isInkDark: Bool
  private let dithering: Float

  /// Nil for symbols that have no parts.
  init?(_ symbols: SymbolSet, isInkDark: Bool, dithering: Float) {
    guard let parts = symbols.parts else { return nil }
    self.parts = parts
    self.isInkDark = isInkDark
    self.dithering = dithering
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let size = Size(columns * parts.width, rows * parts.height)
    // The less errors are carried on, the less there is light to mix.
    let gamma = 1 + (Self.gamma - 1) * dithering
    var light = Luminance(
      bitmap,
      size,
      gamma: gamma,
      isPlain: dithering == 0,
      isInverted: isInkDark
    )
    let width = size.width
    var inked = [UInt8](repeating: 0, count: columns * rows)
    light.values.withUnsafeMutableBufferPointer { values in
      for y in 0..<size.height {
        let isForward = y.isMultiple(of: 2)
        let step = isForward ? 1 : -1
        for number in 0..<width {
          let x = isForward ? number : width - 1 - number
          let index = y * width + x
          let isInk = values[index] > 0.5
          if isInk {
            let bit = y % parts.height * parts.width + x % parts.width
            inked[y / parts.height * columns + x / parts.width] |= 1 << UInt8(bit)
          }
          let error = (values[index] - (isInk ? 1 : 0)) * dithering
          let (hasNext, hasLast) = (
            (0..<width).contains(x + step), (0..<width).contains(x - step)
          )
          if hasNext { values[index + step] += error * (7 / 16) }
          guard y + 1 < size.height else { continue }
          let below = index + width
          if hasLast { values[below - step] += error * (3 / 16) }
          values[below] += error * (5 / 16)
          if hasNext { values[below + step] += error * (1 / 16) }
        }
      }
    }
    let symbols = inked.map {
      SymbolGrid.Symbol(scalar: scalars[Int($0)], foreground: .standard, background: .standard)
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }
}
