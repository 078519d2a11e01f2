import Canvas
import Glibc

/// The rendering of images as text for a terminal, outside the program's own screen.
package enum Render {
  /// Renders a JPEG as lines of coloured symbols, fitted into a box of cells.
  ///
  /// - Parameters:
  ///   - jpeg: the file's bytes.
  ///   - box: the maximum columns and rows; the picture fills one of them.
  ///   - cellAspect: a cell's width divided by its height.
  ///   - isPartial: as for `JPEG.decode`.
  /// - Throws: the errors of `JPEG.decode` and `Symbols.render`.
  package static func jpeg(
    _ jpeg: consuming [UInt8],
    box: Size,
    cellAspect: Double = 0.5,
    options: SymbolOptions = SymbolOptions(),
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> [UInt8] {
    // The file's bytes are freed before the symbols need memory, so only the larger counts.
    let picture = try picture(
      jpeg,
      box: box,
      cellAspect: cellAspect,
      options: options,
      isPartial: isPartial
    )
    return try draw(picture, options: options)
  }

  /// Renders a JPEG file as lines of coloured symbols.
  ///
  /// - Throws: `truncated` if the file is empty, `file` if it can't be opened or read, or the
  ///   errors of `jpeg`.
  package static func file(
    _ path: String,
    box: Size,
    cellAspect: Double = 0.5,
    options: SymbolOptions = SymbolOptions(),
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> [UInt8] {
    try jpeg(
      PhotoFile(path).contents(),
      box: box,
      cellAspect: cellAspect,
      options: options,
      isPartial: isPartial
    )
  }

  /// A decoded image that isn't yet scaled to its cells.
  private struct Picture {
    var bitmap: Bitmap
    var cells: Size
  }

  private static func picture(
    _ jpeg: consuming [UInt8],
    box: Size,
    cellAspect: Double,
    options: SymbolOptions,
    isPartial: ((ImagingError) -> Void)?
  ) throws(ImagingError) -> Picture {
    let header = try JPEG.header(of: jpeg)
    let cells = try fit(header.orientedSize, into: box, cellAspect: cellAspect)
    let pixels = Symbols.pixels(
      columns: cells.width,
      rows: cells.height,
      symbols: options.symbols,
      isStill: options.isStill
    )
    let bitmap = try JPEG.decode(jpeg, covering: pixels, isPartial: isPartial)
    return Picture(bitmap: bitmap, cells: cells)
  }

  private static func draw(
    _ picture: Picture,
    options: SymbolOptions
  ) throws(ImagingError) -> [UInt8] {
    let grid = try Symbols.render(
      picture.bitmap,
      columns: picture.cells.width,
      rows: picture.cells.height,
      options: options
    )
    return ansi(grid, colors: options.colors)
  }

  /// Returns the columns and rows of a picture that is as large as possible within a box.
  ///
  /// - Throws: `badSize` if the picture or the box has no area.
  package static func fit(
    _ picture: Size,
    into box: Size,
    cellAspect: Double
  ) throws(ImagingError) -> Size {
    guard box.width > 0, box.height > 0, picture.width > 0, picture.height > 0, cellAspect > 0
    else { throw .badSize }
    // Both are in units of a cell's height.
    let width = Double(box.width) * cellAspect
    let scale = min(width / Double(picture.width), Double(box.height) / Double(picture.height))
    return Size(
      min(box.width, max(1, Int((Double(picture.width) * scale / cellAspect).rounded()))),
      min(box.height, max(1, Int((Double(picture.height) * scale).rounded())))
    )
  }

  /// Returns a grid as bytes: a line per row, with colours that change only if that is visible, and
  /// a reset at the end of each line.
  ///
  /// - Parameter colors: the colour depth; indexed colours must be entries of `XtermPalette`.
  package static func ansi(_ grid: SymbolGrid, colors: ColorDepth) -> [UInt8] {
    let most = grid.symbols.count * AnsiWriter.mostOfSymbol + grid.rows * AnsiWriter.mostOfEnd
    return [UInt8](unsafeUninitializedCapacity: most) { bytes, count in
      guard let start = bytes.baseAddress else { return }
      var writer = AnsiWriter(colors: colors, output: start)
      grid.symbols.withUnsafeBufferPointer { symbols in
        var symbols = symbols[...]
        for _ in 0..<grid.rows {
          for symbol in symbols.prefix(grid.columns) { writer.write(symbol) }
          symbols = symbols.dropFirst(grid.columns)
          writer.endLine()
        }
      }
      count = start.distance(to: writer.output)
    }
  }
}

/// A writer of symbols as bytes, which tracks the current colours.
private struct AnsiWriter {
  /// The maximum number of bytes for a symbol with both of its colours.
  static let mostOfSymbol = "\u{1B}[38;2;255;255;255;48;2;255;255;255m".utf8.count + 4
  /// The maximum number of bytes for the end of a line.
  static let mostOfEnd = "\u{1B}[0m\n".utf8.count

  /// The position of the next byte.
  ///
  /// There must be room for all bytes.
  private(set) var output: UnsafeMutablePointer<UInt8>
  private let colors: ColorDepth
  private var foreground = Color.standard
  private var background = Color.standard

  init(colors: ColorDepth, output: UnsafeMutablePointer<UInt8>) {
    self.colors = colors
    self.output = output
  }

  mutating func write(_ symbol: SymbolGrid.Symbol) {
    // A space doesn't show the foreground, and a full block not the background.
    let isForegroundChanged = symbol.scalar != 0x20 && symbol.foreground != foreground
    let isBackgroundChanged = symbol.scalar != 0x2588 && symbol.background != background
    if colors != .monochrome, isForegroundChanged || isBackgroundChanged {
      put(0x1B)
      put(UInt8(ascii: "["))
      if isForegroundChanged {
        foreground = symbol.foreground
        select(foreground, base: 30)
      }
      if isBackgroundChanged {
        if isForegroundChanged { put(UInt8(ascii: ";")) }
        background = symbol.background
        select(background, base: 40)
      }
      put(UInt8(ascii: "m"))
    }
    if symbol.scalar < 0x80 {
      put(UInt8(symbol.scalar))
    } else {
      let scalar = Unicode.Scalar(symbol.scalar) ?? "?"
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
    }
  }

  mutating func endLine() {
    if !foreground.isStandard || !background.isStandard {
      put(0x1B)
      put(UInt8(ascii: "["))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "m"))
      foreground = .standard
      background = .standard
    }
    put(UInt8(ascii: "\n"))
  }

  private mutating func put(_ byte: UInt8) {
    output.initialize(to: byte)
    output += 1
  }

  /// Writes the SGR parameters of a colour (ECMA-48, 8.3.117; `38;2` and `38;5` by xterm's
  /// ctlseqs).
  private mutating func select(_ color: Color, base: Int) {
    guard !color.isStandard else { return number(base + 9) }
    switch colors {
    case .trueColor:
      number(base + 8)
      put(UInt8(ascii: ";"))
      put(UInt8(ascii: "2"))
      put(UInt8(ascii: ";"))
      number(Int(color.red))
      put(UInt8(ascii: ";"))
      number(Int(color.green))
      put(UInt8(ascii: ";"))
      number(Int(color.blue))
    case .palette256:
      number(base + 8)
      put(UInt8(ascii: ";"))
      put(UInt8(ascii: "5"))
      put(UInt8(ascii: ";"))
      number(XtermPalette.index(nearest: color, depth: colors))
    case .palette16:
      let index = XtermPalette.index(nearest: color, depth: colors)
      number(index < 8 ? base + index : base + 60 + index - 8)
    case .monochrome: break
    }
  }

  /// Writes the digits of a number below 1000.
  private mutating func number(_ value: Int) {
    if value >= 100 { put(UInt8(48 + value / 100)) }
    if value >= 10 { put(UInt8(48 + value / 10 % 10)) }
    put(UInt8(48 + value % 10))
  }
}
