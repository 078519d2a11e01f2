import Canvas
import Foundation
import Platform
import Terminal
import Testing

@Suite struct TerminalProbeTests {
  /// Recorded: kitty 0.26.5 of Debian 12.
  static let kitty0265 =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;800;1197t"
    + "\u{1B}[?2026;2$y\u{1B}[?62;c"

  static let inTmux = ["TMUX": "/tmp/tmux", "TMUX_PANE": "%0", "TERM": "tmux-256color"]

  @Test func `all queries are sent in one write, the fence last`() {
    var rig = ProbeRig()
    #expect(
      rig.takeQuestions()
        == "\u{1B}_Gi=4201,s=1,v=1,a=q,f=24,t=d;AAAA\u{1B}\\"
        + "\u{1B}_Gi=4202,s=1,v=1,a=q,f=24,t=s,S=3;L20=\u{1B}\\"
        + "\u{1B}_Gi=4203,s=1,v=1,a=q,f=24,t=t,S=3;L3RtcC9m\u{1B}\\"
        + "\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}[?2;4;0S\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\"
        + "\u{1B}[?2026$p\u{1B}[?996n\u{1B}[c"
    )
    #expect(rig.findings.graphics == nil && rig.findings.reason == .undecided)
  }

  @Test func `the fence completes the probe, and replies are stored as received`() {
    var rig = ProbeRig()
    rig.answer(Self.kitty0265)
    #expect(rig.findings.graphics == .kittyDirect)
    #expect(rig.findings.reason == .terminal("kitty(0.26.5)"))
    #expect(rig.findings.hasSynchronizedOutput)
    #expect(rig.findings.cell == .init(width: 9, height: 20))
    #expect(rig.findings.answers.first == "\\e_Gi=4201;OK\\e\\\\")
    #expect(rig.findings.answers.last == "\\e[?62;c")
    #expect(rig.findings.answers.count == 6)
    #expect(rig.events == [] && rig.probe.deadline == nil)
  }

  @Test func `the largest sixel size is the terminal's reply, or a known value`() {
    // Recorded: xterm 379; foot 1.13.1; mlterm 3.9, which doesn't know the query.
    for (answer, size) in [
      ("\u{1B}[?2;0;1000;1000S", Size(1000, 1000)), ("\u{1B}[?2;0;4000;3000S", Size(4000, 3000)),
      ("", Size(1000, 1000)), ("\u{1B}[?2;0;0;0S", Size(1000, 1000)),
      ("\u{1B}[?2;3;0S", Size(1000, 1000)), ("\u{1B}[?1;0;256S", Size(1000, 1000)),
    ] {
      var rig = ProbeRig(environment: ["XTERM_VERSION": "XTerm(379)"])
      rig.answer(answer + "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?63;1;2;4;6;9;15;16;22;28c")
      #expect(rig.findings.graphics == .sixel && rig.findings.largestSixel == size)
      #expect(rig.events == [])
    }
    for (answer, size) in [
      ("\u{1B}[?2;0;10000;10000S", Size(10000, 10000)), ("\u{1B}[?1;3;0S", nil),
    ] {
      var rig = ProbeRig(environment: ["TERM": "mlterm"])
      rig.answer(answer + "\u{1B}[?63;1;2;3;4;6;7;15;18;22;29c")
      #expect(rig.findings.graphics == .sixel && rig.findings.largestSixel == size)
    }
  }

  @Test func `symbols are used without a timely reply, until a late one arrives`() {
    for (environment, budget) in [([:], 200), (["SSH_TTY": "/dev/pts/1"], 1000)] {
      var rig = ProbeRig(environment: environment)
      rig.wait(milliseconds: budget - 1)
      #expect(rig.findings.graphics == nil && rig.probe.deadline != nil)
      rig.wait(milliseconds: 1)
      #expect(rig.findings.graphics == .symbols && rig.findings.reason == .noAnswer)
      #expect(rig.probe.deadline == nil)
      let revision = rig.probe.revision
      rig.answer("\u{1B}[?62;4;22c")
      #expect(rig.findings.graphics == .sixel && rig.probe.revision > revision)
    }
  }
}

