import Canvas
import Platform
import Terminal
import Testing

private let start = MonotonicTime(nanoseconds: 1_000_000_000)

/// Decodes everything at one moment, in pieces split at the given positions.
private func decode(
  _ bytes: [UInt8],
  cuts: [Int] = [],
  decoder: InputDecoder = InputDecoder()
) -> [InputEvent] {
  var decoder = decoder
  var events: [InputEvent] = []
  var from = 0
  for cut in cuts + [bytes.count] {
    events += decoder.feed(bytes[from..<cut], at: start)
    from = cut
  }
  if let deadline = decoder.deadline { events += decoder.flush(at: deadline) }
  return events
}

private func decode(_ text: String) -> [InputEvent] { decode(Array(text.utf8)) }

private func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> InputEvent {
  .key(Key(code, modifiers))
}

private func mouse(
  _ kind: MouseEvent.Kind,
  _ button: MouseEvent.Button,
  _ x: Int,
  _ y: Int,
  _ modifiers: Key.Modifiers = []
) -> InputEvent {
  .mouse(MouseEvent(kind, button: button, at: Point(x, y), modifiers: modifiers))
}

/// Sequences that terminals send, and their meaning.
///
/// The replies are from kitty 0.26.5 and xterm 379.
private let sequences: [(String, [InputEvent])] = [
  ("a", [key(.character("a"))]),
  ("Я", [key(.character("Я"))]),
  ("漢", [key(.character("漢"))]),
  ("👍", [key(.character("👍"))]),
  ("\r", [key(.enter)]),
  ("\t", [key(.tab)]),
  ("\u{7F}", [key(.backspace)]),
  ("\u{08}", [key(.backspace)]),
  ("\0", [key(.character(" "), .control)]),
  ("\u{03}", [key(.character("c"), .control)]),
  ("\u{1A}", [key(.character("z"), .control)]),
  ("\u{1C}", [key(.character("\\"), .control)]),
  ("\u{1B}", [key(.escape)]),
  ("\u{1B}\u{1B}", [key(.escape), key(.escape)]),
  ("\u{1B}x", [key(.character("x"), .alt)]),
  ("\u{1B}ж", [key(.character("ж"), .alt)]),
  ("\u{1B}\r", [key(.enter, .alt)]),
  ("\u{1B}\u{06}", [key(.character("f"), [.alt, .control])]),
  ("\u{1B}[", [key(.character("["), .alt)]),
  ("\u{1B}O", [key(.character("O"), .alt)]),
  ("\u{1B}]", [key(.character("]"), .alt)]),
  // xterm, in both cursor key modes
  ("\u{1B}[A", [key(.up)]),
  ("\u{1B}OB", [key(.down)]),
  ("\u{1B}[1;5C", [key(.right, .control)]),
  ("\u{1B}[1;2D", [key(.left, .shift)]),
  ("\u{1B}[1;7A", [key(.up, [.alt, .control])]),
  ("\u{1B}[H", [key(.home)]),
  ("\u{1B}OF", [key(.end)]),
  ("\u{1B}[3~", [key(.delete)]),
  ("\u{1B}[5;5~", [key(.pageUp, .control)]),
  ("\u{1B}[6~", [key(.pageDown)]),
  ("\u{1B}[Z", [key(.backTab)]),
  ("\u{1B}OP", [key(.function(1))]),
  ("\u{1B}[1;2P", [key(.function(1), .shift)]),
  ("\u{1B}[15~", [key(.function(5))]),
  ("\u{1B}[24;6~", [key(.function(12), [.shift, .control])]),
  ("\u{1B}OM", [key(.enter)]),
  ("\u{1B}Oy", [key(.character("9"))]),
  ("\u{1B}[27;5;105~", [key(.character("i"), .control)]),
  // rxvt
  ("\u{1B}[7~", [key(.home)]),
  ("\u{1B}[8^", [key(.end, .control)]),
  ("\u{1B}[5$", [key(.pageUp, .shift)]),
  ("\u{1B}[6@", [key(.pageDown, [.shift, .control])]),
  ("\u{1B}[a", [key(.up, .shift)]),
  ("\u{1B}Od", [key(.left, .control)]),
  ("\u{1B}\u{1B}[A", [key(.up, .alt)]),
  ("\u{1B}\u{1B}OB", [key(.down, .alt)]),
  // the Linux console
  ("\u{1B}[[A", [key(.function(1))]),
  ("\u{1B}[[E", [key(.function(5))]),
  ("\u{1B}[1~", [key(.home)]),
  // kitty's keyboard protocol
  ("\u{1B}[97u", [key(.character("a"))]),
  ("\u{1B}[97;5u", [key(.character("a"), .control)]),
  ("\u{1B}[97;2u", [key(.character("A"))]),
  ("\u{1B}[49:33;2u", [key(.character("!"))]),
  ("\u{1B}[27u", [key(.escape)]),
  ("\u{1B}[9;2u", [key(.backTab)]),
  ("\u{1B}[57417u", [key(.left)]),
  ("\u{1B}[97;1:3u", []),
  ("\u{1B}[1;1:3A", []),
  // mouse
  ("\u{1B}[<0;1;1M", [mouse(.press, .left, 0, 0)]),
  ("\u{1B}[<0;80;24m", [mouse(.release, .left, 79, 23)]),
  ("\u{1B}[<34;5;6M", [mouse(.drag, .right, 4, 5)]),
  ("\u{1B}[<35;5;6M", [mouse(.move, .none, 4, 5)]),
  ("\u{1B}[<65;10;20M", [mouse(.wheelDown, .none, 9, 19)]),
  ("\u{1B}[<80;300;200M", [mouse(.wheelUp, .none, 299, 199, .control)]),
  ("\u{1B}[<128;1;1M", []),
  ("\u{1B}[M !!", []),
  ("\u{1B}[32;10;10M", []),
  // focus and paste
  ("\u{1B}[I", [.focus(true)]),
  ("\u{1B}[O", [.focus(false)]),
  ("\u{1B}[200~hé\r\u{1B}[A\u{1B}[20\u{1B}[201~", [.paste("hé\r\u{1B}[A\u{1B}[20")]),
  ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ("\u{1B}[201~", []),
  // replies
  (
    "\u{1B}]11;rgb:1e1e/2e2e/3e3e\u{1B}\\",
    [.reply(.color(background: true, Color(0x1E2E3E)))]
  ),
  ("\u{1B}]10;rgb:f/8/0\u{07}", [.reply(.color(background: false, Color(0xFF8800)))]),
  ("\u{1B}[6;20;9t", [.reply(.cellSize(Size(9, 20)))]),
  ("\u{1B}[4;800;1197t", [.reply(.textAreaSize(Size(1197, 800)))]),
  ("\u{1B}[?2026;2$y", [.reply(.mode(2026, state: 2))]),
  ("\u{1B}[4;2$y", [.reply(.mode(4, state: 2))]),
  ("\u{1B}[?997;1n", [.reply(.colorScheme(dark: true))]),
  ("\u{1B}[?997;2n", [.reply(.colorScheme(dark: false))]),
  ("\u{1B}P>|kitty(0.26.5)\u{1B}\\", [.reply(.version("kitty(0.26.5)"))]),
  ("\u{1B}[?62;c", [.reply(.deviceAttributes([62, 0]))]),
  ("\u{1B}[?63;1;2;4c", [.reply(.deviceAttributes([63, 1, 2, 4]))]),
  ("\u{1B}_Gi=31;OK\u{1B}\\", [.reply(.kittyGraphics(id: 31, message: "OK"))]),
  ("\u{1B}P1$r0;38:2::1:2:3m\u{1B}\\", [.reply(.foreground(.direct(Color(0x01_0203))))]),
  ("\u{1B}P1$r38:2:1:2:3m\u{1B}\\", [.reply(.foreground(.direct(Color(0x01_0203))))]),
  ("\u{1B}P1$r0;1;38;2;1;2;3;4m\u{1B}\\", [.reply(.foreground(.direct(Color(0x01_0203))))]),
  ("\u{1B}P1$r38;2;;1;2;255m\u{1B}\\", [.reply(.foreground(.direct(Color(0x01_02FF))))]),
  ("\u{1B}P1$r0;38:5:16m\u{1B}\\", [.reply(.foreground(.palette(16)))]),
  ("\u{1B}P1$r0;38;5;16m\u{1B}\\", [.reply(.foreground(.palette(16)))]),
  ("\u{1B}P1$r0m\u{1B}\\", [.reply(.foreground(.other))]),
  ("\u{1B}P1$r0;38:2:1:256:3m\u{1B}\\", [.reply(.foreground(.other))]),
  ("\u{1B}P1$r0;48:2:1:2:3;38m\u{1B}\\", [.reply(.foreground(.other))]),
  ("\u{1B}P0$rm\u{1B}\\", [.reply(.other("0$rm"))]),
  ("\u{1B}[>41;379;0c", [.reply(.secondaryAttributes([41, 379, 0]))]),
  ("\u{1B}P1+r544e=7874\u{1B}\\", [.reply(.other("1+r544e=7874"))]),
  // unknown, malformed, truncated
  ("\u{1B}[99;98v", []),
  ("\u{1B}[12", []),
  ("\u{1B}]0;title", []),
  ("\u{1B}[1\u{1B}[A", [key(.up)]),
  ("\u{1B}]2;cut\u{1B}[B", [key(.down)]),
  ("\u{1B}[1;é", [key(.character("é"))]),
  ("\u{1B}]x\u{18}y", [key(.character("y"))]),
  ("\u{80}", []),
]

