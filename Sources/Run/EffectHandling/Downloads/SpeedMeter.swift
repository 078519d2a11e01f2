import Files
import Model
import Platform

/// A meter of a download's speed, with at most four progress reports per second.
struct SpeedMeter {
  /// The time span for measuring the speed.
  private static let timeSpan = Duration.seconds(2)
  /// The minimum time between two reports: numbers can't be read faster.
  private static let reportInterval = Duration.milliseconds(250)

  private var samples: [(at: MonotonicTime, bytes: Int64)] = []
  private var lastReport: MonotonicTime?

  /// Adds a sample.
  ///
  /// - Returns: the progress to report; `nil` if the last report is too recent.
  mutating func progress(
    _ progress: PhotoDownloader.Progress,
    at now: MonotonicTime
  ) -> DownloadProgress? {
    // A file that starts over would have a negative speed.
    if let last = samples.last, progress.received < last.bytes { samples = [] }
    samples.append((now, progress.received))
    // The newest sample older than the window stays; the speed is measured from it.
    while samples.count > 2, samples[1].at + Self.timeSpan <= now { samples.removeFirst() }
    if let lastReport, now < lastReport + Self.reportInterval { return nil }
    lastReport = now
    return DownloadProgress(
      received: progress.received,
      expected: progress.expected,
      speed: speed(at: now)
    )
  }

  /// Returns the speed in bytes per second; `nil` during the first 200 milliseconds.
  private func speed(at now: MonotonicTime) -> Int64? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let milliseconds = now.milliseconds(since: first.at)
    guard milliseconds >= 200 else { return nil }
    return Int64(Double(last.bytes - first.bytes) * 1_000 / milliseconds)
  }
}
