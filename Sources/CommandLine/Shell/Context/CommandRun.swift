import Glibc
import Platform

/// A run of an asynchronous command, which ends the process with the command's status.
enum CommandRun {
  /// The maximum time for cleanup after an interrupt.
  private static let exitTimeoutMilliseconds: Int32 = 3000

  /// Runs the command until it ends or a signal interrupts it, then ends the process.
  ///
  /// After SIGINT, SIGTERM or SIGHUP the task is cancelled and has a limited time for its remaining
  /// output; the process then ends by that signal. Otherwise it ends with the command's status and
  /// `_exit`, because other threads, such as libcurl's, may still use objects that `exit` would
  /// destroy. No output is buffered, so none is lost.
  static func finish(_ body: @escaping @Sendable () async -> CommandStatus) -> Never {
    guard let signals = ThisProcess.signals, let done = try? WakeDescriptor() else { _exit(1) }
    let status = Lock(CommandStatus.done)
    let task = Task.detached {
      let result = await body()
      status.withLock { $0 = result }
      done.wake()
    }
    var ended = [
      pollfd(fd: done.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&ended, 2, -1) >= 0 || errno == EINTR else { _exit(1) }
      if ended[0].revents != 0 {
        HiddenInput.end()
        _exit(status.withLock { $0.rawValue })
      }
      guard ended[1].revents != 0, let signal = signals.next() else { continue }
      if signal == SIGTSTP { HiddenInput.suspend() }
      if signal == SIGCONT { HiddenInput.resume() }
      guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else { continue }
      task.cancel()
      HiddenInput.end()
      poll(&ended, 1, exitTimeoutMilliseconds)
      end(by: signal)
    }
  }

  /// Ends the process by the signal itself, which also stops a loop in a shell script.
  static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raiseUnblocked(signal)
    _exit(128 + signal)
  }

  /// Sends a blocked signal to this process with the effect that it has in other programs.
  static func raiseUnblocked(_ signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Runs code that waits for the user before the command begins.
  ///
  /// During the wait, Ctrl+C and similar signals end the process immediately.
  static func interruptibly<Value>(_ body: () -> Value) -> Value {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT] { sigaddset(&set, number) }
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}
