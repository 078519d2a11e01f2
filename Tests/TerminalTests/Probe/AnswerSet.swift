import Canvas
import Terminal
import Testing

/// A terminal's replies to all queries, and the findings that must follow.
struct AnswerSet: CustomTestStringConvertible {
  let name: String
  /// The source of the replies.
  let origin: Origin
  var environment: [String: String] = [:]
  var colors = ColorDepth.trueColor
  /// The columns and rows, and the window's pixels according to the kernel.
  var window = (80, 24, 0, 0)
  let answers: [String]
  /// tmux's own information, with bars in place of tabs.
  var tmux: String?
  let graphics: GraphicsProtocol
  var cell: TerminalSize.CellPixels?
  var cellSource: TerminalFindings.CellSource?
  var symbols = SymbolSet.quadrants
  var medium = GraphicsMedium.direct
  var isSynchronized = false
  /// The colour depth that the replies prove.
  var provenColors: ColorDepth?

  enum Origin {
    /// Recorded from the real terminal.
    case measured
    /// Composed from documentation.
    case composed(String)
  }

  var testDescription: String { name }

  var size: TerminalSize {
    let (columns, rows, width, height) = window
    var size = TerminalSize(columns: columns, rows: rows)
    if width > 0, height > 0 {
      size.cellPixels = .init(
        width: Double(width) / Double(columns),
        height: Double(height) / Double(rows)
      )
    }
    return size
  }

  /// Returns a rig whose terminal has replied.
  func rig() -> ProbeRig {
    var rig = ProbeRig(environment: environment, colors: colors, size: size)
    if let tmux { rig.tmux(tmux.replacing("|", with: "\t")) }
    rig.answer(answers.joined())
    return rig
  }
}

/// Parts of replies.
extension AnswerSet {
  static let st = "\u{1B}\\"
  static func csi(_ text: String) -> String { "\u{1B}[" + text }
  static func kitty(_ ids: [Int] = [4201], _ message: String = "OK") -> String {
    ids.map { "\u{1B}_Gi=\($0);\(message)\(st)" }.joined()
  }
  static func version(_ text: String) -> String { "\u{1B}P>|\(text)\(st)" }
  static func palette(_ foreground: String, _ background: String) -> String {
    "\u{1B}]10;rgb:\(foreground)\(st)\u{1B}]11;rgb:\(background)\(st)"
  }
  /// Returns a reply to DECRQSS `m`, after the one of the first fence.
  static func rendition(_ text: String) -> String { "\u{1B}P1$r\(text)m\(st)" }
  static let dark = palette("dddd/dddd/dddd", "0000/0000/0000")
}
