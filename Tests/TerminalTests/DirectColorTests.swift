import Canvas
import Testing

@testable import Terminal

/// What becomes of the marks that ncurses writes for 24-bit colours.
@Suite struct DirectColorTests {
  private func expanded(_ text: String) -> String {
    var bytes = Array("<".utf8)
    DirectColors.expand(Array(text.utf8), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `marks become sequences, and all else stays`() {
    #expect(expanded("") == "<")
    #expect(expanded("a\u{1B}[1;2Hж") == "<a\u{1B}[1;2Hж")
    #expect(expanded("x\u{1}0;y") == "<x\u{1B}[38;2;0;0;0my")
    #expect(expanded("x\u{2}16777215;y") == "<x\u{1B}[48;2;255;255;255my")
    #expect(expanded("\u{2}1;\u{1}256;") == "<\u{1B}[48;2;0;0;1m\u{1B}[38;2;0;1;0m")
    #expect(expanded("\u{1}658188;\u{2}6553610;▚") == "<\u{1B}[38;2;10;11;12;48;2;100;0;10m▚")
    // Cut short, they end there.
    #expect(expanded("\u{1}12") == "<\u{1B}[38;2;0;0;12m")
    #expect(expanded("\u{1}") == "<\u{1B}[38;2;0;0;0m")
  }

  @Test func `any number of them fits`() {
    for text in ["\u{1}16777215;", "\u{2}16777215;", "\u{1}16777215;\u{2}16777215;"] {
      let all = expanded(String(repeating: text, count: 5000))
      #expect(all == "<" + String(repeating: String(expanded(text).dropFirst()), count: 5000))
    }
  }
}
