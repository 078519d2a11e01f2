import Canvas

extension Symbols {
  /// Draws a picture with half blocks, without libchafa: the fast first paint.
  ///
  /// Every cell shows its upper half in the foreground and its lower half in the background, each
  /// the average of what it covers. The grid has at least one cell.
  package static func halfBlocks(
    _ bitmap: Bitmap,
    columns: Int,
    rows: Int,
    colors: ColorDepth = .trueColor
  ) -> SymbolGrid {
    let columns = max(1, columns)
    let rows = max(1, rows)
    let scaled = bitmap.scaled(to: Size(columns, rows * 2))
    let count = columns * rows
    let symbols = [SymbolGrid.Symbol](unsafeUninitializedCapacity: count) { target, initialized in
      scaled.bytes.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in 0..<rows {
          var upper = source + row * 2 * columns * 3
          var lower = upper + columns * 3
          for column in 0..<columns {
            let symbol = halves(Color(upper), Color(lower), colors)
            (target + row * columns + column).initialize(to: symbol)
            upper += 3
            lower += 3
          }
        }
        initialized = count
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  private static func halves(
    _ upper: Color,
    _ lower: Color,
    _ colors: ColorDepth
  ) -> SymbolGrid.Symbol {
    switch colors {
    case .trueColor:
      return SymbolGrid.Symbol(scalar: 0x2580, foreground: upper, background: lower).withoutUnseen
    case .palette256, .palette16:
      return SymbolGrid.Symbol(
        scalar: 0x2580,
        foreground: XtermPalette.colors[XtermPalette.index(nearest: upper, depth: colors)],
        background: XtermPalette.colors[XtermPalette.index(nearest: lower, depth: colors)]
      )
    case .monochrome:
      let scalar: UInt32 =
        switch (upper.luma >= 128, lower.luma >= 128) {
        case (true, true): 0x2588
        case (true, false): 0x2580
        case (false, true): 0x2584
        case (false, false): 0x20
        }
      return SymbolGrid.Symbol(scalar: scalar, foreground: .standard, background: .standard)
    }
  }
}

extension Color {
  /// The colour of three bytes.
  fileprivate init(_ pixel: UnsafePointer<UInt8>) {
    self.init(red: pixel[0], green: pixel[1], blue: pixel[2])
  }
}
