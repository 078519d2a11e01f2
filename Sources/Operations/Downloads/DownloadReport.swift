import Model
import Platform
import ServiceAPI
import Storage

/// What the reports of one run of a command have in common.
package final class ReportPace: Sendable {
  /// How long an answer is waited for once the file is there.
  let patience: Duration
  /// Whether a report was not taken: the others are left to be made later.
  private let isEnded = Lock(false)

  package init(patience: Duration) { self.patience = patience }

  var hasEnded: Bool { isEnded.withLock { $0 } }
  func end() { isEnded.withLock { $0 = true } }
}

/// Reports one download to its service while the file comes, for a program that ends soon.
///
/// What is not reported in time is noted as owed, as in the program itself.
package final class DownloadReport: Sendable {
  private let pace: ReportPace
  private let send: @Sendable () async -> Bool
  private let task = Lock<Task<Bool, Never>?>(nil)

  init(_ pace: ReportPace, send: @escaping @Sendable () async -> Bool) {
    self.pace = pace
    self.send = send
  }

  /// The file is asked for.
  package func begin() {
    guard !pace.hasEnded else { return }
    task.withLock { task in
      if task == nil { task = Task { [send] in await send() } }
    }
  }

  /// The file is there: whether nothing is owed to the service any more.
  package func isDone() async -> Bool {
    guard let task = task.withLock({ $0 }) else { return false }
    let timer = Task { [pace] in
      do { try await Task.sleep(for: pace.patience) } catch { return }
      task.cancel()
    }
    defer { timer.cancel() }
    let isSent = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if !isSent { pace.end() }
    return isSent
  }
}

extension DownloadDesk {
  /// A report of a photograph's download; nil where the service wants none.
  package func report(of photo: Photo, _ pace: ReportPace) -> DownloadReport? {
    guard let service = service as? any DownloadTrackingSource, isOwed(photo) else { return nil }
    return DownloadReport(pace) { [self] in
      if (try? await store.isTracked(photo.id)) == true { return true }
      return await sendReport(to: service, of: photo)
    }
  }

  /// Notes a download into a folder that nobody keeps a list of.
  package func owe(_ photo: Photo) async {
    // The file is there, whether or not this can be noted.
    if isOwed(photo) { try? await store.oweTracking(of: photo) }
  }
}
