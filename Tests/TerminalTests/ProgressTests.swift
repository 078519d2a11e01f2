import Canvas
import Terminal
import Testing

/// Progress reports to terminals that show them outside their window.
extension TerminalTests {
  private func modes(_ progress: TerminalModes.Progress?) -> TerminalModes {
    TerminalModes(progress: progress)
  }

  @Test func `the sequence is sent on each change, and reset at exit`() throws {
    let rig = try Rig()
    let canvas = rig.canvas { $0.draw("x", at: Point(0, 0)) }
    func sent(_ progress: TerminalModes.Progress?) -> String {
      _ = rig.terminal.present(canvas, pictures: [], modes: modes(progress))
      let output = rig.tty.drainOutput()
      return output.contains("\u{1B}]9;4;") ? output : ""
    }
    #expect(sent(nil) == "")
    #expect(sent(.percent(20)).contains("\u{1B}]9;4;1;20\u{1B}\\"))
    #expect(sent(.percent(20)) == "")
    #expect(sent(.indeterminate).contains("\u{1B}]9;4;3;0\u{1B}\\"))
    #expect(sent(.failed).contains("\u{1B}]9;4;2;100\u{1B}\\"))
    #expect(sent(nil).contains("\u{1B}]9;4;0;0\u{1B}\\"))
    #expect(sent(.percent(100)).contains("\u{1B}]9;4;1;100\u{1B}\\"))
    rig.terminal.suspend()
    #expect(rig.tty.drainOutput().contains("\u{1B}]9;4;0;0\u{1B}\\"))
  }

  @Test func `a crash resets the progress, even in the frame being written`() throws {
    let rig = try Rig()
    let canvas = rig.canvas { $0.draw("x", at: Point(0, 0)) }
    func teardown(_ progress: TerminalModes.Progress?) -> String {
      _ = rig.terminal.present(canvas, pictures: [], modes: modes(progress))
      return String(decoding: rig.tty.crashTeardown ?? [], as: UTF8.self)
    }
    #expect(!teardown(nil).contains("\u{1B}]9;4;"))
    #expect(teardown(.percent(5)).contains("\u{1B}]9;4;0;0\u{1B}\\"))
    // That frame may be half written when the crash happens.
    #expect(teardown(nil).contains("\u{1B}]9;4;0;0\u{1B}\\"))
  }
}

@Suite struct ProgressTests {
  @Test(arguments: [
    ("kitty(0.42.2)", false), ("ghostty 1.2.0", true), ("ghostty 1.1.3", false),
    ("WezTerm 20240203-110809-5046fc22", false), ("WezTerm 20250524-120000-abcdef01", true),
    ("iTerm2 3.6.5", false), ("iTerm2 3.6.6", true), ("Konsole 25.12.3", false),
    ("Konsole 26.04.0", true), ("VTE(7802)", false), ("VTE(8000)", true), ("foot(1.20.2)", false),
    ("XTerm(390)", false), ("tmux 3.5a", false), ("ghostty", false), ("somethingnew 9.9", false),
  ])
  func `only terminals that are known to show progress receive it`(_ name: String, _ isTold: Bool) {
    var rig = ProbeRig()
    #expect(!rig.findings.hasProgress)
    rig.answer("\u{1B}P>|\(name)\u{1B}\\\u{1B}[?62;c")
    #expect(rig.findings.hasProgress == isTold)
  }

  @Test(arguments: [
    (["WT_SESSION": "1"], true), (["ConEmuANSI": "ON"], true), (["ConEmuANSI": "OFF"], false),
    (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.3"], true),
    (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.3", "TMUX": "/tmp/t"], false),
    (["VTE_VERSION": "8001"], true), (["VTE_VERSION": "7600"], false),
    (["TERM": "xterm-kitty"], false), (["ZELLIJ": "0", "WT_SESSION": "1"], false), ([:], false),
  ])
  func `the environment can identify the terminal too`(
    _ environment: [String: String],
    _ isTold: Bool
  ) {
    var rig = ProbeRig(environment: environment)
    rig.answer("\u{1B}[?62;c")
    #expect(rig.findings.hasProgress == isTold)
  }
}
