import Canvas
import Foundation
import Platform
@testable import Terminal
import Testing

/// A terminal that replies after delays, with its own clock.
private final class SlowTerminal {
  let rig: Rig
  private(set) var milliseconds = 0
  /// The replies and their times, earliest first.
  var pending: [(time: Int, bytes: ArraySlice<UInt8>)] = []
  private(set) var waited = 0
  private(set) var events: [InputEvent] = []

  init(term: String = "xterm-256color") throws {
    rig = try Rig(term: term)
    // Weak, since closing the terminal may wait for a reply once more.
    rig.terminal.clock = { [weak self] in self?.time ?? .now }
    rig.tty.onWait = { [weak self] most in
      guard let self else { return }
      let until = min(milliseconds + most, pending.first?.time ?? .max)
      waited += until - milliseconds
      milliseconds = until
      deliver()
    }
  }

  private var time: MonotonicTime { MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

  private func deliver() {
    while let first = pending.first, first.time <= milliseconds {
      rig.tty.input += first.bytes
      pending.removeFirst()
    }
  }

  /// Advances the clock until a moment, as the event loop does.
  func run(until end: Int) {
    while true {
      let deadline = rig.terminal.inputDeadline.map { Int($0.nanoseconds / 1_000_000) }
      let next = [pending.first?.time, deadline].compactMap(\.self).min() ?? .max
      milliseconds = max(milliseconds, min(next, end))
      deliver()
      events += rig.terminal.readInput(at: time)
      events += rig.terminal.flushInput(at: time)
      rig.terminal.updateProbe(at: time)
      if next > end { return }
    }
  }
}

extension TerminalTests {
  @Test func `no reply is left for the shell, whenever the program exits`() throws {
    let answers = Array(TerminalProbeTests.kitty0265.utf8)
    var random = SeededGenerator(state: 1)
    for _ in 0..<80 {
      let slow = try SlowTerminal()
      let cut = Int.random(in: 0...answers.count, using: &random)
      let first = Int.random(in: 0...400, using: &random)
      let second = Int.random(in: first...400, using: &random)
      slow.pending = [(first, answers[..<cut]), (second, answers[cut...])]
      slow.rig.terminal.beginProbe()
      let quit = Int.random(in: 0...450, using: &random)
      slow.run(until: quit)
      #expect(slow.events == [], "cut at \(cut), \(first) and \(second) ms, quit at \(quit)")
      slow.rig.terminal.close()
      let late = slow.pending.flatMap(\.bytes)
      #expect(late == [], "cut at \(cut), \(first) and \(second) ms, quit at \(quit)")
      #expect(slow.rig.tty.input == [])
      #expect(!slow.rig.tty.isRaw)
    }
  }

  @Test func `a terminal that doesn't reply is waited for only briefly`() throws {
    for (quit, longest) in [(0, 1500), (500, 1000), (1600, 0)] {
      let slow = try SlowTerminal()
      slow.rig.terminal.beginProbe()
      slow.run(until: quit)
      slow.rig.tty.type("typed ahead")
      slow.rig.terminal.close()
      #expect(slow.waited == longest)
      #expect(slow.rig.tty.input.isEmpty == (longest > 0))
    }
  }

  @Test func `a slow reply isn't left for the shell, even if nothing announces it`() throws {
    for late in [601, 1100, 1499] {
      let slow = try SlowTerminal()
      slow.pending = [(late, Array(TerminalProbeTests.kitty0265.utf8)[...])]
      slow.rig.terminal.beginProbe()
      slow.run(until: 20)
      slow.rig.terminal.close()
      #expect(slow.pending.isEmpty && slow.rig.tty.input == [])
      // The colours are waited for a moment longer.
      #expect(slow.waited == late - 20 + 30)
    }
  }

