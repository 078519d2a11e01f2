import Foundation
import Harness

// The photo that grows from its tile to full screen, in a terminal like kitty.
extension Bench {
  /// Measures the steps of the zoom, and the system calls during it and afterwards.
  func motion() throws -> [Figure] {
    var bytes: [Double] = []
    var steps: [Double] = []
    var times: [Double] = []
    let screen = try Screen(self, replies: Screen.kitty)
    do {
      defer { screen.close() }
      try screen.settle()
      for _ in 0..<10 {
        let frames = try opened(screen)
        bytes += frames.dropFirst().dropLast().map { Double($0.bytes ?? 0) }
        steps.append(Double(frames.count))
        if let first = frames.first, let last = frames.last { times.append(last.t - first.t) }
      }
    }
    guard steps.median > 2 else { throw Failure("no photo grew from its tile") }
    let calls = try callsOfMotion()
    return [
      Figure(
        name: "one step of a photo that grows from its tile",
        value: bytes.median,
        unit: "B",
        limit: 200,
        details: ["steps": steps.median, "system calls": calls.during]
      ),
      Figure(
        name: "first to last frame of a photo that grows from its tile",
        value: times.median,
        unit: "ms",
        limit: 230
      ),
      Figure(
        name: "system calls of the main thread in 5 s afterwards",
        value: calls.after,
        unit: "",
        limit: 0
      ),
    ]
  }

  /// Opens the selected photo and closes it, and returns the frames of the opening.
  private func opened(_ screen: Screen) throws -> [TraceLine] {
    try screen.trace.skip()
    let before = screen.trace.lines.count
    screen.type("\r")
    try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
    try screen.settle(on: "photo")
    let frames = screen.trace.lines[before...].filter { $0.event == "frame" }
    screen.type("q")
    try screen.settle()
    return frames
  }

  /// Returns the system calls of the main thread for a step, and in five seconds after the last.
  private func callsOfMotion() throws -> (during: Double, after: Double) {
    let file = home.path + "/strace-motion"
    let screen = try Screen(
      self,
      prefix: ["strace", "-qq", "-ttt", "-o", file],
      replies: Screen.kitty
    )
    let (during, after): (ClosedRange<Double>, ClosedRange<Double>)
    let count: Int
    do {
      defer { screen.close() }
      try screen.settle()
      _ = try opened(screen)
      let start = Date.now.timeIntervalSince1970
      count = try opened(screen).count
      during = start...Date.now.timeIntervalSince1970
      screen.type("\r")
      try screen.settle(on: "photo")
      // Bars still disappear, and details may be requested.
      pause(.seconds(5))
      let rest = Date.now.timeIntervalSince1970
      pause(.seconds(5))
      after = rest...Date.now.timeIntervalSince1970
    }
    let times = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    return (
      Double(times.filter(during.contains).count) / Double(max(1, count * 2)),
      Double(times.filter(after.contains).count)
    )
  }
}
