import HTTP
import Platform

/// A transport that responds from memory, and only when the test says so.
final class StubTransport: HTTPTransport {
  private struct State {
    var answers: [String: Result<HTTPResponse, HTTPError>] = [:]
    var waiting: [(url: String, continuation: CheckedContinuation<Void, Never>)] = []
    var asked: [String] = []
    var cancelled: [String] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// The requested URLs, in order.
  var asked: [String] { state.withLock { $0.asked } }
  var cancelled: [String] { state.withLock { $0.cancelled } }

  func answer(_ url: String, status: Int = 200, body: [UInt8] = []) {
    let response = HTTPResponse(status: status, url: url, body: body)
    settle(url, .success(response))
  }

  func fail(_ url: String, _ error: HTTPError) { settle(url, .failure(error)) }

  private func settle(_ url: String, _ result: Result<HTTPResponse, HTTPError>) {
    let ready = state.withLock { state in
      state.answers[url] = result
      let ready = state.waiting.filter { $0.url == url }
      state.waiting.removeAll { $0.url == url }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Returns when this many requests have been made.
  func waitUntilAsked(_ count: Int) async {
    await waitUntil { $0.asked.count >= count }
  }

  func waitUntilCancelled(_ count: Int) async {
    await waitUntil { $0.cancelled.count >= count }
  }

  private func waitUntil(_ condition: @escaping @Sendable (borrowing State) -> Bool) async {
    while !state.withLock({ condition($0) }) {
      await withCheckedContinuation { continuation in
        let isMet = state.withLock { state in
          guard !condition(state) else { return true }
          state.watchers.append(continuation)
          return false
        }
        if isMet { continuation.resume() }
      }
    }
  }

  private func changed() {
    let watchers = state.withLock { state in
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let url = request.url
    state.withLock { $0.asked.append(url) }
    changed()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.answers[url] != nil || Task.isCancelled { return true }
          state.waiting.append((url, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let waiting = state.waiting.filter { $0.url == url }
        state.waiting.removeAll { $0.url == url }
        return waiting.map(\.continuation)
      }
      for continuation in waiting { continuation.resume() }
    }
    let answer = state.withLock { $0.answers[url] }
    guard !Task.isCancelled, let answer else {
      state.withLock { $0.cancelled.append(url) }
      changed()
      throw .cancelled
    }
    return try answer.get()
  }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    throw .refusedURL(request.url)
  }
}
