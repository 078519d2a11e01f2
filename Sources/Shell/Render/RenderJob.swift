import Canvas
import Glibc
import Imaging
import Localization
import Settings
import Terminal

/// The work of `imagefeed render`.
struct RenderJob {
  enum Graphics: String, CaseIterable, Sendable {
    case symbols, kitty, iterm2, sixel

    /// The encoding that the protocol uses; `nil` for symbols.
    ///
    /// For kitty the pixels aren't compressed, because that takes longer than everything else and
    /// saves little.
    var encoding: PixelImage.Encoding? {
      switch self {
      case .symbols: nil
      case .kitty: .rgb
      case .iterm2: .jpegBase64
      case .sixel: .sixel
      }
    }
  }

  /// The path, or - for standard input.
  let file: String
  /// The columns and rows; `nil` for the terminal's.
  var size: String?
  var colors = ColorDepth.trueColor
  var symbols = SymbolSet.quadrants
  var graphics = Graphics.symbols
  var cell: String?
  var dither = 1.0

  func run() {
    // The texts are created only for errors: they would take a tenth of a small picture's time.
    Limits.require(Limits.rendering, Output.texts)
    let terminal = Self.terminalCells ?? Self.cells(of: STDERR_FILENO)
    guard let box = Self.box(size, in: terminal, columns: Output.columns) else {
      Output.fail(Output.texts.cli(.badSize(size ?? "")), status: 2)
    }
    let given = cell.flatMap { Configuration.CellSize($0) }
    if let cell, given == nil { Output.fail(Output.texts.cli(.badCell(cell)), status: 2) }
    var isPartial = false
    do throws(ImagingError) {
      let cell = given.map { ($0.width, $0.height) } ?? Self.terminalCell ?? (10, 20)
      if let encoding = graphics.encoding {
        // A picture higher than the terminal would be hidden by the prompt.
        let room = max(1, (Self.terminalRows ?? .max) - 1)
        try draw(Size(box.width, min(box.height, room)), cell: cell, encoding) { _ in
          isPartial = true
        }
      } else {
        Output.write(try drawSymbols(box, cellAspect: cell.0 / cell.1) { _ in isPartial = true })
      }
    } catch {
      Output.fail(Output.texts.cli(error.message(file)), status: error.status.rawValue)
    }
    if isPartial { Output.fail(Output.texts.cli(.partialPicture(path: file))) }
  }

  private func drawSymbols(
    _ box: Size,
    cellAspect: Double,
    isPartial: @escaping (ImagingError) -> Void
  ) throws(ImagingError) -> [UInt8] {
    let options = SymbolOptions(
      colors: colors,
      symbols: symbols,
      leavesBackground: true,
      dithering: Float(dither),
      isStill: true
    )
    guard file == "-" else {
      return try Render.file(
        file,
        box: box,
        cellAspect: cellAspect,
        options: options,
        isPartial: isPartial
      )
    }
    // A pipe can't be mapped into memory like a file.
    return try Render.jpeg(
      Self.standardInput,
      box: box,
      cellAspect: cellAspect,
      options: options,
      isPartial: isPartial
    )
  }

  /// Draws the picture at the cursor, and moves the cursor to the line below.
  ///
  /// Terminals leave the cursor in different positions after a picture, and a sixel image that
  /// reaches the last row scrolls. The function therefore scrolls first to make room, and restores
  /// the cursor afterwards.
  private func draw(
    _ box: Size,
    cell: (width: Double, height: Double),
    _ encoding: PixelImage.Encoding,
    isPartial: @escaping (ImagingError) -> Void
  ) throws(ImagingError) {
    let pixels =
      file == "-"
      ? try Render.pixels(
        Self.standardInput,
        box: box,
        cell: cell,
        as: encoding,
        isPartial: isPartial
      )
      : try Render.pixels(file: file, box: box, cell: cell, as: encoding, isPartial: isPartial)
    let rows = pixels.cells.height
    let room = String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7"
    Output.write(room)
    graphics.show(pixels) { Output.write($0) }
    Output.write("\u{1B}8\u{1B}[\(rows)B")
  }

