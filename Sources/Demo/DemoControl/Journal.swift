import DemoServer

/// The record of a service's calls.
package struct Journal: Sendable {
  /// One call, without its secrets.
  struct Entry: Encodable, Sendable {
    let route: DemoRoute
    let method: String
    let target: String
    /// The kind of authorization: `bearer`, `client` or `none`.
    let authorization: String
  }

  /// One call of a photo's download endpoint.
  struct Download: Encodable, Sendable {
    let photo: String
    /// Whether the call has the ID of a view.
    let ixid: Bool
    let authorized: Bool
  }

  /// The number of journals before this one.
  private(set) var number = 0

  package private(set) var counts: [DemoRoute: Int] = [:]
  /// The latest calls, oldest first.
  private(set) var entries: [Entry] = []
  private(set) var downloads: [Download] = []
  /// The total number of bytes of each photo's whole file that were passed to connections.
  package private(set) var served: [String: Int] = [:]
  private static let maxEntries = 4000

  /// Returns the empty journal after this one.
  var next: Journal {
    var next = Journal()
    next.number = number + 1
    return next
  }

  mutating func record(_ request: DemoRequest, _ route: DemoRoute) {
    counts[route, default: 0] += 1
    if entries.count >= Self.maxEntries { entries.removeFirst(Self.maxEntries / 4) }
    let authorization =
      switch request.authorization {
      case .some(let value) where value.hasPrefix("Bearer "): "bearer"
      case .some(let value) where value.hasPrefix("Client-ID "): "client"
      default: "none"
      }
    entries.append(
      Entry(
        route: route,
        method: request.method,
        target: Self.withoutSecrets(request),
        authorization: authorization
      )
    )
  }

  mutating func recordDownload(_ download: Download) { downloads.append(download) }

  mutating func recordServed(_ bytes: Int, of photo: String) {
    served[photo, default: 0] += bytes
  }

  private static func withoutSecrets(_ request: DemoRequest) -> String {
    let secrets: Set = ["client_id", "client_secret", "code", "state", "access_token", "token"]
    let fields = request.query.fields
    guard fields.contains(where: { secrets.contains($0.name) }) else { return request.target }
    let path = request.target.prefix { $0 != "?" }
    return path + "?"
      + FormFields(fields.map { ($0.name, secrets.contains($0.name) ? "…" : $0.value) }).text
  }
}
