import Canvas
import Platform
import Terminal
import Testing

/// The query for 24-bit colours, and the effect of its reply.
@Suite struct ColorQuestionTests {
  fileprivate static let question =
    "\u{1B}[38;2;47;115;195m\u{1B}P$qm\u{1B}\\\u{1B}[0m\u{1B}[c"
  fileprivate static let xterm = AnswerSet.version("XTerm(379)") + AnswerSet.csi("?64;22c")

  /// Returns the query sent after the first replies.
  private func question(
    _ environment: [String: String],
    colors: ColorDepth = .palette256,
    after answers: String
  ) -> String {
    var rig = ProbeRig(environment: environment, colors: colors)
    #expect(!rig.takeQuestions().contains("\u{1B}P"), "before the terminal is known")
    rig.answer(answers)
    return rig.takeQuestions()
  }

  @Test func `a terminal that has named itself is queried once`() {
    #expect(question([:], after: Self.xterm) == Self.question)
    #expect(question([:], colors: .trueColor, after: Self.xterm) == Self.question)
    var rig = ProbeRig(colors: .palette256)
    rig.answer(Self.xterm)
    _ = rig.takeQuestions()
    rig.answer(AnswerSet.csi("?64;22c"))
    rig.refresh()
    #expect(!rig.takeQuestions().contains("\u{1B}P"))
  }

  @Test func `terminals that may print the query aren't queried`() {
    let fence = AnswerSet.csi("?62;c")
    #expect(question([:], after: fence) == "")
    #expect(question(["TERM": "rxvt-unicode-256color"], after: fence) == "")
    #expect(question(["XTERM_VERSION": "XTerm(330)"], after: fence) == "")
    let screen = ["TERM": "screen-256color", "SSH_TTY": "/dev/pts/1"]
    #expect(question(screen, after: AnswerSet.csi(">83;40900;0c") + fence) == "")
    #expect(question(["TERM": "linux"], after: Self.xterm) == "")
  }

  @Test func `no query is sent if its reply would change nothing`() {
    let kitty = AnswerSet.version("kitty(0.32.2)") + AnswerSet.csi("?62;c")
    #expect(question([:], colors: .trueColor, after: kitty) == "")
    let tmux = AnswerSet.version("tmux 3.3a") + AnswerSet.csi("?1;2c")
    #expect(question(["TERM": "screen-256color"], after: tmux) == "")
    let traits = TerminalTraits.detect(
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"],
      colorsOption: .palette16
    )
    var probe = TerminalProbe(
      ProbeSituation(traits: traits, environment: [:]),
      size: TerminalSize(columns: 80, rows: 24)
    )
    let now = MonotonicTime(nanoseconds: 0)
    _ = probe.begin(media: nil, at: now)
    _ = probe.absorb(.version("XTerm(379)"), raw: [], at: now)
    #expect(probe.absorb(.deviceAttributes([64]), raw: [], at: now).isEmpty)
    _ = probe.absorb(.foreground(.palette(32)), raw: [], at: now)
    #expect(probe.findings.colors == nil)
  }
}

/// ncurses is global, so these tests belong to the suite whose tests run one at a time.
extension TerminalTests {
  /// Draws a frame with a colour that no palette has.
  private func draw(_ rig: Rig) -> String {
    let canvas = rig.canvas {
      $0.draw("x", at: Point(0, 0), style: Style(foreground: Color(0x2F_73C3)))
    }
    _ = rig.terminal.present(canvas, pictures: [], modes: plain)
    return rig.tty.drainOutput()
  }

  private func answer(_ rig: Rig, _ text: String) {
    rig.tty.type(text)
    #expect(rig.terminal.readInput(at: .now) == [])
  }

  @Test(arguments: [
    (ColorDepth.palette16, "0;38:2::47:115:195", ColorDepth.trueColor, "38;2;47;115;195"),
    (.palette256, "0;38:2::47:115:195", .trueColor, "38;2;47;115;195"),
    (.trueColor, "0;38:5:32", .palette256, "38;5;"),
    (.palette16, "0;38:5:32", .palette256, "38;5;"),
    (.palette256, "0", .palette256, "38;5;"),
  ])
  func `the running program draws in the colours that the terminal has`(
    before: ColorDepth,
    rendition: String,
    after: ColorDepth,
    code: String
  ) throws {
    let rig = try Rig(term: "xterm", colors: before)
    rig.terminal.beginProbe()
    answer(rig, ColorQuestionTests.xterm)
    #expect(rig.tty.drainOutput().hasSuffix(ColorQuestionTests.question))
    _ = draw(rig)
    #expect(rig.terminal.colors == before)
    answer(rig, AnswerSet.rendition(rendition) + AnswerSet.csi("?64;22c"))
    #expect(rig.terminal.colors == after && rig.terminal.interfaceColors == after)
    let drawn = draw(rig)
    #expect(before == after || drawn.contains(code))
    rig.screen.feed(drawn)
    #expect(before == after || rig.screen.text[0].hasPrefix("x"))
  }
}
