import Canvas
import Platform
import Terminal
import Testing

@Suite struct TerminalProbeTests {
  /// Measured: kitty 0.26.5 of Debian 12.
  static let kitty0265 =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;800;1197t"
    + "\u{1B}[?2026;2$y\u{1B}[?62;c"

  @Test func `everything is asked in one write, the fence last`() {
    var rig = ProbeRig()
    #expect(
      rig.takeQuestions()
        == "\u{1B}_Gi=4201,s=1,v=1,a=q,f=24,t=d;AAAA\u{1B}\\"
        + "\u{1B}_Gi=4202,s=1,v=1,a=q,f=24,t=s,S=3;L20=\u{1B}\\"
        + "\u{1B}_Gi=4203,s=1,v=1,a=q,f=24,t=t,S=3;L3RtcC9m\u{1B}\\"
        + "\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p"
        + "\u{1B}[?996n\u{1B}[c"
    )
    #expect(rig.findings.graphics == nil && rig.findings.reason == .undecided)
  }

  @Test func `the fence decides, and answers are kept as they came`() {
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

  @Test func `without an answer in time it is symbols, until an answer comes after all`() {
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