extension TerminalProbeTests {
  @Test func `an option selects pixels once their size is known or can't be known`() {
    for graphics in GraphicsProtocol.allCases {
      var rig = ProbeRig(graphics: graphics)
      #expect(rig.questions.hasSuffix("\u{1B}[c"), "everything is asked all the same")
      #expect((rig.findings.graphics == nil) == graphics.hasPixels)
      var silent = rig
      silent.wait(milliseconds: 200)
      rig.answer(Self.kitty0265)
      for decided in [rig, silent] {
        #expect(decided.findings.graphics == graphics && decided.probe.deadline == nil)
        #expect(decided.findings.reason == .asked("--graphics"))
      }
    }
  }

  @Test func `the background is dark or light, and follows the terminal`() {
    let table: [(String, Bool)] = [
      ("0000/0000/0000", true), ("ffff/ffff/ffff", false), ("2e2e/3434/4040", true),
      ("fdfd/f6f6/e3e3", false), ("7070/7070/7070", true), ("8080/8080/8080", false),
    ]
    for (color, isDark) in table {
      var rig = ProbeRig()
      rig.answer("\u{1B}]11;rgb:\(color)\u{7}")
      #expect(rig.findings.isDark == isDark, "\(color)")
    }

    var rig = ProbeRig()
    #expect(rig.findings.isDark == nil)
    rig.answer("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?997;1n\u{1B}[?62;c")
    #expect(rig.findings.isDark == true)
    _ = rig.takeQuestions()
    rig.answer("\u{1B}[?997;2n")
    #expect(rig.findings.isDark == false, "at once, before the colour is known")
    #expect(rig.takeQuestions() == "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c")
    rig.answer("\u{1B}]11;rgb:20/20/20\u{7}\u{1B}[?62;c")
    #expect(rig.findings.isDark == true, "the colour is what is really there")
  }

  @Test func `the background is queried again after a pending query`() {
    var rig = ProbeRig()
    rig.answer("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62;c")
    #expect(rig.findings.keepsColorsQuiet)
    _ = rig.takeQuestions()
    rig.resize(TerminalSize(columns: 90, rows: 24))
    #expect(!rig.takeQuestions().contains("]11"))
    rig.refresh()
    #expect(rig.takeQuestions() == "", "one question at a time")
    rig.answer("\u{1B}[?62;c")
    #expect(rig.takeQuestions().contains("\u{1B}]11;?"))
    rig.answer("\u{1B}]11;rgb:1010/1010/1010\u{7}\u{1B}[?62;c")
    #expect(rig.findings.isDark == true && rig.takeQuestions() == "")

    // A report arrives while the size is being queried.
    rig.answer("\u{1B}[?997;1n\u{1B}]11;rgb:1010/1010/1010\u{7}\u{1B}[?62;c")
    _ = rig.takeQuestions()
    rig.resize(TerminalSize(columns: 91, rows: 24))
    rig.answer("\u{1B}[?997;2n\u{1B}[?62;c")
    #expect(rig.takeQuestions().contains("\u{1B}]11;?") && !rig.findings.keepsColorsQuiet)
  }

  @Test func `terminals that print the query for images don't receive it`() {
    for environment in [
      ["TERM": "rxvt-unicode-256color"], ["TERM": "rxvt"], ["TERM_PROGRAM": "terminology"],
    ] {
      let rig = ProbeRig(environment: environment)
      #expect(!rig.questions.contains("_G") && rig.questions.hasSuffix("\u{1B}[c"))
    }
  }

