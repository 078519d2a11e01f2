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
  /// A part of paths that are free of these limits; `nil` to limit all.
  package let exemptPath: String?
  /// The operator's URL or e-mail address, sent in `User-Agent` to these hosts only.
  package var contact: String?

  package init(
    name: String,
    domains: [String],
    atOnce: Int,
    perMinute: Int? = nil,
    exemptPath: String? = nil,
    contact: String? = nil
  ) {
    (self.name, self.domains, self.atOnce) = (name, domains, atOnce)
    (self.perMinute, self.exemptPath, self.contact) = (perMinute, exemptPath, contact)
  }

  package func cover(_ address: WebAddress) -> Bool {
    domains.contains { address.host == $0 || address.host.hasSuffix("." + $0) }
      && exemptPath.map { !address.path.contains($0) } ?? true
  }
}
