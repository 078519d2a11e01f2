import Model
import Platform
import ServiceAPI
import Storage

/// What the reports of one run of a command have in common.
package final class ReportCircuitBreaker: Sendable {
  /// How long an answer is waited for once the file is there.
  let timeout: Duration
  /// Whether a report was not taken: the others are left to be made later.
  private let isEnded = Lock(false)

  package init(timeout: Duration) { self.timeout = timeout }

  var isOpen: Bool { isEnded.withLock { $0 } }
  func open() { isEnded.withLock { $0 = true } }
}

/// Reports one download to its service while the file comes, for a program that ends soon.
///
/// What is not reported in time is noted as owed, as in the program itself.
package final class DownloadReport: Sendable {
  private let breaker: ReportCircuitBreaker
  private let send: @Sendable () async -> Bool
  private let task = Lock<Task<Bool, Never>?>(nil)

  init(_ breaker: ReportCircuitBreaker, send: @escaping @Sendable () async -> Bool) {
    self.breaker = breaker
    self.send = send
  }

  /// The file is asked for.
  package func begin() {
    guard !breaker.isOpen else { return }
    task.withLock { task in
      if task == nil { task = Task { [send] in await send() } }
    }
  }

  /// The file is there: whether nothing is owed to the service any more.
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

extension DownloadCoordinator {
  /// A report of a photograph's download; nil where the service wants none.
  package func report(of photo: Photo, _ breaker: ReportCircuitBreaker) -> DownloadReport? {
    guard let service = service as? any DownloadTrackingSource, needsReport(photo) else {
      return nil
    }
    return DownloadReport(breaker) { [self] in
      if (try? await store.isTracked(photo.id)) == true { return true }
      return await sendReport(to: service, of: photo)
    }
  }

  /// Notes a download into a folder that nobody keeps a list of.
  package func addPendingReport(_ photo: Photo) async {
    // The file is there, whether or not this can be noted.
    if needsReport(photo) { try? await store.addPendingReport(of: photo) }
  }
}
