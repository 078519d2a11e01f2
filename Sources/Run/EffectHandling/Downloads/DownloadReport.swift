import Platform

/// The download reports of a shell command, which end with the first failure.
package final class ReportCircuitBreaker: Sendable {
  /// The maximum wait for a response after the file is complete.
  let timeout: Duration
  /// Whether a report failed.
  ///
  /// Later reports stay pending.
  private let isEnded = Lock(false)

  package init(timeout: Duration = .seconds(5)) { self.timeout = timeout }

  var isOpen: Bool { isEnded.withLock { $0 } }
  func open() { isEnded.withLock { $0 = true } }
}

/// The report of one download to the service, for a process that exits soon.
///
/// The report is sent during the transfer. A report that isn't sent in time stays pending, as in
/// the interactive program.
package final class DownloadReport: Sendable {
  private let breaker: ReportCircuitBreaker
  private let send: @Sendable () async -> Bool
  private let task = Lock<Task<Bool, Never>?>(nil)

  init(_ breaker: ReportCircuitBreaker, send: @escaping @Sendable () async -> Bool) {
    self.breaker = breaker
    self.send = send
  }

  /// Begins to send the report, unless an earlier report of the command failed.
  ///
  /// Called when the file is requested. Only the first call has an effect.
  package func begin() {
    guard !breaker.isOpen else { return }
    task.withLock { task in
      if task == nil { task = Task { [send] in await send() } }
    }
  }

  /// Waits until the report is sent or the timeout has passed; called after the file is complete.
  ///
  /// - Returns: whether the report was sent.
  package func isDone() async -> Bool {
    guard let task = task.withLock({ $0 }) else { return false }
    let timer = Task { [breaker] in
      do { try await Task.sleep(for: breaker.timeout) } catch { return }
      task.cancel()
    }
    defer { timer.cancel() }
    let isSent = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if !isSent { breaker.open() }
    return isSent
  }
}
