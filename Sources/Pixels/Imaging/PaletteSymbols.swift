import Canvas

/// A renderer with block symbols in a terminal's 256 or 16 colours.
///
/// For each cell it chooses two palette entries that are near the parts and can be mixed to their
/// mean. The parts then take the nearer entry in turn and pass on their errors in linear light
/// (`PartErrors`). Otherwise colours that are less saturated than the few steps of the palette
/// would become grey.
struct PaletteSymbols {
  /// The weight of the error of a cell's mean relative to that of its parts.
  ///
  /// Chosen by measurement over all demo photos: see docs/design/symbols.md.
  private static let meanWeight: Float = 6.5
  /// The share of a part's error that is passed on.
  ///
  /// Fewer colours leave larger errors and need more.
  private static let (carried256, carried16): (Float, Float) = (0.82, 0.94)

  private let palette: ColorPalette
  private let parts: Size
  private let scalars: [UInt32]
  private let dithering: Float

  /// Creates a renderer; `nil` if the colours have no palette or the symbols no parts.
  init?(_ symbols: SymbolSet, colors: ColorDepth, dithering: Float) {
    guard let palette = ColorPalette.of(colors, isDithered: dithering > 0),
      let parts = symbols.parts
    else { return nil }
    self.palette = palette
    self.parts = parts
    self.dithering = dithering
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    switch parts.width * parts.height {
    case 2: drawHalves(bitmap, columns, rows)
    case 4: draw(bitmap, columns, rows, FourParts.self)
    case 6: draw(bitmap, columns, rows, SixParts.self)
    default: draw(bitmap, columns, rows, EightParts.self)
    }
  }

  private func draw<Parts: PartCount>(
    _ bitmap: Bitmap,
    _ columns: Int,
    _ rows: Int,
    _: Parts.Type
  ) -> SymbolGrid {
    // The less errors are passed on, the less an accurate mean is worth.
    let meanWeight = Self.meanWeight * dithering * dithering
    let matcher = PaletteMatcher<Parts>(palette: palette, meanWeight: meanWeight)
    return draw(bitmap, columns, rows) { (cell, errors: borrowing PartErrors<Parts>) in
      let pair = matcher.choose(cell, stride: errors.stride)
      let (foreground, background) = (
        palette.lights[pair.foreground], palette.lights[pair.background]
      )
      let border = palette.border(pair.foreground, pair.background)
      var mask = 0
      let limit = Light(repeating: border.limit)
      errors.drawParts(cell) { part, target in
        let isForeground = (palette.shade(target) * border.way).sums .> limit
        mask |= isForeground[0] ? 1 << part : 0
        return (target - background).replacing(with: target - foreground, where: isForeground)
      }
      return symbol(pair.foreground, pair.background, mask)
    }
  }

  /// Draws half blocks.
  ///
  /// Each part has its own colour, the nearest entry.
  private func drawHalves(_ bitmap: Bitmap, _ columns: Int, _ rows: Int) -> SymbolGrid {
    draw(bitmap, columns, rows) { (cell, errors: borrowing PartErrors<TwoParts>) in
      var (upper, lower) = (0, 0)
      errors.drawParts(cell) { part, target in
        let entry = palette.entry(nearestTo: palette.shade(target))
        if part == 0 { upper = entry } else { lower = entry }
        return target - palette.lights[entry]
      }
      return symbol(upper, lower, upper == lower ? 0 : 1)
    }
  }

  /// Draws the cells of a grid, row by row.
  ///
  /// - Parameter drawCell: draws a cell whose parts should have this light, and passes on the
  ///   errors.
  @inline(__always)
  private func draw<Parts: PartCount>(
    _ bitmap: Bitmap,
    _ columns: Int,
    _ rows: Int,
    _ drawCell: (
      _ cell: UnsafeMutablePointer<SIMD4<Float>>, _ errors: borrowing PartErrors<Parts>
    ) -> SymbolGrid.Symbol
  ) -> SymbolGrid {
    let scaled = prepared(bitmap.scaled(to: Size(columns * parts.width, rows * parts.height)))
    let carried = palette.colors.count > 16 ? Self.carried256 : Self.carried16
    var errors = PartErrors<Parts>(columns: columns, carried: carried * dithering)
    let symbols = [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) {
      target,
      count in
      scaled.bytes.withUnsafeBufferPointer { bytes in
        guard var pixels = bytes.baseAddress, var line = target.baseAddress else { return }
        for _ in 0..<rows {
          errors.beginRow()
          for number in 0..<columns {
            let column = errors.column(number)
            let cell = errors.cell(column)
            read(pixels, column, columns, into: cell, errors.stride, Parts.self)
            (line + column).initialize(to: drawCell(cell, errors))
          }
          line += columns
          pixels += scaled.width * 3 * parts.height
        }
        count = columns * rows
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// Returns the image to be matched.
  ///
  /// Without dithering, it is changed so that less of it is lost.
  private func prepared(_ scaled: Bitmap) -> Bitmap {
    guard dithering == 0 else { return scaled }
    return palette.colors.count > 16
      ? scaled.sharpened(shift: 5) : scaled.clarified(brightness: 1.23)
  }

  /// Adds the light of a cell's parts to the errors they have received.
  @inline(__always)
  private func read<Parts: PartCount>(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ columns: Int,
    into cell: UnsafeMutablePointer<SIMD4<Float>>,
    _ stride: Int,
    _: Parts.Type
  ) {
    let (least, most) = (SIMD4<Float>(repeating: -0.3), SIMD4<Float>(repeating: 1.3))
    for y in 0..<Parts.height {
      let pixel = pixels + (y * columns + column) * Parts.width * 3
      let part = cell + y * stride
      for x in 0..<Parts.width {
        // Errors that no colour can compensate must not add up.
        part[x] = .lesser(.greater(palette.light(pixel + x * 3) + part[x], least), most)
      }
    }
  }

  private func symbol(_ first: Int, _ second: Int, _ mask: Int) -> SymbolGrid.Symbol {
    let (foreground, background) = (palette.colors[first], palette.colors[second])
    switch mask {
    case 0: return SymbolGrid.Symbol(scalar: 0x20, foreground: background, background: background)
    case scalars.count - 1:
      return SymbolGrid.Symbol(scalar: 0x20, foreground: foreground, background: foreground)
    case let mask:
      // A cell can be drawn in two ways. The chosen one is more likely to share colours with its
      // neighbours.
      let isTurned = first < second
      return SymbolGrid.Symbol(
        scalar: scalars[isTurned ? scalars.count - 1 - mask : mask],
        foreground: isTurned ? background : foreground,
        background: isTurned ? foreground : background
      )
    }
  }
}
