import Glibc
import Platform

/// The limit for the rate of requests, shared by all processes of the user.
package final class RateLimiter: Sendable {
  private let count: Int
  private let period: Duration
  private let path: String?
  /// The last requests of this process.
  private let own = Lock<[MonotonicTime]>([])

  /// The maximum time from now to a reserved slot.
  ///
  /// A later time in the file is ignored: it predates a restart of the computer, or is damaged.
  private var horizon: Duration { .seconds(60) + period }

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - count: The maximum number of requests that begin in a period.
  ///   - path: The file that processes share for their slots; `nil` to limit this process alone.
  package init(_ count: Int, in period: Duration, path: String? = nil) {
    (self.count, self.period, self.path) = (count, period, path)
  }

  /// Reserves the next slot, unless it is at the deadline or later, and returns the time until it.
  ///
  /// If the file can't be used, only the requests of this process are limited.
  package func reserve(at now: MonotonicTime, until deadline: MonotonicTime? = nil) -> Duration {
    own.withLock { own in
      var turn = now
      var isReserved = false
      func reserved(after times: [MonotonicTime]) -> [MonotonicTime] {
        let last = Array(Set(own + times).filter { $0 < now + horizon }.sorted().suffix(count))
        // Slots differ, so that each is counted once.
        turn = max(now, last.last.map { $0 + .nanoseconds(1) } ?? now)
        if last.count == count { turn = max(turn, last[0] + period) }
        isReserved = deadline.map { turn < $0 } ?? true
        return isReserved ? Array((last + [turn]).suffix(count)) : last
      }
      let isShared = path.map { (try? share($0, reserved)) != nil } ?? false
      if !isShared { _ = reserved(after: []) }
      // The slots of other processes are in the file alone, because they may be given back.
      if isReserved { own = (own + [turn]).suffix(count) }
      return .nanoseconds(turn.nanoseconds - now.nanoseconds)
    }
  }

  /// Gives back a slot whose request wasn't sent.
  package func giveBack(_ slot: MonotonicTime) {
    own.withLock { own in
      own.removeAll { $0 == slot }
      if let path { try? share(path) { times in times.filter { $0 != slot } } }
    }
  }

  /// The maximum number of times in the file.
  private static let capacity = 256

  /// The maximum number of attempts to lock the file.
  ///
  /// Other processes hold the lock for microseconds.
  private static let attempts = 20

  /// Replaces the times in the file while holding its lock.
  private func share(
    _ path: String,
    _ change: ([MonotonicTime]) -> [MonotonicTime]
  ) throws(DescriptorError) {
    try? Folder.create(Folder.containing(path), mode: 0o700)
    let descriptor = try RegularFile.openOwn(path, O_RDWR)
    defer { close(descriptor) }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard errno == EWOULDBLOCK || errno == EINTR, tries < Self.attempts else {
        throw DescriptorError(code: errno)
      }
      usleep(500)
    }
    let size = MemoryLayout<Int64>.size
    var times = [Int64](repeating: 0, count: Self.capacity)
    let known = max(0, pread(descriptor, &times, Self.capacity * size, 0)) / size
    let old = times.prefix(known).map { MonotonicTime(nanoseconds: $0) }
    let new = change(old)
    if new == old { return }
    times = new.map(\.nanoseconds)
    guard pwrite(descriptor, times, times.count * size, 0) == times.count * size,
      ftruncate(descriptor, off_t(times.count * size)) == 0
    else { throw DescriptorError(code: errno) }
  }
}
