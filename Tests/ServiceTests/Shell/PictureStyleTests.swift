import Canvas
import Terminal
import Testing

@testable import Shell

/// The form of pictures that commands print.
@Suite struct PictureStyleTests {
  @Test(arguments: [
    (["TERM": "linux", "LANG": "C.UTF-8"], SymbolSet.ascii),
    (["TERM": "linux-16color", "LANG": "C.UTF-8"], .ascii),
    (["TERM": "xterm-256color", "LANG": "C.UTF-8"], .quadrants),
    (["TERM": "xterm-256color", "LANG": "C"], .ascii),
    (["TERM": "vt220", "LANG": "C.UTF-8"], .braille),
  ])
  func `uses symbols that the terminal's font has`(
    environment: [String: String],
    expected: SymbolSet
  ) {
    let traits = TerminalTraits.detect(environment: environment, colorsOption: nil)
    #expect(PictureStyle.symbols(for: traits) == expected)
  }
}
