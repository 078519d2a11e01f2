import AppCore
import Library
import Model
import Storage

extension LiveEffectHandler {
  /// Resumes from the cached feed; nil when nothing is cached or nobody is signed in.
  ///
  /// The demo service has to run before anything is known of its account.
  ///
  /// - Parameter early: what has been read already, of whoever it may be.
  package func resume(
    _ state: AppState,
    from early: CachedFeed?,
    sizes: [ListID.Kind: RowSize]
  ) -> AppAction? {
    guard let store = environment.store, !state.isDemo else { return nil }
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
    let session = (try? backend.outline(in: environment.credentials)) ?? nil
    return CachedFeed(of: backend.account, in: store, session)
  }
}

extension Store {
  /// The name of the setting with the size a list was shown in last.
  static func sizeSetting(_ list: ListID.Kind) -> String { "view.\(list.rawValue)" }

  /// The size a list was shown in last; nil where it never was another one than at first.
  func size(of list: ListID.Kind) throws(StorageError) -> RowSize? {
    try size(in: Self.sizeSetting(list))
  }

  /// The name of the setting with the gallery's size.
  static let gallerySizeSetting = "view.gallery"

  /// The size that was chosen for the gallery's photos; `nil` if none was.
  var gallerySize: RowSize? {
    get throws(StorageError) { try size(in: Self.gallerySizeSetting) }
  }

  private func size(in name: String) throws(StorageError) -> RowSize? {
    try setting(name).flatMap { Int($0) }.flatMap(RowSize.init)
  }

  /// The sizes the lists were shown in last, as far as they are known.
  package var sizes: [ListID.Kind: RowSize] {
    var sizes: [ListID.Kind: RowSize] = [:]
    for list in ListID.Kind.allCases { sizes[list] = (try? size(of: list)) ?? nil }
    return sizes
  }
}
