import Canvas

/// A renderer with block symbols or Braille patterns in the terminal's own two colours.
///
/// Each part is foreground or background. The error is passed on to the parts around it, with Floyd
/// and Steinberg's weights and rows in alternating directions.
struct MonochromeSymbols {
  /// The exponent that converts a part's luma to light for dithering.
  ///
  /// The value is between luma and linear light, which would be too dark with stretched contrast.
  /// Seen from a distance, the mean and the worst of the demo photos are nearest with this value.
  static let gamma: Float = 1.7

  let parts: Size
  /// The character for each set of foreground parts.
  let scalars: [UInt32]
  private let isForegroundDark: Bool
  private let dithering: Float
  private let gamma: Float

  /// Creates a renderer; `nil` if the symbols have no parts.
  ///
  /// - Parameters:
  ///   - gamma: the exponent that converts a part's luma to light.
  ///   - isBlurred: whether Braille dots are set in pairs, which halves the work.
  init?(
    _ symbols: SymbolSet,
    isForegroundDark: Bool,
    dithering: Float,
    gamma: Float = Self.gamma,
    isBlurred: Bool = false
  ) {
    guard let parts = symbols.parts else { return nil }
    let isPaired = isBlurred && symbols == .braille
    self.parts = isPaired ? Size(2, 2) : parts
    self.isForegroundDark = isForegroundDark
    self.dithering = dithering
    self.gamma = gamma
    scalars = isPaired ? SymbolSet.brailleQuarters : symbols.scalarsByParts
  }

  func draw(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolGrid {
    let symbols = foregroundMasks(bitmap, columns: columns, rows: rows).map {
      SymbolGrid.Symbol(scalar: scalars[Int($0)], foreground: .standard, background: .standard)
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// Returns the foreground parts of each cell, row by row.
  ///
  /// Each part is a bit, the top left one the lowest.
  func foregroundMasks(_ bitmap: Bitmap, columns: Int, rows: Int) -> [UInt8] {
    let size = Size(columns * parts.width, rows * parts.height)
    // The less errors are passed on, the less light can be mixed.
    let gamma = 1 + (gamma - 1) * dithering
    var light = Luminance(
      bitmap,
      size,
      gamma: gamma,
      isPlain: dithering == 0,
      isInverted: isForegroundDark
    )
    var masks = [UInt8](repeating: 0, count: columns * rows)
    light.values.withUnsafeMutableBufferPointer { values in
      masks.withUnsafeMutableBufferPointer { masks in
        guard let values = values.baseAddress, let masks = masks.baseAddress else { return }
        for y in 0..<size.height {
          dither(
            values + y * size.width,
            size.width,
            below: y + 1 < size.height ? values + (y + 1) * size.width : nil,
            isForward: y.isMultiple(of: 2),
            into: masks + y / parts.height * columns,
            bit: y % parts.height * parts.width
          )
        }
      }
    }
    return masks
  }

  /// Chooses foreground or background for one row of parts.
  ///
  /// - Parameters:
  ///   - values: the light of the parts, including errors of the row above.
  ///   - below: the next row, which receives errors.
  ///   - cells: the cells of the row, with a bit for each foreground part.
  ///   - bit: the bit of a cell's first part in this row.
  @inline(__always)
  private func dither(
    _ values: UnsafeMutablePointer<Float>,
    _ width: Int,
    below: UnsafeMutablePointer<Float>?,
    isForward: Bool,
    into cells: UnsafeMutablePointer<UInt8>,
    bit: Int
  ) {
    let (first, last, step) = isForward ? (0, width - 1, 1) : (width - 1, 0, -1)
    var (column, part) = (first / parts.width, first % parts.width)
    var carried: Float = 0
    for x in stride(from: first, through: last, by: step) {
      let value = values[x] + carried
      let isForeground = value > 0.5
      if isForeground { cells[column] |= 1 << UInt8(truncatingIfNeeded: bit + part) }
      let error = (value - (isForeground ? 1 : 0)) * dithering
      carried = error * (7 / 16)
      if let below {
        if x != first { below[x - step] += error * (3 / 16) }
        below[x] += error * (5 / 16)
        if x != last { below[x + step] += error * (1 / 16) }
      }
      // Counting is faster than dividing.
      part += step
      if part == parts.width {
        (column, part) = (column + 1, 0)
      } else if part < 0 {
        (column, part) = (column - 1, parts.width - 1)
      }
    }
  }
}