@Suite struct InputDecoderTests {
  @Test func `every sequence is decoded as the terminal means it`() {
    for (text, events) in sequences {
      #expect(decode(text) == events, "\(text.debugDescription)")
    }
  }

  @Test func `Esc pressed right before a sequence isn't lost`() {
    let others = sequences.filter { text, events in
      guard text.hasPrefix("\u{1B}"), let first = events.first else { return false }
      guard case .key = first else { return true }
      return false
    }
    #expect(others.count > 20)
    for (text, events) in others {
      #expect(decode("\u{1B}" + text) == [key(.escape)] + events, "\(text.debugDescription)")
    }
    #expect(decode("\u{1B}\u{1B}[M !!") == [key(.escape)])
  }

  @Test func `a sequence may be split anywhere, even into single bytes`() {
    for (text, events) in sequences {
      let bytes = Array(text.utf8)
      for cut in 0...bytes.count {
        #expect(decode(bytes, cuts: [cut]) == events, "\(text.debugDescription) cut at \(cut)")
      }
      #expect(decode(bytes, cuts: Array(0..<bytes.count)) == events, "\(text.debugDescription)")
    }
  }

  @Test func `text after a sequence isn't swallowed`() {
    let unfinished = ["\u{1B}", "\u{1B}\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}[12"]
    for (text, events) in sequences where !unfinished.contains(text) && !text.hasSuffix("title") {
      #expect(decode(text + "q") == events + [key(.character("q"))], "\(text.debugDescription)")
    }
  }

