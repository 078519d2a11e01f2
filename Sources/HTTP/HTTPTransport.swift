/// Carries requests to servers and answers back.
///
/// Every status is an answer and returned, also 429 and 5xx once retrying is over: what a status
/// means is for the service to judge. Cancelling the calling task ends the request at once.
package protocol HTTPTransport: Sendable {
  /// Fetches an answer into memory.
  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Fetches an answer into a file, which is created, continued or replaced.
  ///
  /// What an earlier download left there is continued where the target knows its strong entity tag
  /// and the server still has that version; otherwise the file starts over, as soon as there is a
  /// good answer to replace it. So does every retry.
  ///
  /// - Parameters:
  ///   - began: called with each good answer before a byte of it is written, and waited for; false
  ///     ends the download as cancelled and leaves the file as it was.
  ///   - progress: called on another thread, at most some ten times a second and once at the end,
  ///     with the bytes in the file and the bytes of the whole, where they are known.
  /// - Returns: the answer; its body is empty after a success and an error's own otherwise. A file
  ///   that turns out to be whole already is a success, too: 206.
  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPTransport {
  /// Fetches an answer into a file, which is created or replaced.
  ///
  /// The file stands only when the answer is a complete success (2xx); otherwise it is removed.
  package func download(
    _ request: HTTPRequest,
    to path: String,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    try await download(request, to: DownloadTarget(path: path), began: nil, progress: progress)
  }
}

/// Called with every request that ended, for traces and logs.
package protocol HTTPObserver: Sendable {
  /// Called once a request, after its last attempt, from any thread.
  ///
  /// - Parameters:
  ///   - url: without secrets, see ``redacted(url:)``.
  ///   - status: of the last answer, nil when there was none.
  ///   - milliseconds: from the call to its end, retries and pauses included.
  ///   - bytes: of the body, after decompression.
  func finished(
    method: String,
    url: String,
    status: Int?,
    milliseconds: Double,
    bytes: Int64,
    error: String?
  )
}