  @Test func `GNU screen is recognized by its variable or, over SSH, by its reply`() {
    let local = ProbeRig(environment: ["STY": "1.pts", "TERM": "screen.xterm-256color"])
    #expect(local.findings.holdsEscapeBack)
    for (answer, isScreen) in [("\u{1B}[>83;40900;0c", true), ("\u{1B}[>84;0;0c", false)] {
      var rig = ProbeRig(environment: ["TERM": "screen-256color", "SSH_TTY": "/dev/pts/1"])
      #expect(rig.questions.contains("\u{1B}[>c") && !rig.findings.holdsEscapeBack)
      rig.answer(answer + "\u{1B}[?1;2c")
      #expect(rig.findings.holdsEscapeBack == isScreen && rig.findings.graphics == .symbols)
    }
    #expect(!ProbeRig().questions.contains("\u{1B}[>c"))
  }

  @Test func `inside tmux the outer terminal is queried only if tmux passes it on`() {
    let environment = Self.inTmux
    var rig = ProbeRig(environment: environment)
    #expect(!rig.takeQuestions().contains("_G"))
    rig.answer("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
    #expect(rig.findings.graphics == nil, "tmux has not told yet")
    rig.tmux("1\txterm-kitty\tkitty(0.40.1)\t256\t3.3a")
    #expect(rig.findings.graphics == .kitty && rig.findings.envelope == .tmux)
    let question = rig.takeQuestions()
    #expect(question.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Gi=4201,"))
    #expect(question.components(separatedBy: "\u{1B}Ptmux;").count == 3, "each by itself")

    var off = ProbeRig(environment: environment)
    _ = off.takeQuestions()
    off.answer("\u{1B}[?1;2c")
    off.tmux("0\txterm-kitty\tkitty(0.40.1)\t256\t3.3a")
    #expect(off.takeQuestions() == "")
    #expect(
      off.findings.reason
        == .passthroughOff("kitty(0.40.1)", line: "set -g allow-passthrough on")
    )
    off.tmux("on\txterm-ghostty\tghostty 1.1.3\t256\t3.7b")
    #expect(
      off.findings.reason == .passthroughOff("ghostty 1.1.3", line: "set -g allow-passthrough all")
    )