  @Test func `a lone escape waits 25 ms for the rest, and no longer`() {
    var decoder = InputDecoder()
    #expect(decoder.deadline == nil)
    #expect(decoder.feed([0x1B], at: start) == [])
    #expect(decoder.deadline == start + .milliseconds(25))
    #expect(decoder.flush(at: start + .milliseconds(24)) == [])
    #expect(decoder.flush(at: start + .milliseconds(25)) == [key(.escape)])
    #expect(decoder.deadline == nil)
    #expect(decoder.feed(Array("[A".utf8), at: start).count == 2)
  }

  @Test func `a reply that arrives in pieces is waited for`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:00".utf8), at: start) == [])
    #expect(decoder.flush(at: start + .milliseconds(400)) == [])
    let later = start + .milliseconds(400)
    let reply = decoder.feed(Array("00/0000/0000\u{1B}\\".utf8), at: later)
    #expect(reply == [.reply(.color(background: true, Color(0)))])
    #expect(decoder.deadline == nil)
  }

  @Test func `a sequence that never ends doesn't block the keyboard`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}]11;rgb".utf8), at: start)
    #expect(decoder.flush(at: start + .milliseconds(500)) == [])
    #expect(decoder.feed(Array("a".utf8), at: start) == [key(.character("a"))])
  }

  @Test func `a paste that never ends is delivered as it is`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}[200~abc".utf8), at: start)
    #expect(decoder.deadline == start + .seconds(5))
    #expect(decoder.flush(at: start + .seconds(5)) == [.paste("abc")])
  }

  @Test(arguments: ["j", "\u{1B}[B"])
  func `a held key doesn't keep an endless paste open`(key: String) {
    var decoder = InputDecoder()
    var now = start
    _ = decoder.feed(Array("\u{1B}[200~abc".utf8), at: now)
    while let deadline = decoder.deadline, now < deadline, now < start + .seconds(60) {
      now = now + .milliseconds(33)
      _ = decoder.feed(Array(key.utf8), at: now)
    }
    #expect(now < start + .seconds(10))
    let text = decoder.flush(at: now)
    #expect(text.count == 1 && decoder.feed([0x03], at: now) == [Self.interrupt])
  }

  @Test func `a slow paste stays open as long as it arrives`() {
    var decoder = InputDecoder()
    var now = start
    _ = decoder.feed(Array("\u{1B}[200~".utf8), at: now)
    // A serial line with 2400 baud.
    for _ in 0..<10_000 {
      now = now + .milliseconds(4)
      #expect(decoder.deadline.map { now < $0 } ?? false)
      #expect(decoder.feed(Array("a".utf8), at: now).isEmpty)
    }
    let text = String(repeating: "a", count: 10_000)
    #expect(decoder.feed(Array("\u{1B}[201~".utf8), at: now) == [.paste(text)])
  }

  @Test func `Ctrl+C ends an endless paste, and a paste may contain it`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}[200~a".utf8), at: start)
    #expect(decoder.feed([0x03], at: start + .milliseconds(5)).isEmpty)
    _ = decoder.feed(Array("\u{3}b".utf8), at: start + .milliseconds(400))
    let events = decoder.feed([0x03], at: start + .milliseconds(600))
    #expect(events == [.paste("a\u{3}\u{3}b"), Self.interrupt])
    #expect(decoder.deadline == nil && decoder.heldBytes == 0)
  }

  private static let interrupt = InputEvent.key(Key(.character("c"), .control))

  @Test func `a paste is truncated at its limit, and its end is still found`() {
    let decoder = InputDecoder(pasteLimit: 10)
    let text = String(repeating: "0123456789", count: 50)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
    let expected: [InputEvent] = [.paste("0123456789"), key(.character("q"))]
    #expect(decode(bytes, decoder: decoder) == expected)
    #expect(decode(bytes, cuts: Array(0..<bytes.count), decoder: decoder) == expected)
  }

  @Test func `a paste without an end is truncated at its limit`() throws {
    var decoder = InputDecoder(pasteLimit: 10)
    #expect(decoder.feed(Array("\u{1B}[200~0123456789abcdef".utf8), at: start).isEmpty)
    let deadline = try #require(decoder.deadline)
    #expect(decoder.flush(at: deadline) == [.paste("0123456789")])
  }

  @Test func `invalid UTF-8 is dropped, and the text around it isn't`() {
    let bytes: [[UInt8]] = [
      [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x9B],
      [0xC2, 0x9B], [0xF4, 0x90, 0x80, 0x80],
    ]
    for wrong in bytes {
      let input = [UInt8(ascii: "a")] + wrong + [UInt8(ascii: "b")]
      #expect(decode(input) == [key(.character("a")), key(.character("b"))], "\(wrong)")
    }
  }

  @Test func `terminfo adds keys that the decoder doesn't know`() {
    let keys: [[UInt8]: Key] = [
      Array("\u{1B}[224z".utf8): Key(.function(1)),
      Array("\u{1B}{".utf8): Key(.home),
      Array("\u{1B}Ot".utf8): Key(.function(5)),
    ]
    let decoder = InputDecoder(keys: keys)
    #expect(decode(Array("\u{1B}[224z".utf8), decoder: decoder) == [key(.function(1))])
    #expect(decode(Array("\u{1B}{".utf8), decoder: decoder) == [key(.home)])
    #expect(decode(Array("\u{1B}[224z".utf8)) == [])
  }

  @Test func `no input crashes the decoder or fills its memory`() {
    var random = SystemRandomNumberGenerator()
    let pieces = sequences.map { Array($0.0.utf8) }
    for _ in 0..<300 {
      var decoder = InputDecoder(pasteLimit: 1000)
      var events = 0
      for _ in 0..<40 {
        var bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
        if let piece = pieces.randomElement(using: &random) {
          bytes += piece.prefix(Int.random(in: 0...piece.count, using: &random))
        }
        events += decoder.feed(bytes, at: start).count
        if Bool.random(using: &random), let deadline = decoder.deadline {
          events += decoder.flush(at: deadline).count
        }
        #expect(decoder.heldBytes <= 8192 + 16)
      }
      if let deadline = decoder.deadline { _ = decoder.flush(at: deadline) }
      #expect(decoder.feed(Array("q".utf8), at: start).last == key(.character("q")))
    }
    for introducer in ["\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}O", "\u{1B}[200~"] {
      var decoder = InputDecoder(pasteLimit: 1000)
      _ = decoder.feed(Array(introducer.utf8), at: start)
      _ = decoder.feed([UInt8](repeating: UInt8(ascii: "1"), count: 1_000_000), at: start)
      #expect(decoder.heldBytes <= 8192 + 16)
    }
  }
}
