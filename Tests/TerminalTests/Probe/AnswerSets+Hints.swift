import Canvas
import Terminal

private let ratatui = "https://github.com/benjajaja/ratatui-image#compatibility-matrix"
private let addon = "https://github.com/xtermjs/xterm.js/tree/master/addons/addon-image"

/// Terminals whose environment names another terminal, or that the terminal's own name replaces.
extension AnswerSet {
  private static let wezTerm = [
    "TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809-5046fc22",
  ]
  private static let code = ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.109.0"]

  static let hinted: [AnswerSet] = [
    AnswerSet(
      name: "iTerm2 through mosh, which drops its pictures",
      origin: .composed("https://github.com/mobile-shell/mosh/blob/master/src/terminal"),
      environment: ["LC_TERMINAL": "iTerm2", "LC_TERMINAL_VERSION": "3.6.6"],
      answers: [csi("?62c")],
      graphics: .symbols
    ),
    AnswerSet(
      name: "Alacritty that was started from WezTerm",
      origin: .composed(ratatui),
      environment: wezTerm.merging(["TERM": "alacritty"]) { $1 },
      answers: [csi("?6c")],
      graphics: .symbols
    ),
    AnswerSet(
      name: "a terminal with a common TERM that was started from WezTerm",
      origin: .composed(ratatui),
      environment: wezTerm,
      answers: [csi("?6c")],
      graphics: .symbols,
      symbols: .sextants
    ),
    AnswerSet(
      name: "mlterm that was started from WezTerm",
      origin: .composed(ratatui),
      environment: wezTerm.merging(["TERM": "mlterm"]) { $1 },
      answers: [csi("?63;1;2;3;4;6;7;15;18;22;29c")],
      graphics: .sixel,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "VS Code of 2026, which reports the name of its terminal",
      origin: .composed(addon),
      environment: code,
      answers: [version("xterm.js(6.1.0)"), csi("?62;4;9;22c")],
      graphics: .iterm2
    ),
    AnswerSet(
      name: "VS Code of 2026 without pictures",
      origin: .composed(addon),
      environment: code,
      answers: [version("xterm.js(6.1.0)"), csi("?62;22c")],
      graphics: .symbols
    ),
  ]
}
