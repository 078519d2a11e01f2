import Canvas
import Testing

@testable import Terminal

/// The replacement of the marks that ncurses writes for pairs of 24-bit colours.
@Suite struct DirectColorTests {
  private let pairs = [
    (-1, -1), (0x000000, 0xFFFFFF), (-1, 0x0A0B0C), (0x640A09, -1), (0x000000, 0x0A0B0C),
  ].map { ColorPairs.Colors(foreground: $0.0, background: $0.1) }

  private func expanded(_ text: String) -> String {
    var bytes = Array("<".utf8)
    DirectColors.expand(Array(text.utf8), pairs, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `marks become sequences, and other text is unchanged`() {
    #expect(expanded("") == "<")
    #expect(expanded("a\u{1B}[1;2Hж") == "<a\u{1B}[1;2Hж")
    #expect(expanded("x\u{1}1;y") == "<x\u{1B}[38;2;0;0;0;48;2;255;255;255my")
    #expect(expanded("\u{1}2;▚\u{1}3;") == "<\u{1B}[39;48;2;10;11;12m▚\u{1B}[38;2;100;10;9;49m")
    // Truncated or unknown marks become the terminal's default colours.
    #expect(expanded("\u{1}77;") == "<\u{1B}[39;49m")
    #expect(expanded("\u{1}") == "<\u{1B}[39;49m")
  }

  @Test func `only the colour that changes is sent if the previous one is known`() {
    #expect(
      expanded("\u{1}1;a\u{1}4;b\u{1}2;c\u{1}2;d\u{1}0;")
        == "<\u{1B}[38;2;0;0;0;48;2;255;255;255ma\u{1B}[48;2;10;11;12mb\u{1B}[39mcd\u{1B}[49m"
    )
    // A sequence between two marks may have reset the colours.
    #expect(
      expanded("\u{1}2;a\u{1B}[m\u{1}2;b")
        == "<\u{1B}[39;48;2;10;11;12ma\u{1B}[m\u{1B}[39;48;2;10;11;12mb"
    )
    #expect(
      expanded("\u{1}2;a") + expanded("\u{1}2;b")
        == "<\u{1B}[39;48;2;10;11;12ma<\u{1B}[39;48;2;10;11;12mb"
    )
  }

  @Test func `the colours stay known after movements and single attributes`() {
    let sequences = ["[5;7H", "[H", "[3C", "[12G", "[4d", "[2J", "[K", "[8X", "[1m", "[7m", "[27m"]
    for sequence in sequences {
      #expect(
        expanded("\u{1}2;a\u{1B}\(sequence)b\u{1}4;c")
          == "<\u{1B}[39;48;2;10;11;12ma\u{1B}\(sequence)b\u{1B}[38;2;0;0;0mc",
        "\(sequence)"
      )
    }
    for sequence in ["[0;7m", "[39;49m", "(B", "[22;31m", "8", "c", "[!p", "[", "[1;"] {
      #expect(
        expanded("\u{1}2;a\u{1B}\(sequence)\u{1}4;c")
          == "<\u{1B}[39;48;2;10;11;12ma\u{1B}\(sequence)\u{1B}[38;2;0;0;0;48;2;10;11;12mc",
        "\(sequence)"
      )
    }
  }

  @Test func `any number of marks fits`() {
    for text in ["\u{1}1;\u{1}3;", "\u{1}3;a\u{1}1;"] {
      let all = expanded(String(repeating: text, count: 5000))
      #expect(all == "<" + String(repeating: String(expanded(text).dropFirst()), count: 5000))
    }
  }
}
