/// Whose session it is: the demo's and a real one never mix.
package struct SessionKey: Hashable, Sendable {
  package let service: ServiceID
  /// `Session.baseURL`.
  package let baseURL: String

  package init(service: ServiceID, baseURL: String) {
    self.service = service
    self.baseURL = baseURL
  }

  /// The session of the embedded demo service, on whatever port it runs.
  package static func demo(of service: ServiceID) -> SessionKey {
    SessionKey(service: service, baseURL: "demo")
  }

  /// What the database keeps the account's data under: the demo's and a real one's never mix.
  package var account: String { "\(service.name) \(baseURL)" }
}

extension Session {
  package var key: SessionKey { SessionKey(service: service, baseURL: baseURL) }
}

/// The place where tokens are kept, as the user chooses it.
package enum CredentialLocation: String, CaseIterable, Sendable {
  /// In the desktop's keyring where it can be used, else in the file.
  case auto
  case keyring, file
}
