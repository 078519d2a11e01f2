import AppCore
import Model
import Storage

extension LiveEffectHandler {
  /// Sets the session, and returns the action that shows the cached feed.
  ///
  /// Returns `nil` without a cached feed or a valid session, or if the cached list is a topic and
  /// topics aren't offered. Also returns `nil` in the demo, whose account isn't known before the
  /// demo service is started.
  ///
  /// - Parameters:
  ///   - early: the cached feed that was read at launch, possibly of another account.
  ///   - sizes: the stored tile sizes.
  package func resume(
    _ state: AppState,
    from early: CachedFeed?,
    sizes: [ListID.Kind: RowSize]
  ) -> AppAction? {
    guard let store = environment.store, !state.isDemo, state.offers(.cache) else { return nil }
    let account = backend.account
    let own = early.flatMap { $0.account == account ? $0 : nil }
    guard let kept = own ?? cachedFeed(in: store), kept.session.isValid(at: environment.now()),
      kept.source == .feed || state.offers(.topics)
    else { return nil }
    session.current = kept.session
    session.isStored = backend.standingSession == nil
    var list = kept.list
    list.photos = list.photos.map(backend.renewed)
    return .resumed(
      Account(username: kept.session.username),
      list,
      of: kept.source,
      age: age(of: kept.list.time),
      sizes: sizes
    )
  }

  private func cachedFeed(in store: Store) -> CachedFeed? {
    let backend = backend
    let session = (try? backend.sessionWithoutKeyring(in: environment.credentials)) ?? nil
    return CachedFeed(of: backend.account, in: store, session)
  }
}

extension Store {
  /// Returns the name of the setting with the tile size of lists of a kind.
  static func sizeSetting(_ list: ListID.Kind) -> String { "view.\(list.rawValue)" }

  /// Returns the last tile size of lists of a kind; `nil` if the user never changed it.
  func size(of list: ListID.Kind) throws(StorageError) -> RowSize? {
    try size(in: Self.sizeSetting(list))
  }

  /// The name of the setting with the gallery's tile size.
  static let gallerySizeSetting = "view.gallery"

  /// The gallery's tile size that the user chose; `nil` if the user never changed it.
  var gallerySize: RowSize? {
    get throws(StorageError) { try size(in: Self.gallerySizeSetting) }
  }

  private func size(in name: String) throws(StorageError) -> RowSize? {
    try setting(name).flatMap { Int($0) }.flatMap(RowSize.init)
  }

  /// The stored tile sizes of lists, by kind.
  package var sizes: [ListID.Kind: RowSize] {
    var sizes: [ListID.Kind: RowSize] = [:]
    for list in ListID.Kind.allCases { sizes[list] = (try? size(of: list)) ?? nil }
    return sizes
  }
}