  @Test func `a terminal without a reply in the last run isn't waited for`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/imagefeed-\(UUID().uuidString)"
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    func waited(_ term: String = "xterm", reply: Int? = nil, quit: Int, isGone: Bool = false) throws
      -> Int
    {
      let slow = try SlowTerminal(term: term)
      slow.rig.terminal.silenceFolder = folder
      if let reply { slow.pending = [(reply, Array(TerminalProbeTests.kitty0265.utf8)[...])] }
      slow.rig.terminal.beginProbe()
      slow.run(until: quit)
      slow.rig.tty.isGone = isGone
      slow.rig.terminal.close()
      return slow.waited
    }
    #expect(try waited(quit: 10, isGone: true) == 0)
    #expect(try waited(quit: 10) == 1490, "a hang-up says nothing")
    #expect(try waited(quit: 10) == 0)
    #expect(try waited("vt220", quit: 10) == 1490, "another terminal")
    let markers = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(markers.sorted() == ["vt220+", "xterm+"])
    // It replies while the program runs.
    #expect(try waited(reply: 900, quit: 2000) == 0)
    #expect(try waited(reply: 1200, quit: 10) == 1190 + 30)
    // A silence during a long run counts, too.
    #expect(try waited(quit: 9000) == 0)
    #expect(try waited(quit: 10) == 0)
  }

  @Test func `a terminal that has replied isn't waited for`() throws {
    let slow = try SlowTerminal()
    // Some never reply about their colours. That is clear a moment after the fence.
    slow.pending = [(5, Array(TerminalProbeTests.kitty0265.utf8)[...])]
    slow.rig.terminal.beginProbe()
    slow.run(until: 40)
    slow.rig.tty.type("typed ahead")
    slow.rig.terminal.close()
    #expect(slow.waited == 0)
    #expect(String(decoding: slow.rig.tty.input, as: UTF8.self) == "typed ahead")
  }

  @Test func `the first frame waits for no reply, and later ones are synchronized`() throws {
    let rig = try Rig()
    rig.terminal.beginProbe()
    #expect(rig.tty.writes.count == 1 && rig.terminal.graphics == nil)
    #expect(rig.terminal.probeDeadline != nil)
    rig.present(rig.canvas { $0.draw("first", at: Point(0, 0)) })
    #expect(rig.screen.text[0].hasPrefix("first"))
    rig.tty.type(TerminalProbeTests.kitty0265)
    #expect(rig.terminal.readInput(at: .now) == [])
    #expect(rig.terminal.graphics == .kittyDirect && rig.terminal.findingsRevision > 0)
    #expect(rig.terminal.probeDeadline == nil)
    let canvas = rig.canvas { $0.draw("other", at: Point(0, 0)) }
    _ = rig.terminal.present(canvas, pictures: [], modes: plain)
    #expect(rig.tty.drainOutput().hasPrefix("\u{1B}[?2026h"))
  }

  @Test func `no query is sent in the background or on a console`() throws {
    let rig = try Rig()
    rig.tty.isForeground = false
    rig.terminal.beginProbe()
    #expect(rig.tty.output == [])
    #expect(rig.terminal.graphics == .symbols && rig.terminal.findings.reason == .background)

    let tty = try MemoryTty(columns: 80, rows: 24)
    let traits = TerminalTraits.detect(environment: ["TERM": "linux", "LANG": "C.UTF-8"])
    let terminal = try Terminal(
      tty: tty,
      traits: traits,
      environment: rigEnvironment.merging(["TERM": "linux"]) { $1 },
      cacheDirectory: nil
    )
    terminal.beginProbe()
    #expect(tty.output == [])
    #expect(terminal.findings.reason == .notAsked("TERM=linux"))
    #expect(terminal.findings.symbols == .ascii)
    terminal.close()
  }

  @Test func `a new font size is queried and noticed`() throws {
    let rig = try Rig()
    rig.terminal.beginProbe()
    rig.tty.type(TerminalProbeTests.kitty0265)
    _ = rig.terminal.readInput(at: .now)
    #expect(rig.terminal.size.cellPixels == .init(width: 9, height: 20))
    _ = rig.tty.drainOutput()
    // Through SSH, the kernel knows no pixels, but the terminal does.
    rig.terminal.resize()
    #expect(rig.tty.drainOutput() == "\u{1B}[16t\u{1B}[14t\u{1B}[c")
    rig.terminal.resize()
    #expect(rig.tty.drainOutput() == "", "one question at a time")
    rig.tty.type("\u{1B}[6;30;14t\u{1B}[?62;c")
    _ = rig.terminal.readInput(at: .now)
    #expect(rig.terminal.size.cellPixels == .init(width: 14, height: 30))
    #expect(rig.tty.drainOutput() == "\u{1B}[16t\u{1B}[14t\u{1B}[c", "the one that was left")
    // The kernel's own pixels are known immediately.
    rig.tty.currentSize?.cellPixels = .init(width: 14.5, height: 30)
    rig.tty.type("\u{1B}[6;30;15t\u{1B}[?62;c")
    _ = rig.terminal.readInput(at: .now)
    rig.terminal.resize()
    #expect(rig.terminal.size.cellPixels == .init(width: 14.5, height: 30))
  }

