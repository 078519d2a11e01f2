import Model

/// A field of a request or a response.
package struct HTTPHeader: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What to ask a server for, and within which limits.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// 32 MiB: more than any answer of an API.
  package static let dataLimit = 32 << 20
  /// 64 MiB: more than any photograph a service hands out.
  package static let pictureLimit = 64 << 20

  package var method: Method
  /// An https address, or an http one of this machine.
  package var url: String
  package var headers: [HTTPHeader]
  package var body: [UInt8]?
  /// The whole value of the `Authorization` field; never sent to another origin, never logged.
  package var authorization: Secret?
  /// The largest body that is accepted, in bytes after decompression.
  package var bodyLimit: Int
  /// The time for everything: all attempts, redirects and the pauses between them.
  package var deadline: Duration
  /// Whether sending it twice does what sending it once does, so that it may be tried again.
  package var retries: Bool
  /// Whether a redirect is followed; otherwise it is the response.
  package var followsRedirects: Bool

  /// - Parameters:
  ///   - retries: by default true for the methods that RFC 9110, 9.2.2 calls idempotent.
  ///   - followsRedirects: by default true for GET alone. A change that is sent elsewhere, or as
  ///     another method, is not the change that was meant.
  package init(
    _ method: Method = .get,
    _ url: String,
    headers: [HTTPHeader] = [],
    body: [UInt8]? = nil,
    authorization: Secret? = nil,
    bodyLimit: Int = HTTPRequest.dataLimit,
    deadline: Duration = .seconds(60),
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
    self.retries = retries ?? (method != .post)
    self.followsRedirects = followsRedirects ?? (method == .get)
  }
}
