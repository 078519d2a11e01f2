import AppCore
import Files
import Library
import Platform

/// Turns the bytes of a download into what is shown of them, some four times a second.
struct SpeedMeter {
  /// Over how long the speed is measured.
  private static let window = Duration.seconds(2)
  /// As often as numbers can be read.
  private static let interval = Duration.milliseconds(250)

  private var samples: [(at: MonotonicTime, bytes: Int64)] = []
  private var lastReport: MonotonicTime?

  /// - Returns: what to report; nil when something was reported just now.
  mutating func progress(
    _ progress: PhotoDownloader.Progress,
    at now: MonotonicTime
  ) -> DownloadProgress? {
    // A file that starts over has no speed below zero.
    if let last = samples.last, progress.received < last.bytes { samples = [] }
    samples.append((now, progress.received))
    // The newest of those that are older than the window stays: from there it is measured.
    while samples.count > 2, samples[1].at + Self.window <= now { samples.removeFirst() }
    if let lastReport, now < lastReport + Self.interval { return nil }
    lastReport = now
    return DownloadProgress(
      received: progress.received,
      expected: progress.expected,
      speed: speed(at: now)
    )
  }

  /// Bytes a second; nil as long as it would be a guess.
  private func speed(at now: MonotonicTime) -> Int64? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let milliseconds = now.milliseconds(since: first.at)
    guard milliseconds >= 200 else { return nil }
    return Int64(Double(last.bytes - first.bytes) * 1_000 / milliseconds)
  }
}
