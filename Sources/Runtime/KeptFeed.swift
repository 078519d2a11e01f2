import Model
import Services
import Storage

/// What a start shows at once: the session of an account, and what is kept of its feed.
struct KeptFeed: Sendable {
  let session: Session
  let list: KeptList

  /// Nil where nobody is signed in or nothing is kept; what is wrong is told by who reads it again.
  ///
  /// Waits for the disk.
  init?(of key: SessionKey, in store: Store, _ credentials: any CredentialStore) {
    guard let session = try? credentials.session(for: key),
      let list = try? store.list(.feed, of: key.account), !list.photos.isEmpty
    else { return nil }
    (self.session, self.list) = (session, list)
  }

  /// The feed of whoever the usual configuration is for.
  init?(
    in store: Store,
    _ xdg: XDG,
    _ environment: [String: String],
    onExposure: @escaping @Sendable (Exposure) -> Void
  ) {
    guard let usual = try? Configuration.load(path: nil, xdg: xdg, environment: environment)
    else { return nil }
    let credentials = FileCredentialStore(path: xdg.credentialsFile, onExposure: onExposure)
    self.init(of: usual.unsplash.sessionKey, in: store, credentials)
  }
}

extension SessionKey {
  /// What the database keeps the account's data under: the demo's and a real one's never mix.
  var account: String { "\(service.name) \(baseURL)" }
}
