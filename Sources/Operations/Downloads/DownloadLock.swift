import AppCore
import Library
import Platform

/// Lets one task at a time work on a download; the others wait for their turn.
///
/// A file and its row in the database belong together: who pauses or cancels a download has to find
/// both as the one before has left them.
final class DownloadLock: Sendable {
  private struct State {
    /// Those that wait, by the download; no entry for one nobody works on.
    var waiting: [DownloadID: [CheckedContinuation<Void, Never>]] = [:]
    /// How downloads have ended although somebody had taken them back by then.
    var outcomes: [DownloadID: DownloadOutcome] = [:]
  }

  private let state = Lock(State())

  /// Waits until nobody else works on the download; `end` has to follow.
  func begin(_ id: DownloadID) async {
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

  func end(_ id: DownloadID) {
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

  /// Leaves an outcome that nobody has heard of to whoever has the next turn.
  func leave(_ outcome: DownloadOutcome, of id: DownloadID) {
    state.withLock { $0.outcomes[id] = outcome }
  }

  func takeOutcome(of id: DownloadID) -> DownloadOutcome? {
    state.withLock { $0.outcomes.removeValue(forKey: id) }
  }
}
