import Foundation
import Glibc
import Harness
import Platform
import Testing

/// A slow terminal, and a program that exits before all replies have arrived.
@Suite(.endToEnd) struct LateAnswerTests {
  private static let answers =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}_Gi=4202;EBADF:no such object\u{1B}\\"
    + "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;480;720t"
    + "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    + "\u{1B}[?2026;2$y\u{1B}[?997;1n\u{1B}[?62;c"

  /// The greatest delay of a reply: the program waits 1500 ms after its query.
  private static let limit = Duration.milliseconds(1490)
  /// The longest pause within a reply: after 500 ms its beginning is read as a key.
  private static let pause = Duration.milliseconds(490)

  @Test(arguments: 1...12)
  func `late replies are never keys, and the next program reads none of them`(seed: Int) throws {
    // A busy computer may delay this terminal longer than the program waits for it.
    var random = SeededGenerator(state: UInt64(seed))
    let cut = Int.random(in: 0...Self.answers.utf8.count, using: &random)
    let first = Int.random(in: 0...400, using: &random)
    let second = Int.random(in: first...400, using: &random)
    let quit = Int.random(in: 0...450, using: &random)
    for _ in 0..<20 where try plays(cut: cut, first, second, quit: quit) { return }
    throw Failure("the answers were too late each time")
  }

  @Test func `the next program reads no reply of a line that isn't known to be slow`() throws {
    for _ in 0..<20 where try plays(cut: 0, 1200, 1200, quit: 100) { return }
    throw Failure("the answers were too late each time")
  }

  /// Plays a scene and checks its result; returns false if the terminal was too slow.
  ///
  /// - Parameters:
  ///   - first: the time in milliseconds of the replies up to the byte number `cut`.
  ///   - second: the time of the others.
  private func plays(cut: Int, _ first: Int, _ second: Int, quit: Int) throws -> Bool {
    var isInTime = false
    try Stage.run { stage in
      let answers = Array(Self.answers.utf8)
      let scene = "cut at \(cut), \(first) and \(second) ms, quit at \(quit) ms"

      let trace = try TraceFile(creating: stage.home.path + "/trace-late")
      let file = stage.home.path + "/leftovers"
      let terminal = try ScriptedTerminal(
        script: """
          '\(stage.binary)' --demo --trace '\(trace.path)'
          echo the program ended
          cat > '\(file)'
          echo the reader ended
          """,
        environment: stage.home.environment.merging(["TERM": "xterm-kitty"]) { $1 }
      )
      try terminal.run(until: "\u{1B}[c")
      let start = MonotonicTime.now
      let parts = [(answers[..<cut], first), (answers[cut...], second)]
      for (part, delay) in parts { terminal.type(part, at: start + .milliseconds(delay)) }
      // A key never arrives in the middle of a reply: bytes arrive in the order they were sent.
      if quit < first || quit > second {
        terminal.type("q".utf8, at: start + .milliseconds(quit))
      } else {
        terminal.perform(at: start + .milliseconds(quit)) {
          if let process = Processes.child(of: terminal.shell, named: "imagefeed") {
            kill(process, SIGTERM)
          }
        }
      }
      try terminal.run(until: "the program ended")
      let times = try parts.map { try #require(terminal.typed[Array($0.0)]) }
      try trace.skip()
      // The query is sent some time after the launch.
      let began = try #require(trace.lines.first?.monotonicNs)
      isInTime =
        try times.at(1).end < MonotonicTime(nanoseconds: began) + Self.limit
        && times.at(1).end < times.at(0).start + Self.pause
      guard isInTime else { return }
      // Everything left is read by the reader, who receives the end twice: after text, and alone.
      terminal.type([4], at: .now)
      terminal.type([4], at: .now)
      try terminal.run(until: "the reader ended")

      #expect(try String(contentsOfFile: file, encoding: .utf8) == "", "\(scene)")
      let pressed = trace.lines.filter(\.isByKey).compactMap(\.name)
      #expect(pressed.allSatisfy { $0 == "pressed.close" }, "\(scene): \(pressed)")
    }
    return isInTime
  }

  /// tmux learns the name of its terminal after the first program has started.
  @Test func `tmux is queried again if it didn't know its terminal`() throws {
    try Stage.run { stage in
      let home = stage.home.path
      let tools = home + "/tools"
      try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
      // Reports that tmux has replied to the program.
      let tmux = tools + "/tmux"
      try """
      #!/bin/sh
      PATH=${PATH#*:}
      tmux "$@"
      echo >> '\(home)/asked'
      """.write(toFile: tmux, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tmux)
      try "set -g allow-passthrough on\n"
        .write(toFile: home + "/conf", atomically: true, encoding: .utf8)
      let path = stage.home.environment["PATH"] ?? "/usr/bin:/bin"
      let command = "PATH='\(tools):\(path)' '\(stage.binary)' doctor > '\(home)/report'"
      let terminal = try ScriptedTerminal(
        script: """
          cd '\(home)'
          tmux -u -S '\(home)/early.tmux' -f '\(home)/conf' new-session "\(command)"
          echo the end
          """,
        environment: stage.home.environment.merging(["TERM": "xterm-256color"]) { $1 }
      )
      defer {
        _ = try? Subprocess.run(
          ["tmux", "-S", home + "/early.tmux", "kill-server"],
          environment: Stage.path
        )
      }
      try terminal.run(until: "\u{1B}[>q")
      _ = try eventually("tmux is not asked", pause: { _ in poll(nil, 0, 20) }) {
        access(home + "/asked", F_OK) == 0 ? true : nil
      }
      terminal.type("\u{1B}P>|kitty(0.32.2)\u{1B}\\".utf8, at: .now)
      try terminal.run(until: "the end")
      let report = try String(contentsOfFile: home + "/report", encoding: .utf8)
      #expect(report.contains(/Graphics +kitty:/), "\(report)")
    }
  }
}

/// A random generator (SplitMix64) with the same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
