import Canvas
import Terminal

/// Terminals whose environment variables promise fewer colours than they may have.
extension AnswerSet {
  private static let remote = ["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/0"]

  static let colored: [AnswerSet] = [
    AnswerSet(
      name: "xterm 379 with directColor off",
      origin: .measured,
      environment: ["TERM": "xterm", "SSH_TTY": "/dev/pts/0"],
      colors: .palette16,
      answers: [
        version("XTerm(379)"), csi("?64;1;2;6;9;15;16;17;18;21;22;28c"), rendition("0;38:5:32"),
        csi("?64;1;2;6;9;15;16;17;18;21;22;28c"),
      ],
      graphics: .symbols,
      provenColors: .palette256
    ),
    AnswerSet(
      name: "xterm 379 with directColor off, and COLORTERM of another terminal",
      origin: .measured,
      environment: ["TERM": "xterm", "COLORTERM": "truecolor"],
      answers: [version("XTerm(379)"), csi("?64;22c"), rendition("0;38:5:32"), csi("?64;22c")],
      graphics: .symbols,
      provenColors: .palette256
    ),
    AnswerSet(
      name: "kitty 0.26.5 over SSH as an xterm",
      origin: .measured,
      environment: remote,
      colors: .palette256,
      answers: [
        kitty(), version("kitty(0.26.5)"), csi("?62;c"), rendition("38:2:47:115:195"),
        csi("?62;c"),
      ],
      graphics: .kittyDirect,
      symbols: .sextants,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "foot 1.13.1 over SSH as an xterm",
      origin: .measured,
      environment: remote,
      colors: .palette256,
      answers: [
        version("foot(1.13.1)"), csi("?62;4;22c"), rendition("0;38:2::47:115:195"),
        csi("?62;4;22c"),
      ],
      graphics: .sixel,
      symbols: .sextants,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "Konsole 22.12.3 over SSH, which knows no such question",
      origin: .measured,
      environment: remote,
      colors: .palette256,
      answers: [kitty(), version("Konsole 22.12.3"), csi("?62;1;4c"), csi("?62;1;4c")],
      graphics: .kittyDirect
    ),
    AnswerSet(
      name: "a terminal that names an entry of its palette",
      origin: .composed("https://invisible-island.net/xterm/ctlseqs/ctlseqs.html"),
      environment: remote,
      colors: .palette256,
      answers: [version("NewTerm 1.0"), csi("?62c"), rendition("0;38;5;32"), csi("?62c")],
      graphics: .symbols
    ),
    AnswerSet(
      name: "a terminal that has another colour than the one that was set",
      origin: .composed("https://invisible-island.net/xterm/ctlseqs/ctlseqs.html"),
      environment: remote,
      colors: .palette256,
      answers: [version("NewTerm 1.0"), csi("?62c"), rendition("0;38:2::48:112:192"), csi("?62c")],
      graphics: .symbols
    ),
  ]
}
