import CNcurses
import Canvas
import Glibc
import Platform
import Terminal
import Testing

@Suite struct TerminalTableTests {
  @Test(arguments: AnswerSet.all)
  func `a terminal's replies determine the findings`(set: AnswerSet) {
    let rig = set.rig()
    let findings = rig.findings
    #expect(findings.graphics == set.graphics, "\(findings.reason)")
    #expect(findings.cell == set.cell)
    #expect(findings.cellSource == set.cellSource)
    #expect(findings.symbols == set.symbols)
    #expect(findings.medium == set.medium)
    #expect(findings.hasSynchronizedOutput == set.isSynchronized)
    #expect(findings.colors?.depth == set.provenColors)
    let name = findings.identity?.name.lowercased() ?? ""
    #expect(findings.hasBlockSeams == ["xterm", "mlterm"].contains(name))
    #expect(findings.scalesSmoothly == (name == "kitty"))
    #expect(rig.events == [])
  }

  @Test func `implausible cell sizes are ignored`() {
    let table: [(Double, Double, Bool)] = [
      (4, 8, true), (3.9, 8, false), (6, 7.9, false), (10, 12, true), (10, 11.9, false),
      (10, 29, true), (10, 29.1, false), (9, 20, true), (6.2, 13.1, true), (819, 2, false),
    ]
    for (width, height, isBelieved) in table {
      let cell = TerminalSize.CellPixels(width: width, height: height)
      let size = TerminalSize(columns: 100, rows: 30, cellPixels: cell)
      #expect(size.assuming(cell: nil).cellPixels == (isBelieved ? cell : nil), "\(cell)")
      #expect(ProbeRig(size: size).findings.cell == (isBelieved ? cell : nil), "\(cell)")
      var area = ProbeRig(size: TerminalSize(columns: 10, rows: 10))
      let pixels = "\(Int(height * 10));\(Int(width * 10))"
      area.answer(AnswerSet.csi("4;\(pixels)t") + AnswerSet.csi("?62;c"))
      #expect(area.findings.cell == (isBelieved ? cell : nil), "\(cell)")
    }
    // Wider than high: old VTE reports width and height swapped.
    var swapped = ProbeRig(size: TerminalSize(columns: 80, rows: 24))
    swapped.answer(AnswerSet.csi("4;640;384t") + AnswerSet.csi("?62;c"))
    #expect(swapped.findings.cell == .init(width: 8, height: 16))
  }

  @Test func `a cell size set by the user overrides the terminal`() {
    let chosen = TerminalSize.CellPixels(width: 9, height: 18)
    for source in [TerminalFindings.CellSource.option, .configuration] {
      var situation = ProbeSituation()
      situation.chosenCell = ChosenCell(chosen, by: source)
      var size = TerminalSize(columns: 80, rows: 24)
      size.cellPixels = .init(width: 8, height: 16)
      #expect(size.assuming(cell: chosen).cellPixels == chosen)
      var probe = TerminalProbe(situation, size: size)
      let now = MonotonicTime(nanoseconds: 0)
      _ = probe.absorb(.cellSize(Size(10, 20)), raw: [], at: now)
      _ = probe.absorb(.deviceAttributes([62]), raw: [], at: now)
      _ = probe.resize(TerminalSize(columns: 90, rows: 24), at: now)
      #expect(probe.findings.cell == chosen && probe.findings.cellSource == source)
    }
  }

  @Test func `requested symbols are used if the locale is UTF-8`() {
    for asked in SymbolSet.allCases {
      for (language, expected) in [("C.UTF-8", asked), ("C", .ascii)] {
        let traits = TerminalTraits.detect(environment: ["TERM": "xterm", "LANG": language])
        var situation = ProbeSituation(traits: traits, environment: [:])
        situation.symbolsOverride = asked
        let probe = TerminalProbe(situation, size: TerminalSize(columns: 80, rows: 24))
        #expect(probe.findings.symbols == expected)
      }
    }
  }

  @Test func `photos without colours are drawn in dots`() {
    func symbols(_ environment: [String: String], colors: ColorDepth? = nil) -> SymbolSet {
      let traits = TerminalTraits.detect(environment: environment, colorsOption: colors)
      let situation = ProbeSituation(traits: traits, environment: environment)
      let size = TerminalSize(columns: 80, rows: 24)
      return TerminalProbe(situation, size: size).findings.symbols
    }
    #expect(symbols(["TERM": "vt220", "LANG": "C.UTF-8"]) == .braille)
    #expect(symbols(["TERM": "xterm", "LANG": "C.UTF-8"], colors: .monochrome) == .braille)
    #expect(symbols(["TERM": "xterm", "LANG": "C.UTF-8"]) == .quadrants)
    #expect(symbols(["TERM": "vt220", "LANG": "C"]) == .ascii)
    #expect(symbols(["TERM": "linux", "LANG": "C.UTF-8"], colors: .monochrome) == .ascii)
  }

  @Test func `octants and related characters have the width of one column in ncurses`() {
    // ncurses calls this function, and omits characters without a width. In the C locale it knows
    // only ASCII.
    setlocale(LC_CTYPE, "C.UTF-8")
    let others: [wchar_t] = [
      0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1FB82, 0x1FB85, 0x1FBE6, 0x1FBE7, 0x2582, 0x41, 0x2800,
    ]
    #expect(((0x1CD00...0x1CDE5).map { wchar_t($0) } + others).allSatisfy { nc_width($0) == 1 })
    #expect(nc_width(0x4E00) == 2 && nc_width(0x301) == 0 && nc_width(0x1B) == -1)
  }

  @Test func `the table has enough entries`() { #expect(AnswerSet.all.count >= 25) }
}
