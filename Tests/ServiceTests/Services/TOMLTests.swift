import Model
import Testing

@testable import Settings

@Suite struct `A TOML document` {
  /// Returns a value as one line: keys in order, `…` for values that aren't settings.
  private func text(_ kind: TOMLValue.Kind) -> String {
    switch kind {
    case .string(let text): text.debugDescription
    case .integer(let number): "\(number)"
    case .boolean(let isOn): "\(isOn)"
    case .other: "…"
    case .array(let values): "[" + values.map { text($0.kind) }.joined(separator: ", ") + "]"
    case .tables(let list): "[" + list.tables.map { text(.table($0)) }.joined(separator: ", ") + "]"
    case .table(let table):
      "{"
        + table.entries.sorted { $0.key < $1.key }
        .map { "\($0.key): \(text($0.value.kind))" }.joined(separator: ", ") + "}"
    }
  }

  @Test(arguments: [
    ("", "{}"), ("\u{FEFF}a = 1 # b\r\n", "{a: 1}"),
    ("a.b . \"c d\" = 1\na.e = 2", "{a: {b: {c d: 1}, e: 2}}"),
    ("'' = +0\n1979-05-27 = -1_000", "{: 0, 1979-05-27: -1000}"),
    ("a = [0xFf, 0o17, 0b1_0, 9223372036854775807]", "{a: [255, 15, 2, 9223372036854775807]}"),
    ("a = [true, false, 1.5, -0e-0_3, 6.02E+23, inf, -nan]", "{a: [true, false, …, …, …, …, …]}"),
    ("a = [1979-05-27, 07:32:00.5, 1979-05-27 07:32:60Z]", "{a: […, …, …]}"),
    ("a = [2000-02-29t00:00:00-01:30, 1979-05-27 # 1\n,]", "{a: […, …]}"),
    (#"a = "\b\t\n\f\r\"\\\u00e9\U0001F600'""#, #"{a: "\u{08}\t\n\u{0C}\r\"\\é😀\'"}"#),
    (#"a = 'c:\new"'"#, #"{a: "c:\\new\""}"#),
    ("a = \"\"\"\n1\r\n2 \\ \n \n 3 \"\"4\"\"\"\"\"", #"{a: "1\n2 3 \"\"4\"\""}"#),
    ("a = '''it's \\'''", #"{a: "it\'s \\"}"#), ("a = [ # 1\n[], {}\n , \n]", "{a: [[], {}]}"),
    ("a = {b.c = 1, d = [{}]}", "{a: {b: {c: 1}, d: [{}]}}"),
    ("[a.b]\nc = 1\n[a]\nd = 2\n[a.e]", "{a: {b: {c: 1}, d: 2, e: {}}}"),
    ("[[a]]\nb = 1\n[a.c]\nd = 1\n[[ a ]]\n[a.c]", "{a: [{b: 1, c: {d: 1}}, {c: {}}]}"),
    ("a.b = 1\n[c]\n[a.d]\n", "{a: {b: 1, d: {}}, c: {}}"),
  ])
  func `a valid document has the expected values`(document: String, meaning: String) throws {
    #expect(try text(.table(TOMLParser.parse(document))) == meaning)
  }

  @Test(arguments: [
    "a", "a =", "a = \n1", "= 1", "a = 1 b = 2", "a b = 1", "é = 1", "a. = 1", ".a = 1",
    "\"\"\"a\"\"\" = 1", "a = 1\na = 2", "a = 1\na.b = 2", "a.b = 1\n[a]", "[a]\n[a]",
    "[a.b]\n[a]\nb.c = 1", "a = {}\n[a.b]", "a = {}\na.b = 1", "a = []\n[[a]]", "[[a]]\n[a]",
    "[a]\n[[a]]", "a = 1\n[a.b]", "[a", "[[a]", "[ [a]]", "[a] b = 1", "a = [1", "a = [1 2]",
    "a = [,]", "a = {b = 1", "a = {b = 1,}", "a = {\nb = 1}", "a = {b = 1 c = 2}", "a = \"b",
    "a = \"b\nc\"", "a = 'b", "a = '''b''", "a = \"\\x41\"", "a = \"\\u00g0\"", "a = \"\\uD800\"",
    "a = \"\\U00110000\"", "a = \"\\u+041\"", "a = \"\\", "a = \"\u{1}\"", "# \u{7F}",
    "a = 1 # \r2",
    "a = 1\r", "a = 01", "a = +-1", "a = 1_", "a = 1__0", "a = _1", "a = 0x", "a = +0x1",
    "a = 0xG", "a = 0b2", "a = 0X1", "a = 1.", "a = .5", "a = 1.e2", "a = 01.5", "a = 1e",
    "a = 1e1.5", "a = 1._5", "a = Inf", "a = True", "a = 9223372036854775808", "a = 1979-05-27T",
    "a = 1979-05-27TT07:32", "a = 1979-5-27", "a = 1979-13-01", "a = 1979-02-29", "a = 24:00:00",
    "a = 07:32", "a = 07:32:00.", "a = 07:32:00Z", "a = 1979-05-27T07:32:00+24:00", "a = ١",
    "a = -\u{301}1",
  ])
  func `an invalid document is refused`(document: String) {
    #expect(throws: TOMLParser.Mistake.self) { try TOMLParser.parse("# First\n" + document) }
  }

  @Test func `a mistake has its line and its kind`() {
    let mistakes: [(String, Int, SyntaxMistake)] = [
      ("a = '''\n\n'''\nb", 4, .missing(["="])), ("a = [\n1,\n2\n3]", 4, .missing([",", "]"])),
      ("a = 1\r\n\r\na = [\n]", 3, .duplicate(key: "a")), ("b = [\n=]", 2, .notAValue(key: "b")),
      ("\n\n\"a", 3, .unclosedText(quotes: "\"")),
      ("a = '''b''", 1, .unclosedText(quotes: "'''")), ("a = \"\\x\"", 1, .unknownEscape),
      ("a = \"\\u00g0\"", 1, .shortCodePoint(digits: 4)), ("# \u{1}", 1, .controlCharacter),
      ("a = \"\\uD800\"", 1, .noSuchCharacter), ("a = 1 b = 2", 1, .textAfterValue),
      ("a.b = 1\n[a.b]", 2, .redefined(key: "a.b")), ("a = 1\na = 2", 2, .duplicate(key: "a")),
      ("a. = 1", 1, .missingKey), ("a =", 1, .missingValue),
      ("theme = dark", 1, .notAValue(key: "theme")),
      ("a = " + String(repeating: "[", count: 65), 1, .tooDeep),
      ("a" + String(repeating: ".a", count: 40_000) + " = 1", 1, .tooDeep),
      ("[a" + String(repeating: ".a", count: 64) + "]", 1, .tooDeep),
    ]
    for (document, line, kind) in mistakes {
      do throws(TOMLParser.Mistake) {
        _ = try TOMLParser.parse(document)
        Issue.record("\(document) is TOML")
      } catch {
        #expect(error == TOMLParser.Mistake(line: line, kind: kind), "\(document)")
      }
    }
  }

  @Test func `nesting is limited to what the stack permits`() throws {
    let deep = { (count: Int) in
      "a = " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    _ = try TOMLParser.parse(deep(64))
    #expect(throws: TOMLParser.Mistake.self) { try TOMLParser.parse(deep(65)) }
    let open = String(repeating: "a = {b = [", count: 100_000)
    #expect(throws: TOMLParser.Mistake.self) { try TOMLParser.parse(open) }
  }
}
