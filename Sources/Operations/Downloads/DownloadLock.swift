import AppCore
import Library
import Platform

/// Lets one task at a time work on a download; the others queue.
///
/// A file and its row belong together: a task that pauses or cancels a download must find both as
/// the task before left them.
final class DownloadLock: Sendable {
  private struct State {
    /// Those that wait, by the download; no entry for one nobody works on.
    var waiting: [DownloadID: [CheckedContinuation<Void, Never>]] = [:]
    /// How downloads have ended although somebody had taken them back by then.
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

  /// Stores an outcome that hasn't been reported, for the next task that acquires the lock.
  func storeOutcome(_ outcome: DownloadOutcome, of id: DownloadID) {
    state.withLock { $0.outcomes[id] = outcome }
  }

  func removeOutcome(of id: DownloadID) -> DownloadOutcome? {
    state.withLock { $0.outcomes.removeValue(forKey: id) }
  }
}
