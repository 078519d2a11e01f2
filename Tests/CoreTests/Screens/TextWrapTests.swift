import Testing

@testable import Screens

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("a long-necked bird", 8, ["a long-", "necked", "bird"]),
    ("black-and-white", 10, ["black-and-", "white"]),
    ("black-and-white", 7, ["black-", "and-", "white"]),
    ("an anti-disestablishment", 9, ["an anti-", "disestabl", "ishment"]),
    ("a well-known one", 20, ["a well-known one"]),
    ("-- --- ----------", 4, ["--", "---", "----", "----", "--"]),
  ])
  func `a word wider than a line is broken after its hyphens`(
    text: String,
    width: Int,
    lines: [String]
  ) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test func `a number stays with its unit`() {
    let lines = TextWrap.lines("f/3.5, 1/250 s, 24 mm, ISO 100", width: 12)
    #expect(lines == ["f/3.5,", "1/250 s,", "24 mm, ISO", "100"])
    #expect(TextWrap.lines("1000000 mm", width: 5) == ["10000", "00 mm"])
  }

  @Test(arguments: [
    ("The photo was taken on a", 20, ["The photo was taken", "on a"]),
    ("This photo was taken in Rome", 24, ["This photo was taken", "in Rome"]),
    // With two words before it, the line would have only one.
    ("photographed everywhere on", 24, ["photographed everywhere", "on"]),
    // A long word may be alone.
    ("The photo was taken in Switzerland", 24, ["The photo was taken in", "Switzerland"]),
    // A number keeps its unit.
    ("This one was taken at 24 mm so", 27, ["This one was taken at", "24 mm so"]),
    ("One by one they come\nand go", 20, ["One by one they come", "and go"]),
  ])
  func `a short word isn't alone in the last line`(
    text: String,
    width: Int,
    lines: [String]
  ) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test(arguments: [
    ("The service is having problems", 12, ["The service", "is having…"]),
    ("The service unexpectedly failed", 12, ["The service", "unexpectedl…"]),
    ("Can't reach the host", 6, ["Can't", "reach…"]),
    ("Enough room for all", 24, ["Enough room for all"]),
  ])
  func `no word is cut if a line ends early`(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(text, width: width, limit: 2) == lines)
  }

  @Test func `no line is too wide, and no text is lost`() {
    let text = "well-to-do --dash-- a-b-c-d-e-f-g-h https://a.example/b-c/d-e -"
    for width in 1...40 {
      let lines = TextWrap.lines(text, width: width)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
