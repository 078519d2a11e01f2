import Canvas
import Glibc
import Imaging
import Localization
import Runtime
import Settings
import Terminal

/// A picture that is ready to print.
enum DrawnPicture: Sendable {
  /// Lines of coloured symbols, without line breaks.
  case symbols([[UInt8]])
  case pixels(Render.Pixels)

  /// The height in rows.
  var height: Int {
    switch self {
    case .symbols(let lines): lines.count
    case .pixels(let pixels): pixels.cells.height
    }
  }
}

/// The way commands draw pictures among lines of text.
struct PictureStyle: Sendable {
  var graphics = PictureFormat.symbols
  var colors = ColorDepth.trueColor
  var symbols = SymbolSet.quadrants
  /// The size of a cell in pixels.
  var cell: (width: Double, height: Double) = (10, 20)
  /// The strength of dithering in few colours, 0 to 1.
  var dithering: Float

  /// Creates the style for the terminal of standard output, as far as the environment describes it.
  ///
  /// The terminal isn't queried, because its replies would mix with typed text.
  ///
  /// - Parameters:
  ///   - options: The user's colours, symbols and size of a cell. The command reports an invalid
  ///     configuration when it begins.
  ///   - asked: The protocol; `nil` for the best known one.
  init(_ options: Program.Options, as asked: PictureFormat? = nil, dithering: Float = 1) {
    let environment = ThisProcess.environment
    let file = options.configurationPath ?? XDG(environment: environment).configFile
    // Reading the settings takes a sixth of the time and memory of a small picture.
    let isConfigured = options.cell == nil && access(file, F_OK) == 0
    let configured = isConfigured ? try? options.configuration(environment).cell : nil
    let chosen = options.cell ?? configured
    cell = chosen.map { ($0.width, $0.height) } ?? TerminalWindow.cell ?? cell
    self.dithering = dithering
    guard isatty(STDOUT_FILENO) == 1 else {
      graphics = asked ?? graphics
      colors = options.colors ?? colors
      symbols = options.symbols ?? symbols
      return
    }
    let traits = TerminalTraits.detect(environment: environment, colorsOption: options.colors)
    let situation = ProbeSituation(traits: traits, environment: environment)
    colors = traits.colors
    symbols = options.symbols ?? Self.symbols(for: traits)
    graphics = asked ?? Self.known(situation)
  }

  /// Returns the best symbols that a terminal's font has.
  ///
  /// The Linux console's font may lack blocks, and photos without colours are drawn in dots. The
  /// interactive program follows the same rules.
  static func symbols(for traits: TerminalTraits) -> SymbolSet {
    guard traits.isUTF8, !traits.isLinuxConsole else { return .ascii }
    return traits.colors == .monochrome ? .braille : .quadrants
  }

  private static func known(_ situation: ProbeSituation) -> PictureFormat {
    guard situation.multiplexer == .none, situation.refusal == nil, !situation.isColorless else {
      return .symbols
    }
    return switch situation.hint?.name {
    case "kitty", "ghostty": .kitty
    case "WezTerm", "iTerm2": .iterm2
    default: .symbols
    }
  }

  /// Draws a JPEG file or its bytes, fitted into a box of cells.
  ///
  /// - Parameter isPartial: As for `JPEG.decode`.
  func draw(
    _ source: PictureLoader.Source,
    box: Size,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> DrawnPicture {
    switch (source, graphics.encoding) {
    case (.file(let path), let encoding?):
      return .pixels(
        try Render.pixels(file: path, box: box, cell: cell, as: encoding, isPartial: isPartial)
      )
    case (.bytes(let jpeg), let encoding?):
      return .pixels(
        try Render.pixels(jpeg, box: box, cell: cell, as: encoding, isPartial: isPartial)
      )
    case (.file(let path), nil):
      return .symbols(
        Self.lines(
          try Render.file(
            path,
            box: box,
            cellAspect: aspect,
            options: options,
            isPartial: isPartial
          )
        )
      )
    case (.bytes(let jpeg), nil):
      return .symbols(
        Self.lines(
          try Render.jpeg(
            jpeg,
            box: box,
            cellAspect: aspect,
            options: options,
            isPartial: isPartial
          )
        )
      )
    }
  }

  /// Draws a photo, fitted into a box of cells.
  ///
  /// - Parameter name: The name of the photo in the message of a failure.
  func picture(
    _ source: PictureLoader.Source,
    named name: String,
    box: Size
  ) throws(ShellMessage) -> DrawnPicture {
    do throws(ImagingError) { return try draw(source, box: box) } catch {
      throw error.failure(name)
    }
  }

  /// Returns the width of a box in pixels.
  func pixels(_ box: Size) -> Int { Int(Double(box.width) * cell.width) }

  var aspect: Double { cell.width / cell.height }

  private var options: SymbolOptions {
    SymbolOptions(
      colors: colors,
      symbols: symbols,
      leavesBackground: true,
      dithering: dithering,
      isStill: true
    )
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map(Array.init)
  }
}
