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
  func `a word wider than a line is broken behind its hyphens`(
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

  @Test func `no line is wider than there is room, and nothing is lost`() {
    let text = "well-to-do --dash-- a-b-c-d-e-f-g-h https://a.example/b-c/d-e -"
    for width in 1...40 {
      let lines = TextWrap.lines(text, width: width)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
