import Harness

/// The time until a request that is no longer needed ends.
extension Bench {
  /// Measures the time from leaving a screen to the end of its request, which the service delays.
  func cancel() throws -> [Figure] {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.settle()
    screen.type("\r")
    try screen.trace.next("idle", "on the photo") { $0.screen == "photo" }
    try demo.fault("hold@photo")
    defer { try? demo.fault() }
    var latencies: [Double] = []
    for _ in 0..<30 {
      let asked = try demo.state().counts["photo", default: 0]
      try screen.trace.skip()
      screen.type("i")
      _ = try eventually("the details are not asked for", pause: { _ in }) {
        try demo.state().counts["photo", default: 0] > asked ? true : nil
      }
      try screen.trace.skip()
      screen.type("i")
      let left = try screen.trace.next("action") { $0.name?.hasPrefix("pressed") == true }
      let ended = try screen.trace.next("http") { $0.error != nil }
      latencies.append(ended.t - left.t)
    }
    return [
      Figure(
        name: "leaving a screen to the end of its request, p95",
        value: latencies.percentile(95),
        unit: "ms",
        limit: 10,
        details: ["median ms": latencies.median, "most ms": latencies.max() ?? 0]
      )
    ]
  }
}
