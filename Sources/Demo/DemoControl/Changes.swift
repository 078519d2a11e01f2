import Platform

/// A counter of the service's changes.
///
/// Tasks can wait for the next change without polling.
final class Changes: Sendable {
  private struct State: Sendable {
    var version = 0
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  /// The number of changes.
  ///
  /// Read it before reading what may change.
  var version: Int { state.withLock { $0.version } }

  /// Counts a change and resumes the waiting tasks.
  func announce() {
    let woken = state.withLock { state in
      state.version += 1
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until the version differs from the given one.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func wait(after version: Int) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try Task.checkCancellation()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          // If the task was cancelled earlier, `onCancel` has already run and can't resume it.
          guard state.version == version, !Task.isCancelled else { return true }
          state.waiting[id] = continuation
          return false
        }
        if isLate { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
    try Task.checkCancellation()
  }
}
