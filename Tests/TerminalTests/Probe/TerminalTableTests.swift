import CNcurses
import Canvas
import Glibc
import Terminal
import Testing

@Suite struct TerminalTableTests {
  @Test(arguments: AnswerSet.all)
  func `what a terminal answers decides`(set: AnswerSet) {
    let rig = set.rig()
    let findings = rig.findings
    #expect(findings.graphics == set.graphics, "\(findings.reason)")
    #expect(findings.cell == set.cell)
    #expect(findings.cellSource == set.cellSource)
    #expect(findings.symbols == set.symbols)
    #expect(findings.medium == set.medium)
    #expect(findings.hasSynchronizedOutput == set.isSynchronized)
    #expect(rig.events == [])
  }

  @Test func `symbols that were asked for are used where there is UTF-8`() {
    for asked in SymbolSet.allCases {
      for (language, expected) in [("C.UTF-8", asked), ("C", .ascii)] {
        let traits = TerminalTraits.detect(environment: ["TERM": "xterm", "LANG": language])
        var situation = ProbeSituation(traits: traits, environment: [:])
        situation.askedSymbols = asked
        let probe = TerminalProbe(situation, size: TerminalSize(columns: 80, rows: 24))
        #expect(probe.findings.symbols == expected)
      }
    }
  }

  @Test func `octants and what completes them take a column of ncurses`() {
    // ncurses asks this function, and leaves out what has no width. In the C locale it knows ASCII.
    setlocale(LC_CTYPE, "C.UTF-8")
    let others: [wchar_t] = [
      0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1FB82, 0x1FB85, 0x1FBE6, 0x1FBE7, 0x2582, 0x41, 0x2800,
    ]
    #expect(((0x1CD00...0x1CDE5).map { wchar_t($0) } + others).allSatisfy { nc_width($0) == 1 })
    #expect(nc_width(0x4E00) == 2 && nc_width(0x301) == 0 && nc_width(0x1B) == -1)
  }

  @Test func `there are enough of them`() { #expect(AnswerSet.all.count >= 25) }
}
