import Canvas
import Terminal

private let notcurses = "https://github.com/dankamongmen/notcurses/blob/master/src/lib/termdesc.c"
private let yazi = "https://github.com/sxyazi/yazi/blob/main/yazi-adapter/src/drivers/drivers.rs"
private let ratatui = "https://github.com/benjajaja/ratatui-image#compatibility-matrix"
private let kittyProtocol = "https://sw.kovidgoyal.net/kitty/graphics-protocol/"

extension AnswerSet {
  static let all: [AnswerSet] = pixels + symbolic + multiplexed + colored + sized + hinted

  private static let pixels: [AnswerSet] = [
    AnswerSet(
      name: "kitty 0.26.5",
      origin: .measured,
      environment: ["TERM": "xterm-kitty"],
      window: (77, 22, 693, 440),
      answers: [
        kitty([4201, 4202, 4203]), version("kitty(0.26.5)"), csi("6;20;9t"), csi("4;440;693t"),
        dark, csi("?2026;2$y"), csi("?62;c"),
      ],
      graphics: .kittyDirect,
      cell: .init(width: 9, height: 20),
      cellSource: .window,
      symbols: .sextants,
      medium: .sharedMemory,
      isSynchronized: true
    ),
    AnswerSet(
      name: "kitty 0.26.5, as the reference has it",
      origin: .measured,
      answers: [
        "\u{1B}_Gi=31;OK\(st)", version("kitty(0.26.5)"), csi("4;800;1197t"), csi("6;20;9t"),
        csi("?2026;2$y"), csi("?62;c"),
      ],
      // The ID isn't one of ours.
      graphics: .symbols,
      cell: .init(width: 9, height: 20),
      cellSource: .cellReport,
      symbols: .sextants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "kitty 0.28.0",
      origin: .composed("https://sw.kovidgoyal.net/kitty/changelog/"),
      environment: ["TERM": "xterm-kitty"],
      window: (133, 40, 1197, 800),
      answers: [
        kitty([4201, 4202, 4203]), version("kitty(0.28.0)"), csi("6;20;9t"), csi("4;800;1197t"),
        dark, csi("?2026;2$y"), csi("?62;c"),
      ],
      graphics: .kitty,
      cell: .init(width: 9, height: 20),
      cellSource: .window,
      symbols: .sextants,
      medium: .sharedMemory,
      isSynchronized: true
    ),
    AnswerSet(
      name: "kitty 0.42.2 over SSH",
      origin: .composed(kittyProtocol),
      environment: ["TERM": "xterm-kitty", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"],
      answers: [
        kitty(), version("kitty(0.42.2)"), csi("6;21;10t"), csi("4;504;800t"), dark,
        csi("?2026;2$y"), csi("?997;1n"), csi("?62;52;c"),
      ],
      graphics: .kitty,
      cell: .init(width: 10, height: 21),
      cellSource: .cellReport,
      symbols: .octants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "kitty 0.42.2 with 16 colours",
      origin: .composed(kittyProtocol),
      colors: .palette16,
      answers: [kitty(), version("kitty(0.42.2)"), csi("6;21;10t"), csi("?62;52;c")],
      graphics: .kittyDirect,
      cell: .init(width: 10, height: 21),
      cellSource: .cellReport,
      symbols: .octants
    ),
    AnswerSet(
      name: "ghostty 1.1.3, memory refused, files taken",
      origin: .composed("https://github.com/ghostty-org/ghostty/pull/2015"),
      environment: ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"],
      window: (100, 30, 1000, 660),
      answers: [
        kitty([4201]), kitty([4202], "EINVAL: unsupported medium"), kitty([4203]),
        version("ghostty 1.1.3"), csi("6;22;10t"), csi("4;660;1000t"), dark, csi("?2026;2$y"),
        csi("?997;1n"), csi("?62;22c"),
      ],
      graphics: .kitty,
      cell: .init(width: 10, height: 22),
      cellSource: .window,
      medium: .temporaryFile,
      isSynchronized: true
    ),
    AnswerSet(
      name: "WezTerm 20240203",
      origin: .composed(ratatui),
      environment: ["TERM_PROGRAM": "WezTerm"],
      window: (80, 24, 640, 408),
      answers: [
        kitty(), version("WezTerm 20240203-110809-5046fc22"), csi("6;17;8t"), csi("4;408;640t"),
        dark, csi("?2026;2$y"), csi("?65;4;6;18;22c"),
      ],
      graphics: .iterm2,
      cell: .init(width: 8, height: 17),
      cellSource: .window,
      symbols: .sextants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "iTerm2 3.5.4",
      origin: .composed("https://iterm2.com/documentation-images.html"),
      environment: ["TERM_PROGRAM": "iTerm.app", "LC_TERMINAL": "iTerm2"],
      window: (80, 25, 1134, 850),
      answers: [
        version("iTerm2 3.5.4"), csi("6;34;14t"), csi("4;850;1134t"), dark, csi("?2026;2$y"),
        csi("?64;1;2;4;6;17;18;21;22c"),
      ],
      graphics: .iterm2,
      cell: .init(width: 14.175, height: 34),
      cellSource: .window,
      isSynchronized: true
    ),
    AnswerSet(
      name: "iTerm2 through SSH, by the variable that SSH passes on",
      origin: .composed("https://iterm2.com/documentation-images.html"),
      environment: [
        "SSH_TTY": "/dev/pts/0", "LC_TERMINAL": "iTerm2", "LC_TERMINAL_VERSION": "3.4.16",
      ],
      answers: [dark, csi("?62;4c")],
      graphics: .iterm2
    ),
    AnswerSet(
      name: "mintty 3.7.0",
      origin: .composed(yazi),
      environment: ["TERM_PROGRAM": "mintty", "TERM": "xterm"],
      answers: [
        version("mintty 3.7.0"), csi("6;16;8t"), csi("4;384;640t"), dark,
        csi("?64;1;2;4;6;9;15;21;22;28;29c"),
      ],
      graphics: .iterm2,
      cell: .init(width: 8, height: 16),
      cellSource: .cellReport
    ),
    AnswerSet(
      name: "Konsole 23.08.1",
      origin: .composed(yazi),
      environment: ["KONSOLE_VERSION": "230801"],
      window: (90, 30, 720, 510),
      answers: [kitty(), version("Konsole 23.08.1"), csi("4;510;720t"), dark, csi("?62;1;4c")],
      graphics: .kittyDirect,
      cell: .init(width: 8, height: 17),
      cellSource: .window
    ),
    AnswerSet(
      name: "Konsole 22.12.3, whose window is larger than its cells",
      origin: .measured,
      environment: ["KONSOLE_VERSION": "221203"],
      window: (110, 28, 882, 476),
      answers: [
        kitty(), kitty([4202, 4203], "ENOTSUPPORTED:"), version("Konsole 22.12.3"), csi("6;17;8t"),
        csi("4;476;880t"), palette("fcfc/fcfc/fcfc", "2323/2626/2727"), csi("?62;1;4c"),
      ],
      graphics: .kittyDirect,
      cell: .init(width: 8, height: 17),
      cellSource: .cellReport
    ),
    AnswerSet(
      name: "Warp",
      origin: .composed("https://github.com/warpdotdev/warp/issues/6210"),
      environment: ["TERM_PROGRAM": "WarpTerminal"],
      answers: [kitty(), csi("?62;c")],
      graphics: .kittyDirect
    ),
    AnswerSet(
      name: "xterm 379 -ti vt340",
      origin: .measured,
      environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
      colors: .palette256,
      window: (80, 24, 484, 316),
      answers: [
        version("XTerm(379)"), palette("0000/0000/0000", "ffff/ffff/ffff"), csi("?2026;0$y"),
        csi("?63;1;2;4;6;9;15;16;22;28c"), rendition("0;38:2::47:115:195"),
        csi("?63;1;2;4;6;9;15;16;22;28c"),
      ],
      graphics: .sixel,
      cell: .init(width: 6, height: 13),
      cellSource: .window,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "mlterm 3.9",
      origin: .measured,
      environment: ["TERM": "mlterm", "MLTERM": "3.9.2"],
      window: (80, 24, 640, 384),
      answers: [csi("4;384;640t"), csi("?63;1;2;3;4;6;7;15;18;22;29c")],
      graphics: .sixel,
      cell: .init(width: 8, height: 16),
      cellSource: .window,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "foot 1.16.2",
      origin: .composed(ratatui),
      environment: ["TERM": "foot"],
      window: (100, 40, 1100, 920),
      answers: [
        version("foot(1.16.2)"), csi("6;23;11t"), csi("4;920;1100t"), dark, csi("?2026;2$y"),
        csi("?62;4;22c"),
      ],
      graphics: .sixel,
      cell: .init(width: 11, height: 23),
      cellSource: .window,
      symbols: .sextants,
      isSynchronized: true
    ),
    AnswerSet(
      name: "foot 1.20.2, the first with octants",
      origin: .composed("https://codeberg.org/dnkl/foot/releases/tag/1.20.0"),
      environment: ["TERM": "foot"],
      window: (100, 40, 1100, 920),
      answers: [version("foot(1.20.2)"), csi("6;23;11t"), csi("?62;4;22c")],
      graphics: .sixel,
      cell: .init(width: 11, height: 23),
      cellSource: .window,
      symbols: .octants
    ),
    AnswerSet(
      name: "Windows Terminal 1.22 through its OpenSSH, which makes pixels up",
      origin: .composed("https://github.com/sxyazi/yazi/issues/2340"),
      environment: ["SSH_TTY": "/dev/pts/0"],
      window: (120, 30, 640, 480),
      answers: [csi("6;20;10t"), dark, csi("?61;4;6;7;14;21;22;23;24;28;32;42c")],
      graphics: .sixel,
      cell: .init(width: 10, height: 20),
      cellSource: .cellReport
    ),
    AnswerSet(
      name: "VS Code with pictures",
      origin: .composed("https://github.com/xtermjs/xterm.js/tree/master/addons/addon-image"),
      environment: ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.92.0"],
      answers: [csi("6;18;9t"), csi("4;432;720t"), dark, csi("?62;4;9;22c")],
      graphics: .iterm2,
      cell: .init(width: 9, height: 18),
      cellSource: .cellReport
    ),
    AnswerSet(
      name: "an unknown terminal with kitty's protocol",
      origin: .composed(kittyProtocol),
      answers: [kitty(), version("NewTerm 1.0"), csi("?62;4c")],
      graphics: .kittyDirect
    ),
    AnswerSet(
      name: "an unknown terminal with sixels, its cells wider than high by a swapped report",
      origin: .composed("https://github.com/jstkdng/ueberzugpp/blob/master/src/terminal.cpp"),
      answers: [csi("4;640;384t"), csi("?62;4c")],
      graphics: .sixel,
      cell: .init(width: 8, height: 16),
      cellSource: .areaReport
    ),
  ]

  private static let symbolic: [AnswerSet] = [
    AnswerSet(
      name: "xterm 379 as it comes",
      origin: .measured,
      environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
      colors: .palette256,
      window: (80, 24, 484, 316),
      answers: [
        version("XTerm(379)"), palette("0000/0000/0000", "ffff/ffff/ffff"), csi("?2026;0$y"),
        csi("?64;1;2;6;9;15;16;17;18;21;22;28c"), rendition("0;38:2::47:115:195"),
        csi("?64;1;2;6;9;15;16;17;18;21;22;28c"),
      ],
      graphics: .symbols,
      cell: .init(width: 6, height: 13),
      cellSource: .window,
      provenColors: .trueColor
    ),
    AnswerSet(
      name: "PuTTY 0.78, whose window has fewer pixels than cells",
      origin: .measured,
      environment: ["TERM": "xterm"],
      colors: .palette16,
      window: (80, 24, 14, 46),
      answers: [csi("4;314;496t"), csi("?6c")],
      graphics: .symbols,
      cell: .init(width: 6.2, height: 314.0 / 24),
      cellSource: .areaReport
    ),
    AnswerSet(
      name: "rxvt-unicode 9.30, whose answer counts its border",
      origin: .measured,
      environment: ["TERM": "rxvt-unicode-256color"],
      colors: .palette256,
      window: (80, 24, 480, 312),
      answers: [csi("4;316;496t"), csi("?2026;0$y"), csi("?1;2c")],
      graphics: .symbols,
      cell: .init(width: 6, height: 13),
      cellSource: .window
    ),
    AnswerSet(
      name: "GNOME Terminal with VTE 0.70",
      origin: .composed(notcurses),
      environment: ["VTE_VERSION": "7006"],
      window: (80, 24, 640, 432),
      answers: [csi("4;432;640t"), dark, csi("?2026;0$y"), csi("?65;1;9c")],
      graphics: .symbols,
      cell: .init(width: 8, height: 18),
      cellSource: .window,
      symbols: .sextants
    ),
    AnswerSet(
      name: "Alacritty's fork with sixels that stay",
      origin: .composed(ratatui),
      environment: ["TERM": "alacritty"],
      window: (80, 24, 800, 480),
      answers: [csi("4;480;800t"), dark, csi("?2026;2$y"), csi("?62;4;6c")],
      graphics: .symbols,
      cell: .init(width: 10, height: 20),
      cellSource: .window,
      isSynchronized: true
    ),
    AnswerSet(
      name: "contour, whose sixels stay",
      origin: .composed(ratatui),
      answers: [
        version("contour 0.4.3.6442"), csi("6;18;9t"), dark, csi("?2026;2$y"), csi("?65;1;4;22c"),
      ],
      graphics: .symbols,
      cell: .init(width: 9, height: 18),
      cellSource: .cellReport,
      isSynchronized: true
    ),
    AnswerSet(
      name: "st 0.8.4",
      origin: .composed(notcurses),
      environment: ["TERM": "st-256color"],
      answers: [csi("?6c")],
      graphics: .symbols,
      symbols: .halfBlocks
    ),
    AnswerSet(
      name: "VS Code without pictures",
      origin: .composed("https://github.com/xtermjs/xterm.js/tree/master/addons/addon-image"),
      environment: ["TERM_PROGRAM": "vscode"],
      answers: [dark, csi("?1;2c")],
      graphics: .symbols
    ),
    AnswerSet(
      name: "a locale without UTF-8",
      origin: .composed(notcurses),
      environment: ["LANG": "C", "VTE_VERSION": "7006"],
      answers: [csi("?65;1;9c")],
      graphics: .symbols,
      symbols: .ascii
    ),
    AnswerSet(
      name: "NO_COLOR in a terminal with everything",
      origin: .composed("https://no-color.org"),
      environment: ["NO_COLOR": "1"],
      answers: [kitty(), version("kitty(0.42.2)"), csi("?62;c")],
      graphics: .kitty,
      symbols: .octants
    ),
    AnswerSet(
      name: "telnet's half of a size, and absurd reports",
      origin: .composed("https://github.com/tmux/tmux/issues/4099"),
      window: (80, 24, 32_000, 0),
      answers: [csi("6;0;9t"), csi("4;0;0t"), csi("?62;c")],
      graphics: .symbols
    ),
  ]
}
