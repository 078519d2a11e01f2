import Glibc
import Localization
import Model
import Platform
import ServiceAPI

/// Runs a command that waits for others, and ends the process with its status.
package enum CommandRun {
  /// How long a command that was interrupted may take to put things in order.
  private static let exitTimeoutMilliseconds: Int32 = 3000

  /// Runs to the end, or to the first signal that asks for one: then the task is cancelled, and
  /// what it reports until then is still printed.
  ///
  /// Other threads may still be at work, such as libcurl's: what `exit` takes down would be taken
  /// from under them. Nothing is buffered, so nothing is lost.
  package static func finish(_ body: @escaping @Sendable () async -> CommandStatus) -> Never {
    letTerminalSuspend()
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
      guard ended[1].revents != 0, let signal = signals.next(),
        [SIGINT, SIGTERM, SIGHUP].contains(signal)
      else { continue }
      task.cancel()
      HiddenInput.end()
      poll(&ended, 1, exitTimeoutMilliseconds)
      end(by: signal)
    }
  }

  /// Opens what a command works with and runs it; ends the process with its status.
  package static func finish(
    _ opening: CommandContextOpener,
    _ texts: Texts,
    _ body: @escaping @Sendable (CommandContext) async throws(CommandFailure) -> CommandStatus
  ) -> Never {
    finish {
      var texts = texts
      do throws(CommandFailure) {
        let context = try await opening.open()
        texts.hasAlbums = context.service.description.hasAlbums
        return try await body(context)
      } catch {
        guard !Task.isCancelled else { return .interrupted }
        Output.printError(texts.shell(error.message()))
        return error.status
      }
    }
  }

  /// Ends the process as the signal itself would have: a shell's loop stops only then.
  package static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), signal)
    _exit(128 + signal)
  }

  /// Runs what waits for a person before the command begins: Ctrl+C and the like end it there.
  package static func interruptibly<Value>(_ body: () -> Value) -> Value {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT] { sigaddset(&set, number) }
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// The interactive program handles these signals itself; a command leaves them at their defaults.
  private static func letTerminalSuspend() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
