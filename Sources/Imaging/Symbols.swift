import Canvas

/// Pictures as characters of two colours.
package enum Symbols {
  /// Draws a picture with the symbols that come nearest to it.
  ///
  /// The picture fills the grid; keeping its aspect ratio is the caller's business. With 256 or 16
  /// colours the grid carries entries of `XtermPalette`, in monochrome `Color.standard` alone.
  ///
  /// - Throws: `badSize` for a grid without cells or of more than 4 000 a side.
  package static func render(
    _ bitmap: Bitmap,
    columns: Int,
    rows: Int,
    options: SymbolOptions = SymbolOptions()
  ) throws(ImagingError) -> SymbolGrid {
    guard columns > 0, rows > 0, columns <= 4000, rows <= 4000 else { throw .badSize }
    let background = options.background
    let isForegroundDark = !background.isStandard && background.luma >= 128
    let dithering = options.dithering
    let ascii = AsciiSymbols(
      colors: options.colors,
      isForegroundDark: isForegroundDark,
      dithering: dithering
    )
    let rateWeight =
      options.isStill ? FullColorSymbols.stillRateWeight : FullColorSymbols.rateWeight
    let isBlurred = options.isBlurred
    let symbols = isBlurred ? options.symbols.blurred : options.symbols
    let grid =
      switch options.colors {
      case .trueColor:
        FullColorSymbols(symbols, rateWeight: rateWeight)?.draw(
          bitmap,
          columns: columns,
          rows: rows
        )
      case .palette256, .palette16:
        PaletteSymbols(symbols, colors: options.colors, dithering: dithering)?
          .draw(bitmap, columns: columns, rows: rows)
      case .monochrome:
        MonochromeSymbols(
          symbols,
          isForegroundDark: isForegroundDark,
          dithering: dithering,
          isBlurred: isBlurred
        )?.draw(bitmap, columns: columns, rows: rows)
      }
    if let grid { return grid }
    return isBlurred
      ? ascii.drawBlurred(bitmap, columns: columns, rows: rows)
      : ascii.draw(bitmap, columns: columns, rows: rows)
  }

  /// The resolution of a grid of symbols: one pixel for each part of a cell.
  package static func parts(columns: Int, rows: Int, symbols: SymbolSet) -> Size {
    let cell = symbols.parts ?? Size(2, 4)
    return Size(max(1, columns) * cell.width, max(1, rows) * cell.height)
  }

  /// The same of a blurred preview.
  package static func blurredParts(columns: Int, rows: Int, options: SymbolOptions) -> Size {
    let cell: Size =
      switch options.symbols {
      case .quadrants, .sextants, .octants, .halfBlocks: Size(1, 2)
      case .braille: options.colors == .monochrome ? Size(2, 2) : Size(2, 4)
      case .ascii: Size(1, 1)
      }
    return Size(max(1, columns) * cell.width, max(1, rows) * cell.height)
  }

  /// The picture size in pixels that `render` can make use of, for decoding no more than that.
  ///
  /// Twice the resolution of the symbols, so that averaging areas between pixels does not blur.
  /// Decoding to the resolution itself saves 20 to 24 % of the time and costs 0.18 to 0.28 dB;
  /// three times of it, for pictures that stay, gains 0.04 dB.
  package static func pixels(
    columns: Int,
    rows: Int,
    symbols: SymbolSet,
    isStill: Bool = false
  ) -> Size {
    let parts = parts(columns: columns, rows: rows, symbols: symbols)
    let scale = isStill ? 3 : 2
    return Size(parts.width * scale, parts.height * scale)
  }
}

extension SymbolSet {
  /// What a blurred preview is drawn with.
  fileprivate var blurred: SymbolSet {
    switch self {
    case .quadrants, .sextants, .octants: .halfBlocks
    case .halfBlocks, .braille, .ascii: self
    }
  }
}

extension Color {
  /// Brightness from 0 to 255, by the weights of BT.601.
  var luma: Int { (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8 }
}
