import Foundation
import Glibc
import Harness
import Platform

// Rows of photos in a long feed.
extension Bench {
  /// Measures steps and pages through 2,000 photos, with only the BlurHashes loaded.
  func rows() throws -> [Figure] {
    try [(120, 40, 16.0), (200, 60, 16), (300, 100, 33)].map { columns, rows, limit in
      try demo.fault("hold@image")
      defer { try? demo.fault() }
      // The basic edition caches no pictures on disk.
      let screen = try Screen(
        self,
        arguments: ["--edition", "basic"],
        columns: UInt16(columns),
        rows: UInt16(rows)
      )
      defer { screen.close() }
      try screen.trace.next("frame", "of the feed") { ($0.wanted ?? 0) > 0 }
      var isLonger = true
      while isLonger {
        screen.type("G")
        let page = try? screen.trace.next("http", within: .milliseconds(500)) {
          $0.status == 200 && $0.url?.contains("/photos?") == true
        }
        isLonger = page != nil
      }
      screen.type("g")
      let began = try screen.began()
      var times: [Double] = []
      for key in 0..<400 {
        let (step, page) = key < 200 ? ("j", "\u{1b}[6~") : ("k", "\u{1b}[5~")
        // Waits until everything that the last key requested is drawn.
        while (try? screen.trace.next("frame", within: .milliseconds(60)) { _ in true }) != nil {}
        let pressed = MonotonicTime.now.milliseconds(since: began)
        screen.type(key % 4 == 3 ? page : step)
        try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
        times.append(try screen.trace.next("frame").t - pressed)
      }
      return Figure(
        name: "key press to frame in rows of 2,000 photos at \(columns)×\(rows), p99",
        value: times.percentile(99),
        unit: "ms",
        limit: limit,
        details: [
          "keys": Double(times.count), "median ms": times.median, "most ms": times.max() ?? 0,
        ]
      )
    }
  }
}
