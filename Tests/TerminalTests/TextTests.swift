import Canvas
import Foundation
import Testing

@Suite struct TextWidthTests {
  @Test func `widths match those of terminals`() {
    let table: [(String, Int)] = [
      ("", 0), ("a", 1), ("hello, world", 12), ("é", 1), ("e\u{301}", 1), ("Привет", 6),
      ("漢字", 4), ("ｗｉｄｅ", 8), ("ﾊﾝｶｸ", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🏳️‍🌈", 1), ("👁️‍🗨️", 1), ("🇫🇷", 2), ("🇫", 1),
      ("❤️", 1), ("⚡", 2),
      ("1️⃣", 1), ("☕", 2), ("‹ ›", 3), ("▀▄█", 3), ("●…—", 3), ("\u{301}", 0), ("\u{200B}", 0),
      ("a\u{200D}b", 2), ("\u{7}\n", 0), ("क्षि", 2), ("ไทย", 3), ("สวัสดี", 4), ("עִבְרִית", 5),
      ("\u{1FAE8}", 2), ("𝒜", 1), ("𠀀", 2),
    ]
    for (text, width) in table {
      #expect(TextWidth.of(text) == width, "\(text.debugDescription)")
    }
  }

  @Test func `columns of parts add up to the width, whatever the clusters`() {
    let texts = ["e\u{301}", "👨‍👩‍👧", "🇫🇷", "❤️", "क्षि", "한", "👍🏽", "1️⃣", "ශ්‍රී", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]
    for cluster in texts.joined() {
      let columns = TextWidth.columns(of: cluster)
      let width = columns.reduce(0) { sum, column in
        let base = column.first.flatMap(Unicode.Scalar.init)
        return sum + (base.map { TextWidth.of(Character($0)) } ?? 0)
      }
      #expect(width == TextWidth.of(cluster), "\(cluster)")
      #expect((1...2).contains(columns.count))
      #expect(columns.allSatisfy { (1...5).contains($0.count) })
    }
  }

  @Test func `only bases and marks remain of clusters`() {
    #expect(TextWidth.columns(of: "e\u{301}") == [[0x65, 0x301]])
    #expect(TextWidth.columns(of: "🇫🇷") == [[0x46], [0x52]])
    #expect(TextWidth.columns(of: "👨‍👩‍👧") == [[0x1F468]])
    #expect(TextWidth.columns(of: "👍🏽") == [[0x1F44D]])
    #expect(TextWidth.columns(of: "❤️") == [[0x2764]])
    #expect(TextWidth.columns(of: "\u{301}") == [])
    let zalgo = "a" + String(repeating: "\u{301}", count: 50)
    #expect(TextWidth.columns(of: Character(zalgo)) == [[0x61, 0x301, 0x301, 0x301, 0x301]])
  }

  @Test func `text is cut between clusters and never exceeds the width`() {
    #expect(TextWidth.truncate("hello", to: 5) == "hello")
    #expect(TextWidth.truncate("hello", to: 4) == "hel…")
    #expect(TextWidth.truncate("漢字漢字", to: 6) == "漢字…")
    #expect(TextWidth.truncate("漢字漢字", to: 4) == "漢…")
    #expect(TextWidth.truncate("abc", to: 0) == "")
    for columns in 0...12 {
      let text = TextWidth.truncate("a漢👍🏽e\u{301}🇫🇷字", to: columns)
      #expect(TextWidth.of(text) <= columns)
    }
  }
}

@Suite struct TextSanitizerTests {
  /// Hostile or unusual names, and the text that is shown for them.
  private static let corpus: [(String, String)] = [
    ("Anna Schmidt", "Anna Schmidt"),
    ("  two   spaces ", "two spaces"),
    ("Жанна д’Арк", "Жанна д’Арк"),
    ("tab\tand\nline", "tab and line"),
    ("red\u{1B}[31mtext\u{1B}[0m", "redtext"),
    ("\u{1B}]52;c;aGFjaw==\u{07}name", "name"),
    ("\u{1B}]0;title\u{1B}\\name", "name"),
    ("\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}P+q\u{1B}\\\u{1B}_Ga=d\u{1B}\\x", "x"),
    ("never ends \u{1B}]52;c;abc", "never ends 52;c;abc"),
    ("\u{9B}31mC1 \u{9D}0;t\u{9C}end", "C1 end"),
    ("\u{1B}", ""),
    ("\u{1B}(0lqk", "lqk"),
    ("bell\u{07}, null\0, del\u{7F}", "bell, null, del"),
    ("user\u{202E}gpj.exe", "usergpj.exe"),
    ("\u{2066}isolated\u{2069}\u{200E}\u{200F}\u{061C}", "isolated"),
    ("zero\u{200B}width\u{FEFF}\u{2060}\u{00AD}\u{200C}", "zerowidth"),
    ("line\u{2028}separators\u{2029}x\u{85}y", "line separators x y"),
    ("non\u{A0}breaking\u{3000}space", "non breaking space"),
    ("private \u{E000}\u{10FFFD}", "private \u{FFFD}\u{FFFD}"),
    ("unassigned \u{378}", "unassigned \u{FFFD}"),
    ("tags \u{E0041}\u{E007F}", "tags"),
    ("note \u{FFF9}a\u{FFFA}b\u{FFFB} \u{600}", "note ab"),
    ("filler \u{3164}\u{115F}\u{FFA0}", "filler"),
    ("\u{301}mark first", "mark first"),
    ("a" + String(repeating: "\u{301}", count: 9), "a\u{301}\u{301}\u{301}\u{301}"),
    ("❤️ 👨‍👩‍👧 🇫🇷", "❤ 👨‍👩‍👧 🇫🇷"),
    ("a\u{200D}b", "ab"),
    ("👧\u{200D}🇨🇭\u{200D}👧", "👧🇨🇭👧"),
    ("👧🏻\u{200D}👧🏻, 🏻\u{200D}👧", "👧🏻\u{200D}👧🏻, 🏻👧"),
    ("한국어 עברית العربية", "한국어 עברית العربية"),
  ]