    var silent = ProbeRig(environment: environment)
    silent.answer("\u{1B}[?1;2c")
    silent.tmux(nil)
    #expect(silent.findings.graphics == .symbols)
  }

  @Test func `tmux is queried again until it knows the terminal around it`() {
    let early = "1\txterm-kitty\t\t256\t3.3a"
    let late = "1\txterm-kitty\tkitty(0.32.2)\t256\t3.3a"
    var rig = ProbeRig(environment: Self.inTmux)
    rig.answer("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
    rig.tmux(early)
    #expect(rig.findings.graphics == nil, "a better answer may come in time")
    #expect(rig.probe.tmuxRetry == rig.now + .milliseconds(30))
    var quick = rig
    quick.tmux(late)
    #expect(quick.findings.graphics == .kitty && quick.probe.tmuxRetry == nil)
    #expect(quick.findings.answers.count == 4)

    rig.wait(milliseconds: 200)
    #expect(rig.findings.graphics == .symbols, "pictures don't wait any longer")
    var silent = rig
    _ = rig.takeQuestions()
    rig.tmux(early)
    #expect(rig.findings.graphics == .symbols && rig.probe.tmuxRetry != nil)
    rig.tmux(late)
    #expect(rig.findings.graphics == .kitty && rig.findings.envelope == .tmux)
    #expect(rig.takeQuestions().contains("_Gi=4201,"))

    var pauses: [Int64] = []
    while let retry = silent.probe.tmuxRetry, pauses.count < 50 {
      pauses.append((retry.nanoseconds - silent.now.nanoseconds) / 1_000_000)
      silent.tmux(early)
    }
    #expect(pauses.count == 10 && silent.findings.graphics == .symbols)
    #expect(pauses.dropFirst().reduce(0, +) > 30_000, "a busy machine has half a minute")
    // Another terminal attaches.
    silent.attach()
    silent.tmux(late)
    #expect(silent.findings.graphics == .kitty)
    silent.attach()
    silent.tmux("1\txterm-256color\tXTerm(379)\t256\t3.3a")
    #expect(silent.findings.graphics == .symbols)
  }

  @Test func `a terminal that attaches to tmux is queried once, after it has told its name`() {
    var rig = ProbeRig(environment: Self.inTmux)
    let nameless = "1\txterm-kitty\t\t256\t3.3a"
    let named = "1\txterm-kitty\tkitty(0.32.2)\t256\t3.3a"
    func replies(_ result: String) -> String {
      "\u{1B}_Gi=4201;OK\u{1B}\\" + "\u{1B}_Gi=4202;\(result)\u{1B}\\"
    }
    rig.answer("\u{1B}[?1;2c")
    rig.tmux(named)
    #expect(rig.takeQuestions().contains("_Gi=4202,"))
    rig.answer(replies("OK"))
    #expect(rig.findings.medium == .sharedMemory)

    // Its pixels can be read once, so the query isn't repeated.
    rig.attach()
    rig.tmux(nameless)
    rig.wait(milliseconds: 30)
    rig.tmux(nameless)
    #expect(!rig.takeQuestions().contains("_G") && rig.findings.medium == .sharedMemory)
    rig.tmux(named)
    #expect(rig.takeQuestions().contains("_Gi=4202,"))
    rig.tmux(named)
    #expect(!rig.takeQuestions().contains("_G"))

    // A slow terminal may read them for half a minute. A later failure proves nothing.
    rig.wait(milliseconds: 29_999)
    #expect(rig.probe.needsMedia(at: rig.now))
    rig.wait(milliseconds: 1)
    #expect(!rig.probe.needsMedia(at: rig.now))
    rig.answer(replies("ENOENT"))
    #expect(rig.findings.medium == .sharedMemory)

    // A failure in time does.
    rig.attach()
    rig.tmux(named)
    rig.answer(replies("ENOENT"))
    #expect(rig.findings.medium == .direct && !rig.probe.needsMedia(at: rig.now))
  }

  @Test func `tmux without passthrough or without a terminal isn't waited for`() {
    for line in ["0\txterm-kitty\t\t256\t3.3a", "1\t\t\t\t3.3a"] {
      var rig = ProbeRig(environment: Self.inTmux)
      rig.answer("\u{1B}[?1;2c")
      rig.tmux(line)
      #expect(rig.findings.graphics == .symbols)
    }
  }

  @Test func `GNU screen receives no queries`() {
    let rig = ProbeRig(environment: ["STY": "1.pts", "TERM": "screen.xterm-kitty"])
    #expect(rig.questions == "" && rig.findings.graphics == .symbols)
    #expect(rig.findings.reason == .multiplexer("GNU screen"))
    #expect(!ProbeRig(environment: ["TERM": "screen"]).questions.contains("_G"))
    #expect(!ProbeRig(environment: ["TERM": "tmux-256color"]).questions.contains("_G"))
  }

  @Test func `a size that only the kernel or only the terminal changes is noticed`() {
    var size = TerminalSize(columns: 100, rows: 50, cellPixels: .init(width: 9.5, height: 20))
    var rig = ProbeRig(size: size)
    #expect(rig.findings.cell == .init(width: 9.5, height: 20))
    rig.answer("\u{1B}[6;20;10t\u{1B}[?62;c")
    #expect(rig.findings.cell == .init(width: 9.5, height: 20), "fractions are kept")
    size.cellPixels = .init(width: 12.5, height: 26)
    rig.resize(size)
    #expect(rig.findings.cell == size.cellPixels, "the old report says nothing about it")

    var fake = ProbeRig(
      size: TerminalSize(columns: 100, rows: 50, cellPixels: .init(width: 5, height: 5))
    )
    fake.answer("\u{1B}[6;20;10t\u{1B}[?62;c")
    fake.resize(TerminalSize(columns: 50, rows: 25, cellPixels: .init(width: 10.4, height: 5)))
    #expect(fake.findings.cell == .init(width: 10, height: 20), "made-up pixels stay made up")
  }
}

