/// The limits that a service asks its clients to respect, for a class of hosts.
package struct HostLimits: Equatable, Sendable {
  /// The name of the class, which names its file.
  package let name: String
  /// The hosts, each with its subdomains.
  package let domains: [String]
  /// The maximum number of requests at once, of all processes of the user.
  package let atOnce: Int
  /// The maximum number of requests in a minute, of all processes of the user; `nil` for no limit.
  package let perMinute: Int?
  /// Whether only downloads to files have these limits, besides others of their hosts.
  package let isForDownloads: Bool
  /// The operator's URL or e-mail address, sent in `User-Agent` to these hosts only.
  package var contact: String?

  package init(
    name: String,
    domains: [String],
    atOnce: Int,
    perMinute: Int? = nil,
    isForDownloads: Bool = false,
    contact: String? = nil
  ) {
    (self.name, self.domains, self.atOnce) = (name, domains, atOnce)
    (self.perMinute, self.isForDownloads, self.contact) = (perMinute, isForDownloads, contact)
  }

  func cover(_ host: String, isDownload: Bool) -> Bool {
    domains.contains { host == $0 || host.hasSuffix("." + $0) } && (isDownload || !isForDownloads)
  }
}
