import Canvas
import Terminal
import Testing

/// What a terminal answers to all questions, and what has to follow from it.
struct AnswerSet: CustomTestStringConvertible {
  let name: String
  /// Where the answers are from.
  let origin: Origin
  var environment: [String: String] = [:]
  var colors = ColorDepth.trueColor
  /// Columns, rows, and the window's pixels as the kernel has them.
  var window = (80, 24, 0, 0)
  let answers: [String]
  /// tmux's own line, with bars for tabs.
  var tmux: String?
  let graphics: GraphicsProtocol
  var cell: TerminalSize.CellPixels?
  var cellSource: TerminalFindings.CellSource?
  var symbols = SymbolSet.quadrants
  var medium = GraphicsMedium.direct
  var isSynchronized = false
  /// The number of colours that the answers prove.
  var provenColors: ColorDepth?

  enum Origin {
    /// Seen here.
    case measured
    /// Put together from what is written there.
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

  /// A rig whose terminal has answered.
  func rig() -> ProbeRig {
    var rig = ProbeRig(environment: environment, colors: colors, size: size)
    if let tmux { rig.tmux(tmux.replacing("|", with: "\t")) }
    rig.answer(answers.joined())
    return rig
  }
}

/// What the answers are made of.
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
  /// An answer to DECRQSS `m`, after that of the first fence.
  static func rendition(_ text: String) -> String { "\u{1B}P1$r\(text)m\(st)" }
  static let dark = palette("dddd/dddd/dddd", "0000/0000/0000")
}
