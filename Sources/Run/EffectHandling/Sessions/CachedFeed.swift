import Accounts
import Catalogue
import Disk
import Model
import ServiceAPI
import Settings
import Storage

/// The data of the first frame: the session of an account, and its cached feed.
///
/// If the feed tab showed a topic last, that topic's list takes its place.
package struct CachedFeed: Sendable {
  package let account: String
  package let session: Session
  package let source: ListID
  package let list: CachedList

  /// Reads the cached feed from disk, blocking.
  ///
  /// Returns `nil` if no user is signed in or nothing is cached. Errors are ignored, because the
  /// later full load reports them.
  package init?(of account: String, in store: Store, _ session: Session?) {
    let source = (try? store.source(of: account)) ?? .feed
    guard let session, let list = try? store.list(source, of: account),
      !list.photos.isEmpty
    else { return nil }
    (self.account, self.session, self.source, self.list) = (account, session, source, list)
  }

  /// Reads the feed of the account that the default configuration selects.
  package init?(
    in store: Store,
    _ xdg: XDG,
    _ environment: [String: String],
    onExposure: @escaping @Sendable (Exposure) -> Void
  ) {
    guard
      let usual = try? Configuration.load(
        path: nil,
        xdg: xdg,
        environment: environment,
        services: ServiceCatalogue.all
      )
    else { return nil }
    let setup = usual.entry.setup(usual.sections)
    let credentials = FileCredentialStore(path: xdg.credentialsFile, onExposure: onExposure)
    let session = setup.standingSession ?? (try? credentials.session(for: setup.key)) ?? nil
    self.init(of: setup.account, in: store, session)
  }
}
