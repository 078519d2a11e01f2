import Foundation
import Harness
import Model
import Platform

// A gallery of 10,000 photos.
extension Bench {
  private static let count = 10_000

  /// Measures opening the gallery, and moving through it while its pictures are decoded.
  func gallery() throws -> [Figure] {
    try home.keepPhotographs(Self.count) { .search(SearchQuery("query \($0 % 100)")) }
    defer { try? FileManager.default.removeItem(atPath: home.gallery) }
    var openings: [Double] = []
    var complete: [Double] = []
    var steps: [Double] = []
    for _ in 0..<5 {
      let screen = try Screen(self, arguments: ["--edition", "extended"])
      defer { screen.close() }
      try screen.settle()
      let began = try screen.began()
      try screen.trace.skip()
      let pressed = MonotonicTime.now.milliseconds(since: began)
      screen.type("4")
      openings.append(try screen.trace.next("frame") { $0.screen == "gallery" }.t - pressed)
      let idle = try screen.trace.next("idle") { $0.screen == "gallery" }
      complete.append(idle.t - pressed)
      steps += try walk(screen, began)
    }
    return [
      Figure(
        name: "gallery of 10,000 photos: key press to its tiles",
        value: openings.max() ?? 0,
        unit: "ms",
        limit: 150,
        details: ["median ms": openings.median, "with all pictures ms": complete.median]
      ),
      Figure(
        name: "gallery of 10,000 photos: key press to frame, p99",
        value: steps.percentile(99),
        unit: "ms",
        limit: 16,
        details: [
          "steps": Double(steps.count), "median ms": steps.median, "most ms": steps.max() ?? 0,
        ]
      ),
    ]
  }

  /// Presses keys and turns the wheel without waiting for pictures; returns each step's
  /// milliseconds.
  private func walk(_ screen: Screen, _ began: MonotonicTime) throws -> [Double] {
    try (0..<100).map { step in
      try screen.trace.skip()
      let pressed = MonotonicTime.now.milliseconds(since: began)
      let isWheel = step.isMultiple(of: 2)
      screen.type(isWheel ? "\u{1b}[<65;60;20M" : step % 10 == 9 ? "\u{1b}[6~" : "j")
      let name = isWheel ? "gallery.scrolled" : "pressed"
      try screen.trace.next("action") { $0.name?.hasPrefix(name) == true }
      return try screen.trace.next("frame").t - pressed
    }
  }
}
