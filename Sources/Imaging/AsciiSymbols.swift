import Canvas

/// Draws pictures with printable ASCII, by how much of each part of a cell a character inks.
///
/// In colour, the character is the one along whose shape the cell's colours differ most, and its two
/// colours are those that come nearest then (least squares); palettes get the nearest entries of
/// those, and the error of the cell's mean is carried on in linear light. In monochrome the density
/// has to be right as well, and its error is carried on.
struct AsciiSymbols {
  private typealias Parts = SIMD8<Float>
  private static let parts = Size(2, 4)

  /// What a character has to explain of the squared error in sRGB values to be worth its bytes.
  private static let thrift: Float = FullColorSymbols.thrift * 19 * 8
  /// What the error of a cell's density weighs against that of its shape; less favours edges.
  private static let densityWeight: Float = 0.5

  private struct Glyph {
    let scalar: UInt32
    /// From 0 to 1.
    let coverage: Parts
    let density: Float
    /// The coverage less the density, and the sum of its squares.
    let shape: Parts
    let power: Float
  }

  private static let glyphs: [Glyph] = AsciiCoverage.table.enumerated().map { number, bytes in
    var coverage = Parts.zero
    for part in 0..<8 { coverage[part] = Float(bytes >> UInt64(part * 8) & 0xFF) / 255 }
    let density = coverage.sum() / 8
    let shape = coverage - density
    return Glyph(
      scalar: 0x20 + UInt32(number),
      coverage: coverage,
      density: density,
      shape: shape,
      power: (shape * shape).sum()
    )
  }
  private static let mostDensity = glyphs.map(\.density).max() ?? 1

  private let colors: ColorDepth
  private let isInkDark: Bool
  private let dithering: Float

  init(colors: ColorDepth, isInkDark: Bool, dithering: Float) {
    self.colors = colors
    self.dithering = dithering
    self.isInkDark = isInkDark
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let size = Size(columns * Self.parts.width, rows * Self.parts.height)
    let symbols =
      colors == .monochrome
      ? plain(Luminance(bitmap, size, isInverted: isInkDark), columns, rows)
      : colored(bitmap.scaled(to: size), columns, rows)
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  // MARK: Colours

  private func colored(_ bitmap: Bitmap, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(columns * rows)
    var errors = CellErrors<SIMD3<Float>>(columns: columns, dithering: dithering)
    for row in 0..<rows {
      var line = [SymbolGrid.Symbol?](repeating: nil, count: columns)
      errors.walk(row) { column, error in
        let (symbol, lack) = Self.fit(Self.channels(bitmap, row, column), colors, error)
        line[column] = symbol
        return lack
      }
      symbols += line.compactMap { $0 }
    }
    return symbols
  }

  private static func channels(
    _ bitmap: Bitmap,
    _ row: Int,
    _ column: Int
  ) -> (Parts, Parts, Parts) {
    var values = (Parts.zero, Parts.zero, Parts.zero)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      for part in 0..<8 {
        let (x, y) = (column * 2 + part % 2, row * 4 + part / 2)
        let index = (y * bitmap.width + x) * 3
        values.0[part] = Float(bytes[index])
        values.1[part] = Float(bytes[index + 1])
        values.2[part] = Float(bytes[index + 2])
      }
    }
    return values
  }

  /// The character and colours nearest to the parts, and the light that the cell's mean then lacks.
  private static func fit(
    _ values: (Parts, Parts, Parts),
    _ colors: ColorDepth,
    _ error: SIMD3<Float>
  ) -> (SymbolGrid.Symbol, SIMD3<Float>) {
    let mean = SIMD3(values.0.sum(), values.1.sum(), values.2.sum()) / 8
    var best = (glyph: glyphs[0], slope: SIMD3<Float>.zero, gain: thrift)
    for glyph in glyphs.dropFirst() {
      let sums = SIMD3(
        (values.0 * glyph.shape).sum(),
        (values.1 * glyph.shape).sum(),
        (values.2 * glyph.shape).sum()
      )
      let gain = (sums * sums).sum() / glyph.power
      if gain > best.gain { best = (glyph, sums / glyph.power, gain) }
    }
    let paper = mean - best.slope * best.glyph.density
    let ink = paper + best.slope
    guard colors != .trueColor else {
      return (symbol(best.glyph.scalar, color(ink), color(paper)), .zero)
    }
    func nearest(_ shade: SIMD3<Float>) -> Color {
      let lit = Curve.linear(shade) + error
      let index = XtermPalette.index(nearest: color(Curve.shade(lit) * 255), depth: colors)
      return XtermPalette.colors[index]
    }
    let wanted = Curve.linear(mean) + error
    let (inkEntry, paperEntry) = (nearest(ink), nearest(paper))
    let (inkLight, paperLight) = (Curve.light(inkEntry), Curve.light(paperEntry))
    let shown = paperLight + (inkLight - paperLight) * best.glyph.density
    return (symbol(best.glyph.scalar, inkEntry, paperEntry), wanted - shown)
  }

  private static func symbol(_ scalar: UInt32, _ ink: Color, _ paper: Color) -> SymbolGrid.Symbol {
    let isBlank = scalar == 0x20 || ink == paper
    return SymbolGrid.Symbol(
      scalar: isBlank ? 0x20 : scalar,
      foreground: isBlank ? paper : ink,
      background: paper
    )
  }

  private static func color(_ shade: SIMD3<Float>) -> Color {
    let bytes = shade.rounded(.toNearestOrAwayFromZero)
      .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    return Color(red: UInt8(bytes.x), green: UInt8(bytes.y), blue: UInt8(bytes.z))
  }

  // MARK: Monochrome

  private func plain(_ light: Luminance, _ columns: Int, _ rows: Int) -> [SymbolGrid.Symbol] {
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(columns * rows)
    var errors = CellErrors<Float>(columns: columns, dithering: dithering)
    for row in 0..<rows {
      var line = [UInt32](repeating: 0x20, count: columns)
      errors.walk(row) { column, error in
        var target = Parts.zero
        for part in 0..<8 {
          let (x, y) = (column * 2 + part % 2, row * 4 + part / 2)
          target[part] = light.values[y * light.width + x]
        }
        target = target * Self.mostDensity + error
        let mean = target.sum() / 8
        var best = (glyph: Self.glyphs[0], cost: Float.infinity)
        for glyph in Self.glyphs {
          let lack = mean - glyph.density
          let difference = target - mean - glyph.shape
          let cost = (difference * difference).sum() + 8 * Self.densityWeight * lack * lack
          if cost < best.cost { best = (glyph, cost) }
        }
        line[column] = best.glyph.scalar
        return min(max(mean - best.glyph.density, -0.3), 0.3)
      }
      symbols += line.map {
        SymbolGrid.Symbol(scalar: $0, foreground: .standard, background: .standard)
      }
    }
    return symbols
  }
}
