import Disk
import Glibc
import Platform

/// Spaces calls: VK answers three a second, whatever window they come from.
package final class VKRateLimiter: Sendable {
  /// A third of a second, and a little for the way.
  package static let spacing = Duration.milliseconds(340)
  /// Turns are not given away further ahead: what says otherwise is left from before a restart of
  /// the machine, or damaged.
  static let horizon = Duration.seconds(60)

  private let path: String?
  /// This window's own turns.
  private let next = Lock<MonotonicTime?>(nil)

  /// - Parameter path: of the file in which windows agree; nil for none.
  package init(path: String? = nil) { self.path = path }

  /// Takes the next turn, and says how long it is until then.
  ///
  /// A file that cannot be used is done without.
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

  /// How often a lock is tried for; others have it for microseconds.
  private static let attempts = 20

  /// Replaces the time in a file, while no other window does.
  private static func share(
    _ path: String,
    _ change: (MonotonicTime?) -> MonotonicTime
  ) throws(FileSystem.Failure) {
    let descriptor: Int32
    do throws(DescriptorError) {
      try? FileSystem.createFolder(Folder.containing(path), mode: 0o700)
      descriptor = try RegularFile.openOwn(path, O_RDWR)
    } catch {
      throw FileSystem.Failure(code: error.code, path: path)
    }
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
