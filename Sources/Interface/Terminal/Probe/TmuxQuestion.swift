import Glibc
import Platform

/// The queries to tmux about itself, through the `tmux` program.
///
/// Changes none of the user's settings.
final class TmuxQuestion {
  /// The descriptor that is readable when `finish()` has work.
  let descriptor: Int32
  private let process: pid_t
  private var bytes: [UInt8] = []

  /// Starts the query; `nil` if the program doesn't run inside tmux or `tmux` can't be started.
  init?(environment: [String: String]) {
    guard environment["TMUX"].map({ !$0.isEmpty }) ?? false else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[1]) }
    var arguments = ["tmux", "display-message", "-p"]
    if let pane = environment["TMUX_PANE"] { arguments += ["-t", pane] }
    arguments.append(TmuxReply.format)
    do throws(Spawn.Failure) {
      process = try Spawn.start(
        arguments,
        environment: environment.map { "\($0.key)=\($0.value)" },
        output: ends[1]
      )
    } catch {
      close(ends[0])
      return nil
    }
    descriptor = ends[0]
  }

  deinit {
    close(descriptor)
    // Its output isn't needed any more, whatever it is waiting for.
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Reads the available output.
  ///
  /// - Returns: `nil` if more output may follow. Otherwise the reply, which is `nil` if it is
  ///   invalid.
  func finish() -> TmuxReply?? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0, bytes.count < 1 << 16 {
        bytes += buffer.prefix(count)
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return nil
      } else {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return .some(TmuxReply(line: line))
      }
    }
  }
}