  /// The bytes of standard input, read up to the size limit of images.
  ///
  /// Longer input is too large in any case.
  private static var standardInput: [UInt8] {
    ThisProcess.readAll(STDIN_FILENO, atMost: JPEGPlan.budget)
  }

  /// Parses two numbers separated by an x.
  private static func pair<Number: LosslessStringConvertible>(
    _ text: String,
    of type: Number.Type
  ) -> (Number, Number)? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map {
      Number(String($0))
    }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
    return (first, second)
  }

  /// Parses a box of cells in columns by rows, limited to the maximum size of a terminal.
  static func box(_ text: String) -> Size? {
    guard let (columns, rows) = pair(text, of: Int.self), columns > 0, rows > 0 else { return nil }
    return Size(min(columns, TerminalSize.maximum.width), min(rows, TerminalSize.maximum.height))
  }

  /// Returns the box that a picture is drawn in.
  ///
  /// - Parameters:
  ///   - size: The requested size; `nil` for the terminal's size without the prompt's row.
  ///   - columns: The width of texts, used if there is no terminal.
  /// - Returns: `nil` for an invalid size.
  static func box(_ size: String?, in terminal: Size?, columns: Int) -> Size? {
    if let size { return box(size) }
    let whole = terminal ?? Size(columns, 24)
    return Size(whole.width, max(1, whole.height - 1))
  }

  /// The columns and rows of the terminal; `nil` if standard output isn't one.
  static var terminalCells: Size? { cells(of: STDOUT_FILENO) }

  private static func cells(of descriptor: Int32) -> Size? {
    terminalSize(of: descriptor).map { Size(Int($0.ws_col), Int($0.ws_row)) }
  }

  private static var terminalRows: Int? { terminalCells?.height }

  private static func terminalSize(of descriptor: Int32) -> winsize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }

  /// The size of a cell from the kernel; `nil` if it is unknown or implausible.
  static var terminalCell: (width: Double, height: Double)? {
    guard let size = terminalSize(of: STDOUT_FILENO) else { return nil }
    var terminal = TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    terminal.cellPixels = .init(
      width: Double(size.ws_xpixel) / Double(size.ws_col),
      height: Double(size.ws_ypixel) / Double(size.ws_row)
    )
    return terminal.assuming(cell: nil).cellPixels.map { ($0.width, $0.height) }
  }
}

extension RenderJob {
  /// Parses arguments that are one file and options with separate values; `nil` for others, which
  /// `RenderCommand` handles.
  ///
  /// The argument parser inspects a command by reflection. That takes a quarter of the time of a
  /// small picture, and a few MiB.
  init?(plain arguments: [String]) {
    var files: [String] = []
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      guard let value = rest.popFirst(), !value.hasPrefix("-"),
        options.updateValue(value, forKey: argument) == nil
      else { return nil }
    }
    guard files.count == 1 else { return nil }
    self.init(file: files[0], size: options.removeValue(forKey: "--size"))
    cell = options.removeValue(forKey: "--cell")
    if let given = options.removeValue(forKey: "--dither") {
      guard let value = Double(given), (0...1).contains(value) else { return nil }
      dither = value
    }
    guard Self.assign(&colors, options.removeValue(forKey: "--colors")),
      Self.assign(&symbols, options.removeValue(forKey: "--symbols")),
      Self.assign(&graphics, options.removeValue(forKey: "--graphics")), options.isEmpty
    else { return nil }
  }

  /// Assigns a parsed value.
  ///
  /// - Returns: False for an invalid value.
  private static func assign<Value: RawRepresentable<String>>(
    _ target: inout Value,
    _ given: String?
  ) -> Bool {
    guard let given else { return true }
    guard let value = Value(rawValue: given) else { return false }
    target = value
    return true
  }
}