  @Test func `a line shows no invisible or active characters`() {
    for (raw, expected) in Self.corpus {
      #expect(TextSanitizer.line(raw) == expected, "\(raw.debugDescription)")
    }
  }

  @Test func `printed text shows unsafe characters as escapes`() {
    for (raw, expected) in [
      ("/home/anna/фото (1)  ü.jpg", "/home/anna/фото (1)  ü.jpg"),
      ("a\u{1B}[31mb\u{7}", "a^[[31mb^G"), ("a\nb\r\tc", "a^Jb^M^Ic"), ("\u{7F}", "^?"),
      ("\u{9B}2J", "<U+009B>2J"), ("a\u{202E}b\u{200B}", "a<U+202E>b<U+200B>"),
      ("\u{10FFFF}\u{E000}", "<U+10FFFF><U+E000>"), ("a\u{2028}b", "a<U+2028>b"),
    ] {
      #expect(TextSanitizer.printed(raw) == expected, "\(raw.debugDescription)")
    }
    #expect(TextSanitizer.printed("  a\n  b\u{1B}\n", keepingLines: true) == "  a\n  b^[\n")
    let stacked = "e" + String(repeating: "\u{301}", count: 500)
    #expect(TextSanitizer.printed(stacked).hasPrefix("e\u{301}\u{301}\u{301}\u{301}<U+0301>"))
  }

  @Test func `JSON keeps its meaning and contains only visible characters`() throws {
    let text = "a\u{1B}\u{7F}\u{9B}2J\u{202E}\u{1F468}\u{200D}\u{1F469}\u{E0041}ü\"\n"
    let raw = String(decoding: try JSONEncoder().encode(["key": text]), as: UTF8.self)
    let json = TextSanitizer.json(raw)
    #expect(try JSONDecoder().decode([String: String].self, from: Data(json.utf8)) == ["key": text])
    #expect(TextSanitizer.printed(json) == json)
  }

