import Testing

@testable import Settings

/// A value replaced in a document, or a key removed from it, with everything else unchanged.
@Suite struct ConfigurationTextTests {
  @Test(arguments: [
    ("", "a", "1", "a = 1\n"),
    ("a=0#x", "a", "1", "a=1#x"),
    ("a = \"\"\"\n[b]\nc = 1\"\"\" # x\n", "a", "2", "a = 2 # x\n"),
    ("# a = 3\n\n[b]\n", "a", "1", "# a = 3\na = 1\n\n[b]\n"),
    ("# mine\n", "a", "1", "# mine\na = 1\n"),
    ("# of b\n[b]\n", "a", "1", "a = 1\n# of b\n[b]\n"),
    ("z = 1\n\n# of b\n[b]\n", "a", "1", "z = 1\na = 1\n\n# of b\n[b]\n"),
    ("x = 1", "b.a", "2", "x = 1\n\n[b]\na = 2\n"),
    ("[b]", "b.a", "2", "[b]\na = 2\n"),
    (
      "[ b ] # x\nc = [\n'[d]',\n]\n[d]\n", "b.a", "2",
      "[ b ] # x\nc = [\n'[d]',\n]\na = 2\n[d]\n"
    ),
    ("b.a = 1\n", "b.a", "2", "b.a = 2\n"),
    ("b.c = 1 # x\nz = 1\n[d]\n", "b.a", "2", "b.c = 1 # x\nb.a = 2\nz = 1\n[d]\n"),
    ("b.c = 1", "b.a", "2", "b.c = 1\nb.a = 2\n"),
    ("b = { c = {}, a = 1 }\n", "b.a", "2", "b = { c = {}, a = 2 }\n"),
    ("[[s]]\na = 1\n[b]\n\"a\" = 1\n", "b.a", "2", "[[s]]\na = 1\n[b]\n\"a\" = 2\n"),
    ("\u{FEFF}[b]\r\n", "a", "1", "\u{FEFF}a = 1\r\n[b]\r\n"),
  ])
  func `a value is written in its place`(text: String, key: String, value: String, result: String)
    throws
  {
    #expect(try ConfigurationText(text).setting(key, to: value) == result)
    // Written again, the same value is replaced.
    #expect(try ConfigurationText(result).setting(key, to: value) == result)
  }

  @Test(arguments: [
    ("a = 1", "a", ""),
    ("# x\na = 1 # y\n# z\n", "a", "# x\n# z\n"),
    ("a = \"\"\"\n[b]\nc = 1\"\"\" # x\nd = 1\n", "a", "d = 1\n"),
    ("a = 1\n[b]\na = 2\n", "b.a", "a = 1\n[b]\n"),
    ("b.c = 1\r\nb.a = 2\r\n", "b.a", "b.c = 1\r\n"),
    ("[b]\n  \"a\" = 1", "b.a", "[b]\n"),
    ("\u{FEFF}a = 1\n", "a", "\u{FEFF}"),
  ])
  func `a key is removed with its lines`(text: String, key: String, result: String) throws {
    #expect(try ConfigurationText(text).removing(key) == result)
    #expect(try ConfigurationText(result).removing(key) == nil)
  }

  @Test(arguments: ["", "\\\"", "a\nb\u{1}\u{7F}\t", "é😀", "'''"])
  func `a value is spelled so that it is read back unchanged`(text: String) throws {
    let table = try TOMLParser.parse("a = " + ConfigurationText.quoted(text))
    #expect(table.entries["a"]?.string == text)
  }
}
