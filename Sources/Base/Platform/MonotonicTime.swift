import Glibc

/// A time since boot in nanoseconds, for deadlines and measurements, not for dates.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  private init(of clock: clockid_t) {
    var time = timespec()
    clock_gettime(clock, &time)
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The current time, without suspensions of the computer.
  package static var now: MonotonicTime { MonotonicTime(of: CLOCK_MONOTONIC) }

  /// The current time, including suspensions of the computer.
  package static var sinceBoot: MonotonicTime { MonotonicTime(of: CLOCK_BOOTTIME) }

  /// The total duration of the computer's suspensions since boot.
  package static var suspended: Duration { .nanoseconds(sinceBoot.nanoseconds - now.nanoseconds) }

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
