import Canvas
import Glibc

/// What the terminal said about itself, and what follows from it.
package struct TerminalFindings: Equatable, Sendable {
  /// Where the size of a cell is from.
  package enum CellSource: String, Sendable {
    /// The kernel's record of the window (TIOCGWINSZ).
    case window = "TIOCGWINSZ"
    /// The answer to `CSI 16 t`.
    case cellReport = "CSI 16 t"
    /// The answer to `CSI 14 t`, by the number of cells.
    case areaReport = "CSI 14 t"
    /// The user, with an option or in the configuration.
    case option = "--cell"
    case configuration = "config.toml"
  }

  /// What stands between the program and the terminal.
  package enum Multiplexer: Equatable, Sendable {
    case none
    /// - passthrough: whether it lets escape codes through; nil while unknown.
    case tmux(passthrough: Bool?)
    case screen
  }

  /// How pictures are drawn; nil while the terminal may still answer.
  package var graphics: GraphicsProtocol?
  package var reason = GraphicsReason.undecided
  /// The terminal that shows the pictures: the outer one in a multiplexer.
  package var identity: TerminalIdentity?
  /// One cell in pixels, fractional; nil when unknown.
  package var cell: TerminalSize.CellPixels?
  package var cellSource: CellSource?
  /// Whether frames may be put between "begin" and "end synchronized update" (mode 2026).
  package var hasSynchronizedOutput = false
  /// The number of colours that the terminal has proven to have; `nil` if nothing is proven.
  package var colors: ProvenColors?
  /// How pixels get to the terminal.
  package var medium = GraphicsMedium.direct
  /// Whether it draws block elements a pixel beyond their cells.
  package var spillsBlocks = false
  /// Block elements leave seams between cells.
  package var hasBlockSeams = false
  /// Whether it erases the cells right of an image of iTerm2's protocol.
  package var erasesBesideImages = false
  /// The largest sixel image that the terminal draws, in pixels; nil for any.
  package var largestSixel: Size?
  package var multiplexer = Multiplexer.none
  /// What graphics escape codes are wrapped in.
  package var envelope = PassthroughEnvelope.none
  /// The characters that pictures are drawn with where no pixels are.
  package var symbols = SymbolSet.quadrants
  /// Whether it shows how far work is (OSC 9;4) rather than taking that for a message.
  package var hasProgress = false
  package var foreground: Color?
  package var background: Color?
  /// What the person prefers, as the terminal reports it.
  package var prefersDark: Bool?
  /// Every answer as it came, escapes made readable; the first ones, should there be very many.
  package var answers: [String] = []

  /// A number of colours, and the reason for it as `doctor` names it.
  package struct ProvenColors: Equatable, Sendable {
    package var depth: ColorDepth
    package var reason: String
    /// Whether pictures have more colours than the terminal holds at a time.
    package var isFew = false
  }

  package init() {}

  /// Whether Esc would come late while the mouse is on: GNU screen takes it for the begin of a
  /// report then, and passes it on with the next key (measured: 4.9).
  package var holdsEscapeBack: Bool { multiplexer == .screen }

  /// Whether new colours are noticed only by asking: the terminal has colours to report, but not
  /// when they change (mode 2031).
  package var keepsColorsQuiet: Bool { background != nil && prefersDark == nil }

  /// Whether the terminal's background is dark; nil while nothing is known.
  package var isDark: Bool? { background.map { !$0.isLight } ?? prefersDark }
}

extension Color {
  /// Whether black stands out from it more than white does, by the contrast of WCAG 2.
  var isLight: Bool {
    func linear(_ value: UInt8) -> Double {
      let value = Double(value) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05
  }
}
