import Accounts
import Catalogue
import Disk
import Model
import ServiceAPI
import Settings
import Storage

/// What a start shows at once: the session of an account, and what is kept of its feed, or of the
/// topic that it showed last.
package struct CachedFeed: Sendable {
  package let account: String
  package let session: Session
  package let source: ListID
  package let list: CachedList

  /// Nil where nobody is signed in or nothing is cached; errors are reported by the later full
  /// load.
  ///
  /// Waits for the disk.
  package init?(of account: String, in store: Store, _ session: Session?) {
    let source = (try? store.source(of: account)) ?? .feed
    guard let session, let list = try? store.list(source, of: account),
      !list.photos.isEmpty
    else { return nil }
    (self.account, self.session, self.source, self.list) = (account, session, source, list)
  }

  /// The feed of whoever the usual configuration is for.
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
