import CImaging
import Canvas

/// Pictures as characters of two colours.
package enum Symbols {
  /// Draws a picture with the symbols that come nearest to it.
  ///
  /// Block symbols in colour are chosen by `FullColorSymbols` and `PaletteSymbols`, all others by
  /// libchafa.
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
    if options.colors == .trueColor, let own = FullColorSymbols(options.symbols) {
      return own.draw(bitmap, columns: columns, rows: rows)
    }
    if let own = PaletteSymbols(options.symbols, colors: options.colors) {
      return own.draw(bitmap, columns: columns, rows: rows)
    }
    guard let canvas = ChafaCanvas(columns: columns, rows: rows, options: options) else {
      throw .badSize
    }
    canvas.draw(bitmap, pixelsPerCell: options.symbols.pixelsPerCell)
    return canvas.grid()
  }

  /// The pixels that a grid of symbols can tell apart: its symbols' parts.
  package static func parts(columns: Int, rows: Int, symbols: SymbolSet) -> Size {
    let cell = symbols.parts ?? symbols.pixelsPerCell
    return Size(max(1, columns) * cell.width, max(1, rows) * cell.height)
  }

  /// The picture size in pixels that `render` can make use of, for decoding no more than that.
  ///
  /// Twice what the symbols tell apart where that is coarse: averages of areas that do not fall on
  /// whole pixels would else be blurred.
  package static func pixels(columns: Int, rows: Int, symbols: SymbolSet) -> Size {
    let cell = symbols.pixelsPerCell
    return Size(columns * min(8, cell.width * 2), rows * min(8, cell.height * 2))
  }
}

extension SymbolSet {
  /// The finest picture this set can tell apart.
  ///
  /// The best two colours and the best symbol made of equal parts follow from the parts' averages
  /// alone: what varies inside a part is lost with every choice alike.
  fileprivate var pixelsPerCell: Size {
    switch self {
    case .halfBlocks: Size(1, 2)
    case .quadrants: Size(2, 2)
    case .sextants, .ascii: Size(8, 8)
    }
  }

  /// The grain, in eighths of a cell, that spreads few colours over neighbouring parts.
  ///
  /// Nil for characters: they have no parts, and would only become a jumble.
  fileprivate var dithering: Size? {
    switch self {
    case .halfBlocks: Size(8, 4)
    case .quadrants: Size(4, 4)
    case .sextants: Size(4, 2)
    case .ascii: nil
    }
  }

  /// How hard chafa searches, 0…1.
  ///
  /// From 0.75 on it tries every symbol in full, which for few symbols is not only better than its
  /// default of 0.5 but also takes half the time.
  fileprivate var workFactor: Float {
    switch self {
    case .halfBlocks, .quadrants: 1
    case .sextants, .ascii: 0.5
    }
  }

  /// The code points in question.
  ///
  /// - Parameter complements: whether symbols are needed that are others' with the colours
  ///   exchanged. Without them the same pictures are possible and chafa has half the work.
  fileprivate func scalars(complements: Bool) -> [ClosedRange<UInt32>] {
    let space: ClosedRange<UInt32> = 0x20...0x20
    switch self {
    case .halfBlocks:
      return complements
        ? [space, 0x2580...0x2580, 0x2584...0x2584, 0x2588...0x2588]
        : [
          space, 0x2584...0x2584,
        ]
    case .quadrants:
      // ▄ ▌ ▖ ▗ ▘ ▚ ▝, and the others: ▀ █ ▐ ▙ ▛ ▜ ▞ ▟.
      let half: [ClosedRange<UInt32>] = [
        space, 0x2584...0x2584, 0x258C...0x258C, 0x2596...0x2598, 0x259A...0x259A,
        0x259D...0x259D,
      ]
      return complements
        ? half + [
          0x2580...0x2580, 0x2588...0x2588, 0x2590...0x2590, 0x2599...0x2599, 0x259B...0x259C,
          0x259E...0x259F,
        ] : half
    case .sextants:
      // Numbered by their six bits, so that the first half has the last bit clear.
      return complements
        ? [space, 0x258C...0x258C, 0x2590...0x2590, 0x2588...0x2588, 0x1FB00...0x1FB3B]
        : [space, 0x258C...0x258C, 0x1FB00...0x1FB1D]
    case .ascii:
      return [0x20...0x7E]
    }
  }
}

/// One canvas of libchafa, used once.
private struct ChafaCanvas: ~Copyable {
  private let canvas: OpaquePointer
  private let columns: Int
  private let rows: Int
  private let colors: ColorDepth

  /// The pool has a thread for each core already; chafa must not start its own on top of them.
  private static let oneThread: Void = chafa_set_n_threads(1)

