import Canvas

/// A renderer with printable ASCII, chosen by how much of each part of a cell a character covers.
///
/// In colour, a cell takes the character whose foreground and background differ most in colour. Its
/// two colours are the means of the parts under each. With a palette, they become the nearest
/// entries. The error of the cell's mean is passed on in linear light. In monochrome, the density
/// must match as well, and its error is passed on.
struct AsciiSymbols {
  private static let parts = Size(2, 4)

  /// The squared error in sRGB values that a character must explain to be worth its bytes.
  private static let rateWeight: Float = FullColorSymbols.rateWeight * 19 * 8

  /// The table of shapes, created when it is first used: most terminals never need it.
  private var glyphs: AsciiGlyphs { .shared }
  private let colors: ColorDepth
  private let isForegroundDark: Bool
  private let dithering: Float

  init(colors: ColorDepth, isForegroundDark: Bool, dithering: Float) {
    self.colors = colors
    self.dithering = dithering
    self.isForegroundDark = isForegroundDark
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let size = Size(columns * Self.parts.width, rows * Self.parts.height)
    let symbols =
      colors == .monochrome
      ? plain(Luminance(bitmap, size, isInverted: isForegroundDark), columns, rows)
      : colored(bitmap.scaled(to: size), columns, rows)
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  // MARK: Blurred previews

  /// Draws a blurred preview.
  ///
  /// In colour, each cell is a blank with its mean colour. In monochrome, it is a character of the
  /// right density.
  func drawBlurred(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let size = Size(columns, rows)
    let symbols =
      colors == .monochrome
      ? flat(Luminance(bitmap, size, isInverted: isForegroundDark), columns, rows)
      : blanks(bitmap.scaled(to: size), columns, rows)
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  private func blanks(_ bitmap: Bitmap, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    func blank(_ color: Color) -> SymbolGrid.Symbol {
      SymbolGrid.Symbol(scalar: 0x20, foreground: color, background: color)
    }
    guard let palette = ColorPalette.of(colors, isDithered: dithering > 0) else {
      return bitmap.bytes.withUnsafeBufferPointer { bytes in
        (0..<columns * rows).map {
          blank(Color(red: bytes[$0 * 3], green: bytes[$0 * 3 + 1], blue: bytes[$0 * 3 + 2]))
        }
      }
    }
    var symbols = [SymbolGrid.Symbol](repeating: blank(Color(0)), count: columns * rows)
    var errors = CellErrors<Light>(columns: columns, dithering: dithering)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let pixels = bytes.baseAddress else { return }
      for row in 0..<rows {
        errors.walk(row) { column, error in
          let cell = row * columns + column
          let wanted = palette.light(pixels + cell * 3) + error
          let entry = palette.entry(nearestTo: palette.shade(wanted))
          symbols[cell] = blank(palette.colors[entry])
          return wanted - palette.lights[entry]
        }
      }
    }
    return symbols
  }

  private func flat(_ light: Luminance, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    var errors = CellErrors<Float>(columns: columns, dithering: dithering)
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(columns * rows)
    for row in 0..<rows {
      var line = [Int](repeating: 0, count: columns)
      errors.walk(row) { column, error in
        let wanted = light.values[row * columns + column] * glyphs.mostDensity + error
        line[column] = glyphs.flattest(wanted)
        return min(max(wanted - glyphs.densities[line[column]], -0.3), 0.3)
      }
      symbols += line.map {
        SymbolGrid.Symbol(
          scalar: AsciiGlyphs.scalar($0),
          foreground: .standard,
          background: .standard
        )
      }
    }
    return symbols
  }

  // MARK: Colours

  private func colored(_ bitmap: Bitmap, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    var errors = CellErrors<Light>(columns: columns, dithering: dithering)
    return [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) { target, count in
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard var pixels = bytes.baseAddress, var line = target.baseAddress else { return }
        for row in 0..<rows {
          errors.walk(row) { column, error in
            let (symbol, lack) = fit(AsciiCell(pixels + column * 6, stride: columns * 6), error)
            (line + column).initialize(to: symbol)
            return lack
          }
          line += columns
          pixels += columns * 24
        }
        count = columns * rows
      }
    }
  }

  /// Returns the best character and colours for a cell, and the error of the cell's mean light.
  @inline(__always)
  private func fit(_ cell: AsciiCell, _ error: Light) -> (SymbolGrid.Symbol, Light) {
    let best = glyphs.bestMatch(cell, rateWeight: Self.rateWeight)
    let density = glyphs.densities[best.glyph]
    let background = cell.mean - best.slope * density
    let foreground = background + best.slope
    guard colors != .trueColor else {
      return (Self.symbol(best.glyph, Self.color(foreground), Self.color(background)), .zero)
    }
    let curve = Curve.shared
    @inline(__always)
    func nearest(_ shade: Light) -> Color {
      let lit = curve.light(ofShade: shade) + error
      let color = Self.color(curve.shade(lit) * 255)
      return XtermPalette.colors[XtermPalette.index(nearest: color, depth: colors)]
    }
    let wanted = curve.light(ofShade: cell.mean) + error
    let backgroundEntry = nearest(background)
    let foregroundEntry = best.glyph == 0 ? backgroundEntry : nearest(foreground)
    let (foregroundLight, backgroundLight) = (
      curve.light(foregroundEntry), curve.light(backgroundEntry)
    )
    let shown = backgroundLight + (foregroundLight - backgroundLight) * density
    return (Self.symbol(best.glyph, foregroundEntry, backgroundEntry), wanted - shown)
  }

  private static func symbol(_ glyph: Int, _ foreground: Color, _ background: Color)
    -> SymbolGrid.Symbol
  {
    let isBlank = glyph == 0 || foreground == background
    return SymbolGrid.Symbol(
      scalar: isBlank ? 0x20 : AsciiGlyphs.scalar(glyph),
      foreground: isBlank ? background : foreground,
      background: background
    )
  }

  /// Rounds a colour to whole numbers.
  ///
  /// After 2²³ is added, they are the lowest bits.
  private static func color(_ shade: Light) -> Color {
    let bounded = Light.lesser(.greater(shade, .zero), Light(repeating: 255))
    let bits = unsafeBitCast(bounded + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return Color(bits.x << 16 | bits.y << 8 | bits.z)
  }

  // MARK: Monochrome

  private func plain(_ light: Luminance, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    var errors = CellErrors<Float>(columns: columns, dithering: dithering)
    return [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) { target, count in
      light.values.withUnsafeBufferPointer { values in
        guard var values = values.baseAddress, var line = target.baseAddress else { return }
        for row in 0..<rows {
          errors.walk(row) { column, error in
            let parts = read(values + column * 2, stride: columns * 2) * glyphs.mostDensity
            let mean = parts.total / 8
            let wanted = mean + error
            let glyph = glyphs.bestMatch(parts - mean, mean: wanted)
            (line + column).initialize(
              to: SymbolGrid.Symbol(
                scalar: AsciiGlyphs.scalar(glyph),
                foreground: .standard,
                background: .standard
              )
            )
            return min(max(wanted - glyphs.densities[glyph], -0.3), 0.3)
          }
          line += columns
          values += columns * 8
        }
        count = columns * rows
      }
    }
  }

  /// Returns the parts of a cell, in rows of two.
  @inline(__always)
  private func read(_ values: UnsafePointer<Float>, stride: Int) -> SIMD8<Float> {
    let (second, third) = (values + stride, values + stride * 2)
    let fourth = third + stride
    return SIMD8(
      values[0],
      values[1],
      second[0],
      second[1],
      third[0],
      third[1],
      fourth[0],
      fourth[1]
    )
  }
}
