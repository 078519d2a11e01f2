import Disk
import Glibc
import Platform

/// The limit for the rate of calls.
///
/// VK accepts three calls per second, shared by all instances of imagefeed.
package final class VKRateLimiter: Sendable {
  /// The time between two calls: a third of a second, plus a margin for the network.
  package static let spacing = Duration.milliseconds(340)
  /// The maximum time from now to a reserved slot.
  ///
  /// A later time in the file is ignored: it predates a restart of the computer, or is damaged.
  static let horizon = Duration.seconds(60)

  private let path: String?
  /// The next slot of this process.
  private let next = Lock<MonotonicTime?>(nil)

  /// Creates a limiter.
  ///
  /// - Parameter path: The file that instances share for their slots; `nil` to limit this instance
  ///   alone.
  package init(path: String? = nil) { self.path = path }

  /// Reserves the next slot for a call and returns the time until it.
  ///
  /// If the file can't be used, only the calls of this instance are limited.
  package func reserve(at now: MonotonicTime) -> Duration {
    next.withLock { own in
      var turn = max(now, own ?? now)
      if let path {
        try? Self.share(path) { shared in
          if let shared, shared < now + Self.horizon { turn = max(turn, shared) }
          return turn + Self.spacing
        }
      }
      own = turn + Self.spacing
      return .milliseconds(turn.milliseconds(since: now))
    }
  }

  /// The maximum number of attempts to lock the file.
  ///
  /// Other instances hold the lock for microseconds.
  private static let attempts = 20

  /// Replaces the time in the file while holding its lock.
  ///
  /// - Parameter change: returns the new time. Its argument is `nil` if the file has none.
  private static func share(
    _ path: String,
    _ change: (MonotonicTime?) -> MonotonicTime
  ) throws(FileSystem.Failure) {
    try? FileSystem.createFolder(Folder.containing(path), mode: 0o700)
    let descriptor = try FileSystem.attempt(at: path, RegularFile.openOwn(path, O_RDWR))
    defer { close(descriptor) }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard errno == EWOULDBLOCK || errno == EINTR, tries < attempts else {
        throw FileSystem.Failure(code: errno, path: path)
      }
      usleep(500)
    }
    var time: Int64 = 0
    let size = MemoryLayout<Int64>.size
    let isKnown = pread(descriptor, &time, size, 0) == size
    time = change(isKnown ? MonotonicTime(nanoseconds: time) : nil).nanoseconds
    guard pwrite(descriptor, &time, size, 0) == size else {
      throw FileSystem.Failure(code: errno, path: path)
    }
  }
}
