import Canvas

/// The rendering of pictures as characters with two colours each.
package enum Symbols {
  /// Draws a picture with the symbols that are most similar to it.
  ///
  /// The picture fills the grid, and the caller is responsible for its aspect ratio. With 256 or 16
  /// colours the grid contains entries of `XtermPalette`, in monochrome only `Color.standard`.
  ///
  /// - Throws: `badSize` for a grid without cells or with more than 4 000 per side.
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
      case .trueColor where symbols == .braille:
        BrailleSymbols(
          background: options.leavesBackground ? .standard : background,
          isForegroundDark: isForegroundDark,
          dithering: dithering,
          isBlurred: isBlurred
        )?.draw(bitmap, columns: columns, rows: rows)
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

  /// Returns the resolution of a grid of symbols: one pixel for each part of a cell.
  package static func parts(columns: Int, rows: Int, symbols: SymbolSet) -> Size {
    let cell = symbols.parts ?? Size(2, 4)
    return Size(max(1, columns) * cell.width, max(1, rows) * cell.height)
  }

  /// Returns the resolution of a blurred preview.
  package static func blurredParts(columns: Int, rows: Int, options: SymbolOptions) -> Size {
    let cell: Size =
      switch options.symbols {
      case .quadrants, .sextants, .octants, .halfBlocks: Size(1, 2)
      case .braille: options.colors.isIndexed ? Size(2, 4) : Size(2, 2)
      case .ascii: Size(1, 1)
      }
    return Size(max(1, columns) * cell.width, max(1, rows) * cell.height)
  }

  /// Returns the size in pixels that `render` can make use of.
  ///
  /// Decoding more is of no use.
  ///
  /// The size is twice the resolution of the symbols, so that averaging areas between pixels
  /// doesn't blur. Decoding to the resolution itself saves 20 to 24 % of the time and costs 0.18 to
  /// 0.28 dB. Three times the resolution, for pictures that stay, gains 0.04 dB.
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

extension ColorDepth {
  /// Whether the colours are entries of a palette.
  fileprivate var isIndexed: Bool { self == .palette256 || self == .palette16 }
}

extension SymbolSet {
  /// The symbols for drawing a blurred preview.
  fileprivate var blurred: SymbolSet {
    switch self {
    case .quadrants, .sextants, .octants: .halfBlocks
    case .halfBlocks, .braille, .ascii: self
    }
  }
}

extension Color {
  /// The brightness from 0 to 255, with the weights of BT.601.
  var luma: Int { (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8 }
}
