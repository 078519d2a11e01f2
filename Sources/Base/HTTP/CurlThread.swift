import CCurl
import Glibc
import Platform

/// The only thread that performs libcurl's transfers.
///
/// Other threads post commands to it. For transfers, they may only call `curl_multi_wakeup`. The
/// thread starts with the first command and loads libcurl. Without transfers it sleeps in
/// `curl_multi_poll` without a timeout, so that an idle program doesn't wake up.
final class CurlThread: Sendable {
  private enum Command: Sendable {
    case start(CurlTransfer, CheckedContinuation<CurlReport, Never>)
    case proceed(CurlTransfer, CheckedContinuation<CurlReport, Never>)
    case cancel(CurlTransfer)

    /// The continuation to resume with the next report.
    var continuation: CheckedContinuation<CurlReport, Never>? {
      switch self {
      case .start(_, let continuation), .proceed(_, let continuation): continuation
      case .cancel: nil
      }
    }
  }

  private struct Mailbox {
    var commands: [Command] = []
    /// The handle to wake; `nil` before the thread's first poll and after its last one.
    var multi: SendableHandle?
    var hasStarted = false
    var isClosed = false
    var hasEnded = false
    /// The callers of `join()` to resume when the thread has ended.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let mailbox = Lock(Mailbox())
  private let configuration: CurlConfiguration

  init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
  }

  /// Sends one request and waits until it ends, or until its download begins.
  ///
  /// Cancelling the task cancels the request.
  func run(_ transfer: CurlTransfer) async -> CurlReport {
    await report(of: transfer) { .start(transfer, $0) }
  }

  /// Lets a download that has begun write its bytes, and waits until it ends.
  func proceed(_ transfer: CurlTransfer) async -> CurlReport {
    await report(of: transfer) { .proceed(transfer, $0) }
  }

  /// Ends a transfer that no caller waits for.
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

  /// Makes the thread end.
  ///
  /// Transfers in progress end as cancelled.
  func close() {
    mailbox.withLock { mailbox in
      mailbox.isClosed = true
      if mailbox.hasStarted { wake(mailbox) } else { mailbox.hasEnded = true }
    }
  }

  /// Closes the thread and waits until it no longer uses shared data.
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

  /// Posts a command.
  ///
  /// - Returns: False if the thread accepts no more commands.
  @discardableResult
  private func post(_ command: Command) -> Bool {
    let (isOpen, isFirst) = mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return (false, false) }
      mailbox.commands.append(command)
      // One wake-up is enough for all waiting commands.
      if mailbox.commands.count == 1 { wake(mailbox) }
      defer { mailbox.hasStarted = true }
      return (true, !mailbox.hasStarted)
    }
    if isFirst { start() }
    return isOpen
  }

  /// Wakes the thread.
  ///
  /// Call it under the lock, so that the handle isn't freed during the call.
  private func wake(_ mailbox: Mailbox) {
    if let multi = mailbox.multi { _ = CurlLibrary.functions?.multi_wakeup(multi.pointer) }
  }
}

extension CurlReport {
  fileprivate static let cancelled = CurlReport.ended(CurlOutcome(.failure(.cancelled)))
}

/// A libcurl pointer to pass to `curl_multi_wakeup`.
///
/// The `Sendable` conformance is unchecked, because pointers aren't `Sendable`. libcurl allows that
/// call from any thread, and the pointer has no other use outside of the curl thread.
private struct SendableHandle: @unchecked Sendable {  // for a call that any thread may make
  let pointer: UnsafeMutableRawPointer
}

// MARK: - On the thread

extension CurlThread {
  /// Starts the thread with the program's signals blocked, because it never handles them.
  ///
  /// Signals of faults stay enabled: a crash guard must receive them on the thread that causes
  /// them. SIGPIPE is blocked, so a connection closed by the server is an error and doesn't end the
  /// process.
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

  /// Ends the thread's work.
  ///
  /// Also called if the thread could not start.
  private func end(_ multi: CurlMulti?) {
    // From now on no thread posts a command, or wakes the handle that will be freed.
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
