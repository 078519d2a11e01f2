/// The service and base URL that a session belongs to.
///
/// Keeps the demo service and the real one apart.
package struct SessionKey: Hashable, Sendable {
  package let service: ServiceID
  /// The session's `baseURL`.
  package let baseURL: String

  package init(service: ServiceID, baseURL: String) {
    self.service = service
    self.baseURL = baseURL
  }

  /// Returns the key of the embedded demo service, independent of its port.
  package static func demo(of service: ServiceID) -> SessionKey {
    SessionKey(service: service, baseURL: "demo")
  }

  /// The name of the account in the database.
  package var account: String { "\(service.name) \(baseURL)" }
}

extension Session {
  package var key: SessionKey { SessionKey(service: service, baseURL: baseURL) }
}

/// The configured store for tokens.
package enum CredentialLocation: String, CaseIterable, Sendable {
  /// The desktop's keyring if it is available; if not, the file.
  case auto
  case keyring, file
}
