import Canvas
import Glibc
import Imaging
import Localization
import Settings
import Terminal

/// What `imagefeed render` does.
package struct RenderJob {
  package enum Graphics: String, CaseIterable, Sendable {
    case symbols, kitty, iterm2, sixel

    /// What the protocol takes its pixels as; nil for symbols.
    ///
    /// kitty's are not deflated: that takes longer than all the rest, and saves little.
    var encoding: PixelImage.Encoding? {
      switch self {
      case .symbols: nil
      case .kitty: .rgb
      case .iterm2: .jpegBase64
      case .sixel: .sixel
      }
    }
  }

  /// Made where something fails: texts know all keys, which takes a tenth of a small picture's
  /// time.
  private static var texts: Texts { Texts(Language(environment: ThisProcess.environment)) }

  private let file: String
  private let size: String?
  private var colors: ColorDepth
  private var symbols: SymbolSet
  private var graphics: Graphics
  private var cell: String?
  private var dither: Double

  /// - Parameters:
  ///   - file: a path, or - for standard input.
  ///   - size: columns and rows; the terminal's if nil.
  package init(
    file: String,
    size: String? = nil,
    colors: ColorDepth = .trueColor,
    symbols: SymbolSet = .quadrants,
    graphics: Graphics = .symbols,
    cell: String? = nil,
    dither: Double = 1
  ) {
    self.file = file
    self.size = size
    self.colors = colors
    self.symbols = symbols
    self.graphics = graphics
    self.cell = cell
    self.dither = dither
  }

  package func run() {
    let terminal = Self.terminalCells ?? Self.cells(of: STDERR_FILENO)
    guard let box = Self.box(size, in: terminal, columns: Output.columns) else {
      Output.fail(Self.texts.cli(.badSize(size ?? "")), status: 2)
    }
    let given = cell.flatMap { Configuration.CellSize($0) }
    if let cell, given == nil { Output.fail(Self.texts.cli(.badCell(cell)), status: 2) }
    var isPartial = false
    do throws(ImagingError) {
      let cell = given.map { ($0.width, $0.height) } ?? Self.terminalCell ?? (10, 20)
      if let encoding = graphics.encoding {
        // What is higher than the terminal would lie under the prompt.
        let room = max(1, (Self.terminalRows ?? .max) - 1)
        try draw(Size(box.width, min(box.height, room)), cell: cell, encoding) { _ in
          isPartial = true
        }
      } else {
        Output.write(try drawSymbols(box, cellAspect: cell.0 / cell.1) { _ in isPartial = true })
      }
    } catch {
      Output.fail(Self.texts.cli(error.message(file)))
    }
    if isPartial { Output.fail(Self.texts.cli(.partialPicture(path: file))) }
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
    // A pipe cannot be mapped like a file.
    return try Render.jpeg(
      Self.standardInput,
      box: box,
      cellAspect: cellAspect,
      options: options,
      isPartial: isPartial
    )
  }

  /// The picture where the cursor is, which then stands at the beginning of the line below.
  ///
  /// Where a picture leaves the cursor differs from terminal to terminal, and a sixel that reaches
  /// the last row scrolls. So room is made first, and the cursor put back afterwards.
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
    Output.write(Array(room.utf8))
    graphics.show(pixels) { Output.write($0) }
    Output.write(Array("\u{1B}8\u{1B}[\(rows)B".utf8))
  }

  /// All of it; what is longer than a picture may be is too large, wherever it ends.
  private static var standardInput: [UInt8] {
    ThisProcess.readAll(STDIN_FILENO, atMost: JPEGPlan.budget)
  }

  /// Two numbers with an x between them.
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

  /// A box of cells in columns by rows, no larger than a terminal can be.
  static func box(_ text: String) -> Size? {
    guard let (columns, rows) = pair(text, of: Int.self), columns > 0, rows > 0 else { return nil }
    return Size(min(columns, TerminalSize.limit.width), min(rows, TerminalSize.limit.height))
  }

  /// The box that a picture is drawn in.
  ///
  /// - Parameters:
  ///   - size: what was asked for; without it the picture has the terminal but the prompt's row.
  ///   - columns: the width of texts, where there is no terminal.
  /// - Returns: nil for a size that is none.
  static func box(_ size: String?, in terminal: Size?, columns: Int) -> Size? {
    if let size { return box(size) }
    let whole = terminal ?? Size(columns, 24)
    return Size(whole.width, max(1, whole.height - 1))
  }

  /// The columns and rows of the terminal, where standard output is one.
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

  /// The kernel's record of a cell's size, if it can be true.
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
  /// What arguments ask for where they are a file and options with their values, each on its own;
  /// nil for anything else, which `RenderCommand` reads.
  ///
  /// The parser makes its own picture of a command by reflection, which takes a quarter of the time
  /// that a small picture takes, and a few MiB.
  package init?(plain arguments: [String]) {
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

  /// - Returns: false for a value that there is not.
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
