import Glibc
import Platform

/// Asks tmux about itself, by its own program; nothing of the person's settings is changed.
final class TmuxQuestion {
  /// Readable when `finish()` has something to do.
  let descriptor: Int32
  private let process: pid_t
  private var bytes: [UInt8] = []

  /// Starts to ask; nil when there is no tmux to be asked.
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
    // It has nothing more to report, whatever holds on to it.
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Reads what is there.
  ///
  /// - Returns: nil while more may come; then the answer, which is nil when it makes no sense.
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
