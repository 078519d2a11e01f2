import Model

/// A header of a request or a response.
package struct HTTPHeader: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request to a server, with its limits.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The default body limit in bytes: 32 MiB, more than any API response.
  package static let dataLimit = 32 << 20
  /// The body limit for photos to show, in bytes: 64 MiB.
  package static let pictureLimit = 64 << 20
  /// The body limit for photos that are written to a file, in bytes: 1 GiB.
  package static let fileLimit = 1 << 30

  package var method: Method
  /// The URL: https, or http on this computer.
  package var url: String
  package var headers: [HTTPHeader]
  package var body: [UInt8]?
  /// The whole value of the `Authorization` header.
  ///
  /// The value is never sent to another origin and never logged.
  package var authorization: Secret?
  /// The maximum size of the body in bytes, after decompression.
  package var bodyLimit: Int
  /// The total time for all attempts, redirects and pauses.
  package var deadline: Duration
  /// The longest pause that is waited for: one that a service asks for, or that its limits require.
  package var longestPause: Duration
  /// Whether the request is idempotent and may be retried.
  package var retries: Bool
  /// Whether a redirect is followed; otherwise it is the response.
  package var followsRedirects: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - retries: By default true for the methods that RFC 9110, 9.2.2 calls idempotent.
  ///   - followsRedirects: By default true only for GET. A change that is sent elsewhere, or with
  ///     another method, isn't the intended change.
  package init(
    _ method: Method = .get,
    _ url: String,
    headers: [HTTPHeader] = [],
    body: [UInt8]? = nil,
    authorization: Secret? = nil,
    bodyLimit: Int = HTTPRequest.dataLimit,
    deadline: Duration = .seconds(60),
    longestPause: Duration = .seconds(60),
    retries: Bool? = nil,
    followsRedirects: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.authorization = authorization
    self.bodyLimit = bodyLimit
    self.deadline = deadline
    self.longestPause = longestPause
    self.retries = retries ?? (method != .post)
    self.followsRedirects = followsRedirects ?? (method == .get)
  }
}
