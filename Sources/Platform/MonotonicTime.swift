import Glibc

/// A time of `CLOCK_MONOTONIC` in nanoseconds, for deadlines and measurements, not for dates.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The current time.
  package static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Returns the milliseconds from an earlier time to this one.
  package func milliseconds(since start: MonotonicTime) -> Double {
    Double(nanoseconds - start.nanoseconds) / 1_000_000
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    return MonotonicTime(
      nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    )
  }

  package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
}