  init?(columns: Int, rows: Int, options: SymbolOptions) {
    _ = Self.oneThread
    let symbols = chafa_symbol_map_new()
    let config = chafa_canvas_config_new()
    defer {
      chafa_canvas_config_unref(config)
      chafa_symbol_map_unref(symbols)
    }
    let isMonochrome = options.colors == .monochrome
    for range in options.symbols.scalars(complements: isMonochrome) {
      chafa_symbol_map_add_by_range(symbols, range.lowerBound, range.upperBound)
    }
    chafa_canvas_config_set_geometry(config, Int32(columns), Int32(rows))
    chafa_canvas_config_set_symbol_map(config, symbols)
    chafa_canvas_config_set_work_factor(config, options.symbols.workFactor)
    chafa_canvas_config_set_canvas_mode(config, options.colors.canvasMode)
    let isPoor = options.colors == .palette16 || isMonochrome
    // chafa 1.12's diffusion writes past its buffer when there is but one grain in a line.
    let grain = columns > 1 ? options.symbols.dithering : nil
    if isPoor, let grain {
      chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_DIFFUSION)
      chafa_canvas_config_set_dither_grain_size(config, Int32(grain.width), Int32(grain.height))
    }
    // Raising the contrast, chafa's other remedy, turns a red evening into plain red.
    chafa_canvas_config_set_preprocessing_enabled(config, isPoor && grain == nil ? 1 : 0)
    let isDark = options.background.isStandard || options.background.luma < 128
    chafa_canvas_config_set_fg_color(config, isDark ? 0xFFFFFF : 0x000000)
    chafa_canvas_config_set_bg_color(config, isDark ? 0x000000 : 0xFFFFFF)
    guard let canvas = chafa_canvas_new(config) else { return nil }
    self.canvas = canvas
    self.columns = columns
    self.rows = rows
    colors = options.colors
  }

  deinit { chafa_canvas_unref(canvas) }

  /// Scales to what the symbols can show, and blows that up to chafa's 8 × 8 pixels a cell.
  ///
  /// chafa's scaler then has nothing to do, and cannot blur across the borders of the cells.
  borrowing func draw(_ bitmap: Bitmap, pixelsPerCell cell: Size) {
    let scaled = bitmap.scaled(to: Size(columns * cell.width, rows * cell.height))
    let repeats = Size(8 / cell.width, 8 / cell.height)
    let width = columns * 8
    let height = rows * 8
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    defer { pixels.deallocate() }
    scaled.bytes.withUnsafeBufferPointer { source in
      guard var input = source.baseAddress else { return }
      for y in 0..<scaled.height {
        let row = pixels + y * repeats.height * width
        var output = row
        for _ in 0..<scaled.width {
          let pixel = UInt32(input[0]) | UInt32(input[1]) << 8 | UInt32(input[2]) << 16
          output.update(repeating: (pixel | 0xFF00_0000).littleEndian, count: repeats.width)
          output += repeats.width
          input += 3
        }
        for copy in 1..<max(2, repeats.height) where copy < repeats.height {
          (row + copy * width).update(from: row, count: width)
        }
      }
    }
    chafa_canvas_draw_all_pixels(
      canvas,
      CHAFA_PIXEL_RGBA8_UNASSOCIATED,
      UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt8.self),
      Int32(width),
      Int32(height),
      Int32(width * 4)
    )
  }

  borrowing func grid() -> SymbolGrid {
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(columns * rows)
    for y in 0..<Int32(rows) {
      for x in 0..<Int32(columns) {
        var foreground: Int32 = 0
        var background: Int32 = 0
        chafa_canvas_get_raw_colors_at(canvas, x, y, &foreground, &background)
        let symbol = SymbolGrid.Symbol(
          scalar: chafa_canvas_get_char_at(canvas, x, y),
          foreground: colors.color(raw: foreground),
          background: colors.color(raw: background)
        )
        symbols.append(symbol)
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }
}

extension ColorDepth {
  fileprivate var canvasMode: ChafaCanvasMode {
    switch self {
    case .trueColor: CHAFA_CANVAS_MODE_TRUECOLOR
    // Not 256: the first 16 entries are whatever the user's theme makes of them.
    case .palette256: CHAFA_CANVAS_MODE_INDEXED_240
    case .palette16: CHAFA_CANVAS_MODE_INDEXED_16
    case .monochrome: CHAFA_CANVAS_MODE_FGBG
    }
  }

  /// What a colour of chafa means in this mode; negative is its transparency.
  fileprivate func color(raw: Int32) -> Color {
    guard raw >= 0 else { return .standard }
    return switch self {
    case .trueColor: Color(UInt32(raw))
    case .palette256, .palette16: raw < 256 ? XtermPalette.colors[Int(raw)] : .standard
    case .monochrome: .standard
    }
  }
}

extension Color {
  /// Brightness from 0 to 255, by the weights of BT.601.
  var luma: Int { (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8 }
}
