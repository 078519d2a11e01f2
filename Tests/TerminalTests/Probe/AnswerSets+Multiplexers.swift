import Canvas
import Terminal

private let tmuxChanges = "https://raw.githubusercontent.com/tmux/tmux/3.6/CHANGES"

extension AnswerSet {
  private static let inPopup = ["TMUX": "/tmp/tmux-0/default,1,0", "TERM": "tmux-256color"]
  private static let inTmux = inPopup.merging(["TMUX_PANE": "%0"]) { $1 }
  private static let tmux33 = version("tmux 3.3a") + csi("?1;2c")
  private static let tmux36 = [
    version("tmux 3.6"), csi("6;20;9t"), csi("?2026;2$y"), csi("?1;2;4c"),
  ].joined()

  static let multiplexed: [AnswerSet] = [
    AnswerSet(
      name: "tmux 3.3a alone",
      origin: .measured,
      environment: inTmux,
      window: (100, 50, 1600, 1600),
      answers: [tmux33],
      tmux: "0||||3.3a",
      graphics: .symbols,
      cell: .init(width: 16, height: 32),
      cellSource: .window
    ),
    AnswerSet(
      name: "kitty 0.40.1 around tmux 3.3a that lets codes through",
      origin: .composed(tmuxChanges),
      environment: inTmux,
      answers: [tmux33, kitty([4201, 4202])],
      tmux: "1|xterm-kitty|kitty(0.40.1)|256,RGB|3.3a",
      graphics: .kitty,
      symbols: .sextants,
      medium: .sharedMemory
    ),
    AnswerSet(
      name: "a popup of tmux that lets codes through, but not from a popup",
      origin: .measured,
      environment: inPopup,
      answers: [tmux33],
      tmux: "1|xterm-kitty|kitty(0.32.2)|256,RGB|3.3a",
      graphics: .symbols,
      symbols: .sextants
    ),
    AnswerSet(
      name: "a popup of tmux that knows sixels",
      origin: .composed(tmuxChanges),
      environment: inPopup,
      answers: [tmux36],
      tmux: "on|foot|foot(1.16.2)|256,RGB,sixel|3.6",
      graphics: .symbols,
      cell: .init(width: 9, height: 20),
      cellSource: .cellReport,
      symbols: .sextants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "kitty 0.40.1 around tmux 3.3a that does not",
      origin: .composed(tmuxChanges),
      environment: inTmux,
      answers: [tmux33],
      tmux: "0|xterm-kitty|kitty(0.40.1)|256,RGB|3.3a",
      graphics: .symbols,
      symbols: .sextants
    ),
    AnswerSet(
      name: "kitty 0.26.5 around tmux that lets codes through",
      origin: .composed(tmuxChanges),
      environment: inTmux,
      answers: [tmux33],
      tmux: "1|xterm-kitty|kitty(0.26.5)|256,RGB|3.3a",
      graphics: .symbols,
      symbols: .sextants
    ),
    AnswerSet(
      name: "foot around tmux 3.6 that knows sixels",
      origin: .composed(tmuxChanges),
      environment: inTmux,
      answers: [tmux36],
      tmux: "off|foot|foot(1.16.2)|256,RGB,sixel|3.6",
      graphics: .sixel,
      cell: .init(width: 9, height: 20),
      cellSource: .cellReport,
      symbols: .sextants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "tmux 3.7 that has to be told \"all\"",
      origin: .composed("https://github.com/sxyazi/yazi/issues/4245"),
      environment: inTmux,
      answers: [version("tmux 3.7b"), csi("?1;2c")],
      tmux: "on|xterm-ghostty|ghostty 1.1.3|256,RGB|3.7b",
      graphics: .symbols
    ),
    AnswerSet(
      name: "tmux behind an SSH connection",
      origin: .composed(tmuxChanges),
      environment: ["TERM": "tmux-256color", "SSH_TTY": "/dev/pts/1"],
      answers: [tmux36],
      graphics: .symbols,
      cell: .init(width: 9, height: 20),
      cellSource: .cellReport,
      isSynchronized: true
    ),
    AnswerSet(
      name: "zellij in kitty",
      origin: .composed("https://github.com/zellij-org/zellij/issues/5530"),
      environment: ["ZELLIJ": "0", "TERM": "xterm-kitty"],
      answers: [kitty(), csi("?62;c")],
      graphics: .kittyDirect
    ),
  ]
}
