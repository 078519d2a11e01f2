import Canvas
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

  @Test func `there are enough of them`() { #expect(AnswerSet.all.count >= 25) }
}