  @Test func `a title is a line's first words`() {
    let words = String(repeating: "lighthouse ", count: 6)
    for (raw, expected) in [
      ("A red,\n red rose.", "A red, red rose."), ("", ""),
      (words, "lighthouse lighthouse lighthouse lighthouse lighthouse"),
      (String(repeating: "x", count: 61), String(repeating: "x", count: 60)),
      (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
      (String(repeating: "x", count: 57) + ", and more", String(repeating: "x", count: 57)),
      (String(repeating: ".", count: 70), String(repeating: ".", count: 60)),
    ] {
      #expect(TextSanitizer.title(raw) == expected)
    }
  }

  @Test func `what is copied keeps its spelling, and nothing acts on it`() {
    for (raw, expected) in [
      ("/home/ann/My  Pictures/ä b.jpg ", "/home/ann/My  Pictures/ä b.jpg "),
      ("private \u{E000} new \u{378}", "private \u{E000} new \u{378}"),
      ("علی\u{200C}رضا", "علی\u{200C}رضا"),
      ("क्\u{200D}ष ❤\u{FE0F} 👨‍👩‍👧", "क्\u{200D}ष ❤\u{FE0F} 👨‍👩‍👧"),
      ("a\u{200D}b\u{200C}c\u{FE0F}", "abc"),
      ("rm x\r\nls\u{2028}y\u{85}", "rm x ls y "),
      ("https://x/\n\u{1B}[201~touch y\n", "https://x/ touch y "),
      ("\u{9B}201~a\u{1B}]52;c;eA==\u{07}b\u{0}\u{7F}", "ab"),
      ("user\u{202E}gpj\u{2066}.exe\u{200B}\u{E0041}", "usergpj.exe"),
    ] {
      #expect(ClipboardText(raw).text == expected, "\(raw.debugDescription)")
      #expect(ClipboardText(expected).text == expected)
    }
  }

  @Test func `sanitizing twice changes nothing`() {
    for (raw, _) in Self.corpus {
      let once = TextSanitizer.line(raw)
      #expect(TextSanitizer.line(once) == once)
      let paragraph = TextSanitizer.paragraph(raw)
      #expect(TextSanitizer.paragraph(paragraph) == paragraph)
    }
  }

  @Test func `length is limited in characters`() {
    #expect(TextSanitizer.line("abcdef", limit: 6) == "abcdef")
    #expect(TextSanitizer.line("abcdefg", limit: 6) == "abcde…")
    #expect(TextSanitizer.line("漢字漢字漢字", limit: 3) == "漢字…")
    #expect(TextSanitizer.line("abcd efgh", limit: 6) == "abcd…")
  }

  /// Measures with the thread's own clock, which other tests don't affect.
  ///
  /// Looking for an end from each of these beginnings would take thousands of times longer.
  @Test func `hostile text takes no more time than other text`() {
    func seconds(_ piece: String) -> Double {
      let huge = String(repeating: piece, count: 200_000)
      let start = threadSeconds()
      #expect(TextSanitizer.line(huge, limit: 20_000).count == 20_000)
      return threadSeconds() - start
    }
    let plain = seconds("ax")
    #expect(seconds("\u{9D}x") < 50 * plain)
  }

  @Test func `a paragraph keeps its lines, with at most one empty line between them`() {
    #expect(TextSanitizer.paragraph("a\r\nb\rc\n\n\n\nd\n\n") == "a\nb\nc\n\nd")
    #expect(TextSanitizer.paragraph("  one\u{2028}\u{1B}[2Jtwo  ") == "one\ntwo")
    #expect(TextSanitizer.paragraph("\n\nx") == "x")
  }

  @Test func `no random text lets a control or format character through`() {
    var random = SystemRandomNumberGenerator()
    let spice: [UInt32] = [0x1B, 0x9B, 0x9D, 0x200D, 0x202E, 0x5B, 0x5D, 0x1F468, 0x301, 0x0A]
    for _ in 0..<500 {
      var raw = String.UnicodeScalarView()
      for _ in 0..<60 {
        let value =
          Bool.random(using: &random)
          ? spice.randomElement(using: &random) ?? 0
          : UInt32.random(in: 0...0x10FFFF, using: &random)
        if let scalar = Unicode.Scalar(value) { raw.append(scalar) }
      }
      for scalar in ClipboardText(String(raw)).text.unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .lineSeparator)
        #expect(category != .format || [0x200C, 0x200D].contains(scalar.value))
      }
      let safe = TextSanitizer.line(String(raw), limit: 50)
      #expect(safe.count <= 50)
      for scalar in safe.unicodeScalars where scalar.value != 0x200D {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .format && category != .privateUse)
        #expect(category != .unassigned && category != .lineSeparator)
      }
    }
  }
}

/// Returns the processor time of this thread.
private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
