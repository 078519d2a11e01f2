import Canvas
import Platform
import Terminal
import Testing

/// Replies that are split and late, which must never be taken for keys.
@Suite struct LateAnswerTests {
  private static let delays = [0, 26, 200, 400]

  @Test(arguments: AnswerSet.all)
  func `replies split at any byte and delayed give the same findings`(set: AnswerSet) {
    let bytes = Array(set.answers.joined().utf8)
    let whole = set.rig().findings
    for cut in 0...bytes.count {
      for delay in Self.delays {
        var rig = ProbeRig(environment: set.environment, colors: set.colors, size: set.size)
        if let tmux = set.tmux { rig.tmux(tmux.replacing("|", with: "\t")) }
        rig.answer(Array(bytes[..<cut]))
        // Advances in steps like the event loop, past the decoder's own deadlines.
        for step in [0, 1, 25, 74, 99, 1, 1, 199] where rig.time + step <= delay {
          rig.wait(milliseconds: step)
        }
        rig.wait(milliseconds: delay - rig.time)
        rig.answer(Array(bytes[cut...]))
        rig.wait(milliseconds: 1000)
        #expect(rig.events == [], "cut at \(cut), \(delay) ms late")
        #expect(rig.findings == whole, "cut at \(cut), \(delay) ms late")
        if rig.events != [] || rig.findings != whole { return }
      }
    }
  }

  @Test func `replies sent byte by byte give the same findings`() {
    let whole = AnswerSet.all[0]
    var rig = ProbeRig(environment: whole.environment, size: whole.size)
    for byte in whole.answers.joined().utf8 {
      rig.wait(milliseconds: 3)
      rig.answer([byte])
    }
    #expect(rig.events == [] && rig.findings == whole.rig().findings)
  }

  @Test func `keys typed between replies are still keys`() {
    var rig = ProbeRig()
    rig.answer("j\u{1B}_Gi=4201;OK\u{1B}\\k\u{1B}[A\u{1B}P>|kitty(0.28.1)\u{1B}\\\u{1B}[?62;cq")
    #expect(rig.findings.graphics == .kitty)
    #expect(
      rig.events == [
        .key(.character("j")), .key(.character("k")), .key(Key(.up)), .key(.character("q")),
      ]
    )
  }

  @Test func `the Esc key is delayed only while replies may arrive`() {
    var rig = ProbeRig()
    rig.answer("\u{1B}")
    rig.wait(milliseconds: 25)
    #expect(rig.events == [])
    rig.wait(milliseconds: 475)
    #expect(rig.events == [.key(Key(.escape))])
    rig.answer("\u{1B}[?62;c")
    rig.answer("\u{1B}]10;rgb:0/0/0\u{7}\u{1B}]11;rgb:0/0/0\u{7}")
    rig.answer("\u{1B}")
    rig.wait(milliseconds: 25)
    #expect(rig.events.count == 2)

    // A terminal that never replies is no longer waited for.
    var silent = ProbeRig()
    silent.wait(milliseconds: 700)
    silent.answer("\u{1B}")
    silent.wait(milliseconds: 25)
    #expect(silent.events == [.key(Key(.escape))])
  }

  @Test func `an unknown reply is swallowed and reported`() {
    var rig = ProbeRig()
    rig.answer("\u{1B}[>41;379;0c\u{1B}P1+r544e=78\u{1B}\\\u{1B}]4;1;rgb:1/2/3\u{7}")
    #expect(rig.events == [])
    #expect(
      rig.findings.answers == [
        "\\e[>41;379;0c", "\\eP1+r544e=78\\e\\\\", "\\e]4;1;rgb:1/2/3\\x07",
      ]
    )
  }
}