  @Test func `colour reports are switched on and off with the screen`() throws {
    let tty = try MemoryTty(columns: 20, rows: 6)
    let terminal = try Terminal(
      tty: tty,
      traits: TerminalTraits(term: "xterm-256color", colors: .trueColor),
      environment: rigEnvironment,
      cacheDirectory: nil,
      followsColors: true
    )
    _ = terminal.present(Canvas(columns: 20, rows: 6), pictures: [], modes: plain)
    #expect(tty.drainOutput().contains("\u{1B}[?2031h"))
    #expect(String(decoding: tty.crashTeardown ?? [], as: UTF8.self).contains("\u{1B}[?2031l"))
    terminal.close()
    #expect(tty.drainOutput().contains("\u{1B}[?2031l"))
  }

  @Test func `the terminal is queried again after a suspension`() throws {
    let rig = try Rig()
    rig.terminal.beginProbe()
    rig.tty.type(TerminalProbeTests.kitty0265)
    _ = rig.terminal.readInput(at: .now)
    rig.terminal.suspend()
    _ = rig.tty.drainOutput()
    try rig.terminal.resume()
    let question = rig.tty.drainOutput()
    #expect(question.contains("\u{1B}[16t") && question.hasSuffix("\u{1B}[c"))
    #expect(question.contains("\u{1B}]11;?") && question.contains("\u{1B}[?996n"))
  }

  @Test func `a reply lost to the shell doesn't stop further queries`() throws {
    let slow = try SlowTerminal()
    slow.pending = [(5, Array(TerminalProbeTests.kitty0265.utf8)[...])]
    slow.rig.terminal.beginProbe()
    slow.run(until: 40)
    slow.rig.terminal.refresh()
    slow.rig.terminal.suspend()
    _ = slow.rig.tty.drainOutput()
    try slow.rig.terminal.resume()
    #expect(slow.rig.tty.drainOutput().contains("\u{1B}]11;?"))
    // A reply lost on the way doesn't stop them either.
    slow.run(until: 7000)
    slow.rig.terminal.refresh()
    #expect(slow.rig.tty.drainOutput().contains("\u{1B}]11;?"))
  }

  @Test func `queries are sent on the alternate screen, which is always left again`() throws {
    let rig = try Rig()
    rig.terminal.beginProbe()
    let teardown = String(decoding: rig.tty.crashTeardown ?? [], as: UTF8.self)
    let output = rig.tty.drainOutput()
    let screen = try #require(output.firstRange(of: "\u{1B}[?1049h"))
    let query = try #require(output.firstRange(of: "\u{1B}_G"))
    #expect(screen.upperBound <= query.lowerBound && rig.tty.writes.count == 1)
    #expect(teardown.hasSuffix("\u{1B}[?1049l\u{1B}[?25h"))
    rig.terminal.close()
    #expect(rig.tty.drainOutput().hasSuffix("\u{1B}[?1049l\u{1B}[?25h"))

    let drawn = try Rig()
    drawn.terminal.beginProbe()
    // The terminal's output after the queries.
    drawn.tty.output = Array(drawn.tty.drainOutput().prefix { $0 != "_" }.dropLast().utf8)
    drawn.tty.output += Array("Gi=4201".utf8)
    drawn.present(drawn.canvas { $0.draw("first", at: Point(0, 1)) })
    #expect(!drawn.screen.text.joined().contains("Gi=") && drawn.screen.modes.contains(1049))
  }
}