extension TerminalProbeTests {
  @Test func `in a popup of tmux, pictures are symbols for a reason of its own`() {
    var rig = ProbeRig(environment: ["TMUX": "/tmp/tmux", "TERM": "tmux-256color"])
    rig.answer("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
    _ = rig.takeQuestions()
    rig.tmux("1\txterm-kitty\tkitty(0.32.2)\t256\t3.3a")
    #expect(rig.findings.graphics == .symbols && rig.findings.reason == .tmuxPopup)
    #expect(rig.findings.multiplexer == .tmux(passthrough: false))
    #expect(rig.takeQuestions() == "", "the outer terminal isn't asked")
  }

  /// The environment, the replies, and the name and protocol that no reply confirms.
  private static let unconfirmed: [([String: String], String, String, GraphicsProtocol)] = [
    (
      ["LC_TERMINAL": "iTerm2", "LC_TERMINAL_VERSION": "3.6.6"], "\u{1B}[?62c", "iTerm2 3.6.6",
      .iterm2
    ),
    (["TERM_PROGRAM": "mintty"], "\u{1B}[?6c", "mintty", .iterm2),
    (["TERM_PROGRAM": "WarpTerminal"], "\u{1B}[?62;c", "Warp", .kittyDirect),
    (["KONSOLE_VERSION": "221203"], "\u{1B}[?62c", "Konsole", .kittyDirect),
  ]

  @Test(arguments: unconfirmed)
  func `the environment alone selects no pixels, and the reason says so`(
    environment: [String: String],
    answers: String,
    name: String,
    graphics: GraphicsProtocol
  ) {
    var rig = ProbeRig(environment: environment)
    rig.answer(answers)
    #expect(rig.findings.graphics == .symbols)
    #expect(rig.findings.reason == .unconfirmed(name, graphics))
    // Any of these replies agrees with iTerm2's protocol.
    for agreement in ["\u{1B}P>|iTerm2 3.6.6\u{1B}\\\u{1B}[?62c", "\u{1B}[?62;4c"]
    where graphics == .iterm2 {
      var agreed = ProbeRig(environment: environment)
      agreed.answer(agreement)
      #expect(agreed.findings.graphics == .iterm2)
    }
  }

  @Test func `a refuted name isn't called unconfirmed`() {
    for (environment, answers) in [
      (["VTE_VERSION": "7006"], "\u{1B}[?65;1;9c"), (["TERM_PROGRAM": "vscode"], "\u{1B}[?1;2c"),
      (["TERM_PROGRAM": "WezTerm"], "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?64;22c"),
    ] {
      var rig = ProbeRig(environment: environment)
      rig.answer(answers)
      #expect(rig.findings.graphics == .symbols && rig.findings.reason == .nothingBetter)
    }
  }

  @Test func `TERM overrides inherited variables, but doesn't hide the version`() {
    let ghostty = ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"]
    for (environment, identity) in [
      (ghostty.merging(["TERM_PROGRAM_VERSION": "1.2.0"]) { $1 }, "ghostty 1.2.0"),
      (["TERM": "foot", "TERM_PROGRAM": "WezTerm"], "foot"),
      (["TERM": "xterm-kitty", "ZELLIJ": "0"], "Zellij"),
      (["TERM_PROGRAM": "WezTerm", "VTE_VERSION": "7006"], "WezTerm"),
    ] {
      #expect(ProbeRig(environment: environment).findings.identity?.text == identity)
    }
  }

  @Test func `inside tmux, a terminal's TERM alone selects no pixels`() {
    var rig = ProbeRig(environment: Self.inTmux)
    rig.answer("\u{1B}[?1;2c")
    rig.tmux("1\txterm-ghostty\t\t256\t3.3a")
    rig.wait(milliseconds: 200)
    #expect(rig.findings.graphics == .symbols)
    rig.tmux("1\txterm-ghostty\tghostty 1.1.3\t256\t3.3a")
    #expect(rig.findings.graphics == .kitty)
  }
}
