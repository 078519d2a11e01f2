import Glibc
import Platform

/// A watch for changes of a file, or of anything in a folder.
package final class FileWatch {
  private let inotify: Int32

  package init(_ path: String) throws {
    inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let events = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO
    guard inotify >= 0, inotify_add_watch(inotify, path, UInt32(events)) >= 0 else {
      throw Failure("cannot watch \(path): errno \(errno)")
    }
  }

  deinit { close(inotify) }

  /// Returns after a possible change, or at the deadline.
  package func wait(until deadline: MonotonicTime) {
    var descriptor = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
    let left = deadline.milliseconds(since: .now)
    poll(&descriptor, 1, Int32(max(0, left.rounded(.up))))
    var events = [UInt8](repeating: 0, count: 4096)
    while read(inotify, &events, events.count) > 0 {}
  }
}

/// The time that a test waits for an event.
///
/// Only failing tests reach it, or tests on a very busy computer.
package let eventTimeout = Duration.seconds(60)

/// Repeats a check until it returns a value.
///
/// - Parameter pause: waits until the next check makes sense; its argument is the deadline.
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
