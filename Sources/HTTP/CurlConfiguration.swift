/// The limits of a transport; what differs from request to request is in ``HTTPRequest``.
package struct CurlConfiguration: Equatable, Sendable {
  package var userAgent = "imagefeed"
  /// For resolving the name, connecting and agreeing on encryption together.
  package var connectTimeout: Duration = .seconds(10)
  /// For a connected request to receive its next byte.
  package var stallTimeout: Duration = .seconds(15)
  package var connectionsPerHost = 6
  /// The maximum number of idle connections that are kept for reuse, over all hosts.
  package var maxIdleConnections = 24
  package var redirects = 10
  /// The bytes of all responses under way that are held in memory: the largest one, and some more.
  package var bodyMemory = 80 << 20
  package var retry = RetryPolicy()
  /// A file of trusted certificates in PEM form instead of the system's file.
  package var certificateFile: String?
  /// A folder of trusted certificates with hashed names instead of the system's folder.
  package var certificateFolder: String?

  package init() {}
}
