import Canvas
import Glibc

/// The terminal's abilities, derived from its replies.
package struct TerminalFindings: Equatable, Sendable {
  /// The source of a cell's size.
  package enum CellSource: String, Sendable {
    /// The kernel's record of the window (TIOCGWINSZ).
    case window = "TIOCGWINSZ"
    /// The reply to `CSI 16 t`.
    case cellReport = "CSI 16 t"
    /// The reply to `CSI 14 t`, divided by the number of cells.
    case areaReport = "CSI 14 t"
    /// The user, with an option.
    case option = "--cell"
    /// The user, in the configuration.
    case configuration = "config.toml"
  }

  /// The multiplexer between imagefeed and the terminal.
  package enum Multiplexer: Equatable, Sendable {
    case none
    /// tmux.
    ///
    /// - passthrough: whether it passes on escape codes; `nil` if unknown.
    case tmux(passthrough: Bool?)
    case screen
  }

  /// The graphics protocol; `nil` if the terminal may still reply.
  package var graphics: GraphicsProtocol?
  package var reason = GraphicsReason.undecided
  /// The terminal that shows the pictures.
  ///
  /// In a multiplexer, that is the outer one.
  package var identity: TerminalIdentity?
  /// The size of one cell in pixels, which may be fractional; `nil` if unknown.
  package var cell: TerminalSize.CellPixels?
  package var cellSource: CellSource?
  /// Whether the terminal supports synchronized updates (mode 2026).
  package var hasSynchronizedOutput = false
  /// The number of colours that the terminal has proven to have; `nil` if nothing is proven.
  package var colors: ProvenColors?
  /// The medium for sending pixels to the terminal.
  package var medium = GraphicsMedium.direct
  /// Whether the terminal draws block elements one pixel beyond their cells.
  package var spillsBlocks = false
  /// Whether there are seams between the block elements of neighbouring cells.
  package var hasBlockSeams = false
  /// Whether the terminal was seen to interpolate the images that it enlarges.
  package var scalesSmoothly = false
  /// Whether the terminal erases the cells to the right of an image of iTerm2's protocol.
  package var erasesBesideImages = false
  /// The largest sixel image that the terminal draws, in pixels; `nil` if there is no limit.
  package var largestSixel: Size?
  package var multiplexer = Multiplexer.none
  /// The wrapping of graphics escape codes.
  package var envelope = PassthroughEnvelope.none
  /// The characters for drawing pictures without pixels.
  package var symbols = SymbolSet.quadrants
  /// Whether the terminal shows progress (OSC 9;4) rather than treating the sequence as a message.
  package var hasProgress = false
  package var foreground: Color?
  package var background: Color?
  /// Whether the user prefers dark colours, as the terminal reports it.
  package var prefersDark: Bool?
  /// The terminal's replies with control characters escaped, for `doctor`; 40 at most.
  package var answers: [String] = []

  /// A number of colours, and the reason for it, as `doctor` prints it.
  package struct ProvenColors: Equatable, Sendable {
    package var depth: ColorDepth
    package var reason: String
    /// Whether the terminal holds only a limited number of 24-bit colours at a time.
    package var isFew = false
  }

  package init() {}

  /// Whether the multiplexer delays the Esc key while mouse reports are on.
  ///
  /// GNU screen treats Esc as the start of a report and passes it on with the next key (measured:
  /// 4.9).
  package var holdsEscapeBack: Bool { multiplexer == .screen }

  /// Whether new colours are noticed only by querying them.
  ///
  /// True if the terminal reports its colours but not their changes (mode 2031).
  package var keepsColorsQuiet: Bool { background != nil && prefersDark == nil }

  /// Whether the terminal's background is dark; `nil` if unknown.
  package var isDark: Bool? { background.map { !$0.isLight } ?? prefersDark }
}

extension Color {
  /// Whether black has more contrast with this colour than white has, by WCAG 2.
  var isLight: Bool {
    func linear(_ value: UInt8) -> Double {
      let value = Double(value) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05
  }
}
