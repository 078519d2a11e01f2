import Glibc
import Platform

/// Wakes when a file, or anything in a folder, changes.
package final class FileWatch {
  private let inotify: Int32

  package init(_ path: String) throws {
    inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let events = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO
    guard inotify >= 0, inotify_add_watch(inotify, path, UInt32(events)) >= 0 else {
      throw Failure("cannot watch \(path): errno \(errno)")
    }
  }

  deinit { close(inotify) }

  /// Returns when there may be something new, or at the deadline.
  package func wait(until deadline: MonotonicTime) {
    var descriptor = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
    let left = deadline.milliseconds(since: .now)
    poll(&descriptor, 1, Int32(max(0, left.rounded(.up))))
    var events = [UInt8](repeating: 0, count: 4096)
    while read(inotify, &events, events.count) > 0 {}
  }
}

/// How long a test is ready to wait for what it expects; only a failing one does, or a machine that
/// is busy with other things.
package let eventTimeout = Duration.seconds(60)

/// Asks again and again until there is an answer.
///
/// - Parameter pause: waits for the next moment worth asking at; gets the time to give up at.
package func eventually<Answer>(
  _ expectation: @autoclosure () -> String,
  within eventTimeout: Duration = eventTimeout,
  pause: (MonotonicTime) -> Void,
  _ ask: () throws -> Answer?
) throws -> Answer {
  let deadline = MonotonicTime.now + eventTimeout
  while true {
    if let answer = try ask() { return answer }
    guard .now < deadline else { throw Failure("in \(eventTimeout): \(expectation())") }
    pause(deadline)
  }
}
