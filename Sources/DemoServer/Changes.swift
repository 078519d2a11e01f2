import Platform

/// Lets tasks wait until something about the service changed, without polling and without time.
final class Changes: Sendable {
  private struct State: Sendable {
    var version = 0
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  /// Grows with every change; read it before looking at what may change.
  var version: Int { state.withLock { $0.version } }

  func announce() {
    let woken = state.withLock { state in
      state.version += 1
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Returns when there is a newer version than the one given.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func wait(after version: Int) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try Task.checkCancellation()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          // A cancelled task would wait for a change that may never come.
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
