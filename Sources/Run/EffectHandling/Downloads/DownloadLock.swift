import Model
import Platform

/// A lock that serializes the tasks that work on one download.
///
/// The file and its database row must be consistent when the next task starts, such as one that
/// pauses or cancels.
final class DownloadLock: Sendable {
  private struct State {
    /// The waiting tasks, by download.
    ///
    /// A download without an entry is free.
    var waiting: [DownloadID: [CheckedContinuation<Void, Never>]] = [:]
    /// The results of downloads that finished after they were cancelled.
    var outcomes: [DownloadID: DownloadOutcome] = [:]
  }

  private let state = Lock(State())

  /// Waits until no other task works on the download.
  ///
  /// Call `release` afterwards.
  func acquire(_ id: DownloadID) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.waiting[id] != nil else {
          state.waiting[id] = []
          return true
        }
        state.waiting[id]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Ends the task's work on the download, and lets the next waiting task continue.
  func release(_ id: DownloadID) {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard var waiting = state.waiting[id], !waiting.isEmpty else {
        state.waiting[id] = nil
        return nil
      }
      let next = waiting.removeFirst()
      state.waiting[id] = waiting
      return next
    }
    next?.resume()
  }

  /// Stores the result of a cancelled run, for the next task that acquires the lock.
  func storeOutcome(_ outcome: DownloadOutcome, of id: DownloadID) {
    state.withLock { $0.outcomes[id] = outcome }
  }

  /// Removes and returns the stored result of a cancelled run; `nil` if there is none.
  func removeOutcome(of id: DownloadID) -> DownloadOutcome? {
    state.withLock { $0.outcomes.removeValue(forKey: id) }
  }
}
