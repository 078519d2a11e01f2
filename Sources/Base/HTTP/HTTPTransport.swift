/// A transport of HTTP requests and responses.
///
/// Every response is returned, whatever its status, even 429 and 5xx after the last retry: the
/// service interprets the status. Cancelling the calling task ends the request immediately.
package protocol HTTPTransport: Sendable {
  /// Loads a response into memory.
  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Loads a response into a file, which is created, continued or replaced.
  ///
  /// An earlier download is continued if the target has its strong entity tag and the server still
  /// has that version. Otherwise the file starts over once a successful response arrives. Every
  /// retry works the same way.
  ///
  /// - Parameters:
  ///   - began: Called with each successful response before it is written, and awaited. False
  ///     cancels the download and leaves the file unchanged.
  ///   - progress: Called with the bytes in the file, and the total if known. Runs on another
  ///     thread, about ten times a second at most, and once at the end.
  /// - Returns: The response. Its body is empty after a success, and the error's body otherwise. A
  ///   file that turns out to be complete is a success with status 206.
  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPTransport {
  /// Loads a response into a file, which is created or replaced.
  ///
  /// The file remains only if the response is a complete success (2xx); otherwise it is removed.
  package func download(
    _ request: HTTPRequest,
    to path: String,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    try await download(request, to: DownloadTarget(path: path), began: nil, progress: progress)
  }
}

/// An observer of finished requests, for traces and logs.
package protocol HTTPObserver: Sendable {
  /// Called once per request, after its last attempt, from any thread.
  ///
  /// - Parameters:
  ///   - url: The URL without secrets, see ``redacted(url:)``.
  ///   - status: The status of the last response; `nil` if there was none.
  ///   - milliseconds: The time from the call to its end, including retries and pauses.
  ///   - bytes: The size of the body after decompression.
  func finished(
    method: String,
    url: String,
    status: Int?,
    milliseconds: Double,
    bytes: Int64,
    error: String?
  )
}
