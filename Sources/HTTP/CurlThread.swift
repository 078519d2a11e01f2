import CCurl
import Glibc
import Platform

/// The one thread that calls libcurl: everything else posts commands to it.
///
/// `curl_multi_wakeup` is the only call another thread may make. The thread begins with the first
/// command, as libcurl is loaded on it; it sleeps in `curl_multi_poll` without a timeout while
/// nothing is under way, so that an idle program stays idle.
final class CurlThread: Sendable {
  private enum Command: Sendable {
    case start(CurlTransfer, CheckedContinuation<CurlReport, Never>)
    case proceed(CurlTransfer, CheckedContinuation<CurlReport, Never>)
    case cancel(CurlTransfer)

    /// Who waits for what comes of it.
    var continuation: CheckedContinuation<CurlReport, Never>? {
      switch self {
      case .start(_, let continuation), .proceed(_, let continuation): continuation
      case .cancel: nil
      }
    }
  }

  private struct Mailbox {
    var commands: [Command] = []
    /// Nil before the thread's first and after its last poll.
    var multi: SendableHandle?
    var hasStarted = false
    var isClosed = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let mailbox = Lock(Mailbox())
  private let configuration: CurlConfiguration

  init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
  }

  /// Sends one request and waits for its end, or for a download to begin; the end of the task is
  /// the end of the request.
  func run(_ transfer: CurlTransfer) async -> CurlReport {
    await report(of: transfer) { .start(transfer, $0) }
  }

  /// Lets the bytes of a download be written that has begun, and waits for its end.
  func proceed(_ transfer: CurlTransfer) async -> CurlReport {
    await report(of: transfer) { .proceed(transfer, $0) }
  }

  /// Ends a transfer that nobody waits for.
  func cancel(_ transfer: CurlTransfer) { post(.cancel(transfer)) }

  private func report(
    of transfer: CurlTransfer,
    after command: (CheckedContinuation<CurlReport, Never>) -> Command
  ) async -> CurlReport {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = post(command(continuation))
        if !isOpen { continuation.resume(returning: .cancelled) }
      }
    } onCancel: {
      cancel(transfer)
    }
  }

  /// Tells the thread to end; what is under way ends as cancelled.
  func close() {
    mailbox.withLock { mailbox in
      mailbox.isClosed = true
      if mailbox.hasStarted { wake(mailbox) } else { mailbox.hasEnded = true }
    }
  }

  /// Closes and waits until the thread touches nothing any more.
  func join() async {
    close()
    await withCheckedContinuation { continuation in
      let hasEnded = mailbox.withLock { mailbox in
        if !mailbox.hasEnded { mailbox.waiting.append(continuation) }
        return mailbox.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// Returns false when the thread takes no commands any more.
  @discardableResult
  private func post(_ command: Command) -> Bool {
    let (isOpen, isFirst) = mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return (false, false) }
      mailbox.commands.append(command)
      // One wake-up serves all commands that wait.
      if mailbox.commands.count == 1 { wake(mailbox) }
      defer { mailbox.hasStarted = true }
      return (true, !mailbox.hasStarted)
    }
    if isFirst { start() }
    return isOpen
  }

  /// Called under the lock, so that the handle cannot be freed meanwhile.
  private func wake(_ mailbox: Mailbox) {
    if let multi = mailbox.multi { _ = CurlLibrary.functions?.multi_wakeup(multi.pointer) }
  }
}

extension CurlReport {
  fileprivate static let cancelled = CurlReport.ended(CurlOutcome(.failure(.cancelled)))
}

/// A pointer of libcurl on its way to `curl_multi_wakeup`.
///
/// Unchecked, since pointers are not `Sendable`. That call is the one that libcurl allows from any
/// thread, and nothing else is done with the pointer away from the curl thread.
private struct SendableHandle: @unchecked Sendable {  // for a call that any thread may make
  let pointer: UnsafeMutableRawPointer
}

// MARK: - On the thread

extension CurlThread {
  /// Starts the thread with the signals of this program blocked, which it never has to hear.
  ///
  /// The faults stay deliverable: a crash guard has to see them on whatever thread they happen.
  /// SIGPIPE is among the blocked ones, so a connection the server closed is an error, not an end.
  private func start() {
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&blocked, fault)
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().main()
        return nil
      },
      Unmanaged.passRetained(self).toOpaque()
    )
    if code == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged.passUnretained(self).release()
      end(nil)
    }
  }

  private func main() {
    guard let multi = CurlMulti(configuration) else { return end(nil) }
    mailbox.withLock { $0.multi = SendableHandle(pointer: multi.handle) }
    while true {
      let (commands, isClosed) = mailbox.withLock { mailbox in
        let commands = mailbox.commands
        mailbox.commands = []
        return (commands, mailbox.isClosed)
      }
      for command in commands {
        switch command {
        case .start(let transfer, let continuation): multi.start(transfer, continuation)
        case .proceed(let transfer, let continuation): multi.proceed(transfer, continuation)
        case .cancel(let transfer): multi.cancel(transfer)
        }
      }
      if isClosed { return end(multi) }
      multi.work()
    }
  }

  /// The thread's last act, also when it could not begin.
  private func end(_ multi: CurlMulti?) {
    // From here on nobody posts a command or wakes what is about to be freed.
    mailbox.withLock { mailbox in
      mailbox.isClosed = true
      mailbox.multi = nil
    }
    multi?.end()
    let (commands, waiting) = mailbox.withLock { mailbox in
      let left = (mailbox.commands, mailbox.waiting)
      mailbox = Mailbox(hasStarted: true, isClosed: true, hasEnded: true)
      return left
    }
    for command in commands { command.continuation?.resume(returning: .cancelled) }
    for continuation in waiting { continuation.resume() }
  }
}
