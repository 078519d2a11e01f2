import Canvas
import Terminal
import Testing

extension TerminalTests {
  /// mlterm draws block elements one pixel beyond their cells.
  @Test func `blanks around a block that disappears are rewritten on terminals that spill`() throws
  {
    for (name, isAgain) in [("mlterm", true), ("foot", false)] {
      let rig = try Rig(environment: ["TERM": name])
      rig.present(
        rig.canvas {
          $0.draw("▌", at: Point(4, 2))
          $0.draw("caption", at: Point(4, 3))
        }
      )
      let gone = rig.canvas { $0.draw("caption", at: Point(4, 3)) }
      var cells = rig.present(gone).cells
      // To its left and right and above it; the text below isn't rewritten.
      #expect(cells == (isAgain ? 4 : 1), "\(name)")
      #expect(rig.screen.text[2].allSatisfy { $0 == " " })
      #expect(rig.screen.text[3].contains("caption"))
      // They become plain blanks in the next frame, and then nothing is left to do.
      _ = rig.present(gone)
      cells = rig.present(gone).cells
      #expect(cells == 0)
    }
  }

  @Test func `a bar at the left edge is drawn without spilling into the margin`() throws {
    for (name, isTurned) in [("mlterm", true), ("foot", false)] {
      let rig = try Rig(environment: ["TERM": name])
      rig.present(
        rig.canvas { $0.draw("▌", at: Point(0, 2), style: Style(foreground: Color(0xFF0000))) }
      )
      let cell = rig.screen.cells[2][0]
      #expect(cell.text == (isTurned ? "▐" : "▌"), "\(name)")
      #expect(cell.attributes.contains(.reverse) == isTurned, "\(name)")
    }
  }
}
