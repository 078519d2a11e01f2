import Canvas
import Imaging

/// Pictures of any shape in any mode.
///
/// Eight bytes select these, the others are pixels.
final class SymbolsTarget: FuzzTarget {
  func run(_ input: [UInt8]) throws(Finding) {
    guard input.count > 8 else { return }
    let choice = input.prefix(8).map(Int.init)
    let options = SymbolOptions(
      colors: ColorDepth.allCases[choice[0] % ColorDepth.allCases.count],
      symbols: SymbolSet.allCases[choice[1] % SymbolSet.allCases.count],
      background: choice[2] == 0 ? .standard : Color(UInt32(choice[2]) * 0x01_0101),
      dithering: Float(choice[3]) / 255,
      isStill: choice[3] % 2 == 1
    )
    // Rarely long and narrow, otherwise small, so that many inputs are tried.
    let width = choice[4] == 255 ? 600 : 1 + choice[4] % 20
    let height = choice[5] == 255 ? 600 / width : 1 + choice[5] % 20
    let columns = choice[6] == 255 ? 600 : 1 + choice[6] % 12
    let rows = choice[7] == 255 ? 600 / columns : 1 + choice[7] % 12
    let pixels = input.dropFirst(8)
    let bytes = (0..<width * height * 3).map { pixels[pixels.startIndex + $0 % pixels.count] }
    let bitmap = Bitmap(width: width, height: height, bytes: bytes)
    let grid = try draw(bitmap, columns, rows, options)
    try Promises.check(grid, columns: columns, rows: rows, options)
    try promise(try draw(bitmap, columns, rows, options), equals: grid, "a picture has one grid")
    try drawPlain(bitmap[0, 0], columns, rows, options)
  }

  private func draw(
    _ bitmap: Bitmap,
    _ columns: Int,
    _ rows: Int,
    _ options: SymbolOptions
  ) throws(Finding) -> SymbolGrid {
    do throws(ImagingError) {
      return try Symbols.render(bitmap, columns: columns, rows: rows, options: options)
    } catch {
      throw Finding("every picture can be drawn: \(error)")
    }
  }

  /// Checks that a picture of one colour is drawn in that colour, if there are enough colours.
  private func drawPlain(
    _ color: Color,
    _ columns: Int,
    _ rows: Int,
    _ options: SymbolOptions
  ) throws(Finding) {
    guard options.colors == .trueColor, options.symbols != .ascii else { return }
    let plain = Bitmap(width: 3, height: 5, color: color)
    let grid = try draw(plain, min(columns, 4), min(rows, 4), options)
    // Braille draws brightened dots on the terminal's background.
    guard options.symbols != .braille else {
      return try promise(
        grid.symbols.allSatisfy { symbol in
          symbol.background == options.background
            && (symbol.foreground == symbol.background || symbol.foreground.isBrightened(color))
        },
        "Braille has the colour's hue on the terminal's background"
      )
    }
    func isNear(_ other: Color) -> Bool {
      abs(Int(other.red) - Int(color.red)) <= 1 && abs(Int(other.green) - Int(color.green)) <= 1
        && abs(Int(other.blue) - Int(color.blue)) <= 1
    }
    try promise(
      grid.symbols.allSatisfy { isNear($0.scalar == 0x2588 ? $0.foreground : $0.background) },
      "a picture of one colour has that colour"
    )
  }
}

extension Color {
  /// Whether each channel is that of a darker colour or up to 1.8 times as bright.
  fileprivate func isBrightened(_ darker: Color) -> Bool {
    func isBrightened(_ channel: UInt8, _ other: UInt8) -> Bool {
      // The scaled picture may be off by one.
      let most = Double(Int(other) + 1) * 1.8 + 0.5
      return Int(channel) + 1 >= Int(other) && Double(channel) <= most
    }
    return isBrightened(red, darker.red) && isBrightened(green, darker.green)
      && isBrightened(blue, darker.blue)
  }
}

extension Promises {
  /// Checks a grid drawn from a picture of any shape, in any mode.
  static func check(
    _ grid: SymbolGrid,
    columns: Int,
    rows: Int,
    _ options: SymbolOptions
  ) throws(Finding) {
    try promise(
      grid.columns == columns && grid.rows == rows && grid.symbols.count == columns * rows,
      "a grid has the size asked for"
    )
    let isStandard = options.colors == .monochrome
    // Braille leaves the terminal's background, and cells without dots have no other colour.
    let leavesBackground = options.colors == .trueColor && options.symbols == .braille
    try promise(
      grid.symbols.allSatisfy { symbol in
        guard symbol.scalar >= 0x20 else { return false }
        guard !leavesBackground else {
          return symbol.background == options.background
            && (!symbol.foreground.isStandard || symbol.foreground == symbol.background)
        }
        return symbol.foreground.isStandard == isStandard
          && symbol.background.isStandard == isStandard
      },
      "colours are those of the mode"
    )
    if options.symbols == .ascii {
      try promise(grid.symbols.allSatisfy { $0.scalar < 0x7F }, "ASCII is all that is used")
    }
  }
}
