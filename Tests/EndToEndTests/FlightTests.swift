import Foundation
import Harness
import Platform
import Testing

/// The photo that grows from its tile to full screen, and shrinks back.
@Suite(.endToEnd) struct FlightTests {
  /// The replies of a kitty that reads shared memory.
  private static let kitty =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}_Gi=4202;OK\u{1B}\\\u{1B}P>|kitty(0.32.2)\u{1B}\\"
    + "\u{1B}[6;20;9t\u{1B}[4;480;720t\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\"
    + "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;c"

  /// The program in a terminal without a screen.
  private struct Flight {
    let terminal: ScriptedTerminal
    let trace: TraceFile

    /// Presses keys, and waits until the program rests on a screen again.
    ///
    /// - Parameter count: how many of the keys act.
    func press(_ keys: String, settlingOn screen: String, acting count: Int = 1) throws {
      let (before, earlier) = (try rests(on: screen), try actions())
      terminal.type(keys.utf8, at: .now)
      let deadline = MonotonicTime.now + eventTimeout
      while try actions() < earlier + count || rests(on: screen) == before {
        guard .now < deadline else { throw Failure("not idle on \(screen)") }
        try read()
      }
      try read()
    }

    /// Waits until the slideshow has advanced this many times by itself.
    func advance(_ count: Int) throws {
      func advanced() throws -> Int {
        try trace.all("action").count { $0.name == "photo.slideshow" }
      }
      let (start, deadline) = (try advanced(), MonotonicTime.now + eventTimeout)
      while try advanced() < start + count {
        guard .now < deadline else { throw Failure("no next photo") }
        try read()
      }
    }

    /// Reads what the program writes, and looks at the trace again soon.
    private func read() throws {
      terminal.perform(at: .now + .milliseconds(20)) {}
      try terminal.run(until: "")
    }

    private func actions() throws -> Int {
      try trace.all("action").count { $0.name?.hasPrefix("pressed.") ?? false }
    }

    private func rests(on screen: String) throws -> Int {
      try trace.all("idle").count { $0.screen == screen }
    }

    var text: String { String(decoding: terminal.output, as: UTF8.self) }

    func quit() throws {
      terminal.type("Q".utf8, at: .now)
      try terminal.run(until: "the end")
    }
  }

  /// Shows the feed of the demo, with the images of its tiles stored by the terminal.
  private func feed(_ stage: Stage, configuration: String = "") throws -> Flight {
    try configuration.write(
      toFile: stage.home.path + "/config/imagefeed/config.toml",
      atomically: true,
      encoding: .utf8
    )
    let trace = try TraceFile(creating: stage.home.path + "/trace")
    let terminal = try ScriptedTerminal(
      script: "'\(stage.binary)' --demo --edition extended --trace '\(trace.path)'; echo the end",
      environment: stage.home.environment.merging(
        ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
      ) { $1 }
    )
    try terminal.run(until: "\u{1B}[c")
    terminal.type(Self.kitty.utf8, at: .now)
    try terminal.run(until: "Enter")
    let flight = Flight(terminal: terminal, trace: trace)
    try flight.press("\r", settlingOn: "feed")
    terminal.forget()
    return flight
  }

  /// The cells of each step.
  private func steps(_ text: String) -> [Int] {
    text.matches(of: /c=([0-9]+),r=[0-9]+,z=1/).compactMap { Int($0.1) }
  }

  @Test func `the photo grows from its tile and shrinks back, and leaves no image`() throws {
    try Stage.run { stage in
      let flight = try feed(stage)
      try flight.press("\r", settlingOn: "photo")
      let grown = steps(flight.text)
      #expect(grown.count > 1 && grown == grown.sorted() && Set(grown).count > 1)
      flight.terminal.forget()
      try flight.press("q", settlingOn: "feed")
      let shrunk = steps(flight.text)
      #expect(shrunk.count > 1 && shrunk == shrunk.sorted(by: >))
      #expect(isRemoved(flight.text))
      try flight.quit()
    }
  }

  @Test func `keys during the flight act at once, and none is lost`() throws {
    try Stage.run { stage in
      let flight = try feed(stage)
      // Opens, moves to the next photo and closes, twenty times, faster than a photo flies.
      try flight.press(String(repeating: "\rlq", count: 20), settlingOn: "feed", acting: 60)
      flight.terminal.forget()
      try flight.press("\r", settlingOn: "photo")
      let shown = flight.text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(shown.contains("21 / 2,000"), "each key has moved by one photo")
      try flight.press("q", settlingOn: "feed")
      #expect(isRemoved(flight.text))
      try flight.quit()
    }
  }

  @Test func `a photo of the slideshow fades over the next one, and leaves no image`() throws {
    try Stage.run { stage in
      let flight = try feed(stage, configuration: "slideshow = 1")
      try flight.press("S", settlingOn: "slideshow")
      try flight.advance(3)
      let sent = flight.text.matches(of: /f=32,s=[0-9]+,v=[0-9]+,i=([0-9]+)/).map(\.1)
      #expect(sent.count > 3 && Set(sent).count == sent.count)
      // A key ends the fade, and its photo appears without one.
      try flight.press("lhlhlh", settlingOn: "slideshow", acting: 6)
      try flight.press("\u{1B}", settlingOn: "photo")
      let all = flight.text.matches(of: /f=32,s=[0-9]+,v=[0-9]+,i=([0-9]+)/).map(\.1)
      #expect(all.allSatisfy { flight.text.contains("a=d,d=I,q=2,i=\($0)\u{1B}") })
      try flight.quit()
    }
  }

  @Test func `with reduced motion nothing moves`() throws {
    try Stage.run { stage in
      let flight = try feed(stage, configuration: "motion = \"reduced\"")
      try flight.press("\r", settlingOn: "photo")
      try flight.press("q", settlingOn: "feed")
      #expect(steps(flight.text) == [])
      try flight.quit()
    }
  }

  /// Whether the last command for the moved image removes it.
  private func isRemoved(_ text: String) -> Bool {
    guard let last = text.ranges(of: "p=4294967295").last else { return false }
    return text[..<last.lowerBound].suffix(40).contains("a=d,d=i")
  }
}
