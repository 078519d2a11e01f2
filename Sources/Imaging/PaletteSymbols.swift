import Canvas

/// Draws pictures with block symbols in the 256 or 16 colours of a terminal.
///
/// Each cell takes the two palette entries and the symbol that come nearest to its parts and to its
/// mean: entries that differ from the picture in opposite directions mix to the right colour. What
/// remains of the parts' errors is carried in linear light to those around (`PartErrors`). Without
/// that, everything less saturated than the palette's few steps comes out in greys.
struct PaletteSymbols {
  /// What the error of a cell's mean weighs against that of its parts, and the share of a part's
  /// error that is carried on to other cells.
  ///
  /// Chosen by measurement over all demo photographs: see docs/architecture.md.
  private static let meanWeight: Float = 1
  private static let carried: Float = 0.9

  private let palette: Palette
  private let parts: Size
  private let scalars: [UInt32]
  private let dithering: Float

  /// Nil for colours that need no palette, and for symbols that have no parts.
  init?(_ symbols: SymbolSet, colors: ColorDepth, dithering: Float) {
    guard let palette = Palette.of(colors, isDithered: dithering > 0), let parts = symbols.parts
    else { return nil }
    self.palette = palette
    self.parts = parts
    self.dithering = dithering
    scalars = symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    switch parts.width * parts.height {
    case 2: draw(bitmap, columns, rows, TwoParts.self)
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
    let scaled = prepared(bitmap.scaled(to: Size(columns * parts.width, rows * parts.height)))
    // Without anything carried on, a mean that is right is worth no part that is wrong.
    var matcher = PaletteMatcher<Parts>(
      palette: palette,
      meanWeight: Self.meanWeight * dithering * dithering
    )
    var errors = PartErrors(parts, columns: columns, carried: Self.carried * dithering)
    let symbols = [SymbolGrid.Symbol](unsafeUninitializedCapacity: columns * rows) {
      target,
      count in
      scaled.bytes.withUnsafeBufferPointer { bytes in
        guard var pixels = bytes.baseAddress, var line = target.baseAddress else { return }
        for _ in 0..<rows {
          errors.beginRow()
          for number in 0..<columns {
            let column = errors.column(number)
            read(pixels, column, columns, errors, into: matcher.targets)
            let choice = matcher.choose()
            (line + column).initialize(to: symbol(choice))
            for part in 0..<Parts.count {
              let entry = choice.inked >> part & 1 == 1 ? choice.ink : choice.paper
              matcher.targets[part] -= palette.lights[entry]
            }
            errors.handOn(matcher.targets, column)
          }
          line += columns
          pixels += scaled.width * 3 * parts.height
        }
        count = columns * rows
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// What is matched: the parts themselves, or, where nothing is carried on, a picture that loses
  /// less by that.
  private func prepared(_ scaled: Bitmap) -> Bitmap {
    guard dithering == 0 else { return scaled }
    return palette.colors.count > 16 ? scaled.sharpened(shift: 5) : scaled.clarified()
  }

  /// The linear light that the parts of a cell should have.
  @inline(__always)
  private func read(
    _ pixels: UnsafePointer<UInt8>,
    _ column: Int,
    _ columns: Int,
    _ errors: borrowing PartErrors,
    into targets: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let curve = Curve.shared
    let (least, most) = (SIMD4<Float>(repeating: -0.3), SIMD4<Float>(repeating: 1.3))
    let cell = errors.cell(column)
    var target = targets
    for y in 0..<parts.height {
      var pixel = pixels + (y * columns + column) * parts.width * 3
      let error = cell.first + y * cell.stride
      for x in 0..<parts.width {
        let light = curve.light(pixel) + error[x]
        // Errors that no colour can make up for must not add up.
        target[0] = .lesser(.greater(light, least), most)
        target += 1
        pixel += 3
      }
    }
  }

  private func symbol(_ choice: PaletteChoice) -> SymbolGrid.Symbol {
    let (ink, paper) = (palette.colors[choice.ink], palette.colors[choice.paper])
    switch choice.inked {
    case 0: return SymbolGrid.Symbol(scalar: 0x20, foreground: paper, background: paper)
    case scalars.count - 1: return SymbolGrid.Symbol(scalar: 0x20, foreground: ink, background: ink)
    case let inked:
      // Of two ways to draw the same, the one that neighbours are likelier to share.
      let isTurned = choice.ink < choice.paper
      return SymbolGrid.Symbol(
        scalar: scalars[isTurned ? scalars.count - 1 - inked : inked],
        foreground: isTurned ? paper : ink,
        background: isTurned ? ink : paper
      )
    }
  }
}
