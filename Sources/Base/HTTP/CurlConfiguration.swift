/// The limits of a transport.
///
/// Limits of single requests are in ``HTTPRequest``.
package struct CurlConfiguration: Equatable, Sendable {
  /// The total time for resolving the name, connecting and negotiating encryption.
  package var connectTimeout: Duration = .seconds(10)
  /// The maximum time between two bytes of a connected request.
  package var stallTimeout: Duration = .seconds(15)
  /// The maximum number of connections to one host.
  package var connectionsPerHost = 6
  /// The maximum number of idle connections that are kept for reuse, over all hosts.
  package var maxIdleConnections = 24
  /// The time after which an idle connection is closed instead of reused, in whole seconds.
  package var idleTime: Duration = .seconds(118)
  /// The maximum number of redirects that one request follows.
  package var redirects = 10
  /// The memory limit for all responses in progress, in bytes: more than the largest body limit of
  /// a response that isn't written to a file.
  package var bodyMemory = 80 << 20
  package var retry = RetryPolicy()
  /// The limits that services ask their clients to respect.
  package var hosts: [HostLimits] = []
  /// The folder of the files that processes share for these limits; `nil` for this process alone.
  package var limitsFolder: String?
  /// A file of trusted certificates in PEM format, used instead of the system's file.
  package var certificateFile: String?
  /// A folder of trusted certificates, named by their hashes, used instead of the system's folder.
  package var certificateFolder: String?

  package init() {}
}
