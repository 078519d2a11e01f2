import AppCore
import Logging
import Model
import ServiceAPI
import Storage

/// Reads and writes the cache.
///
/// Without a database, effects do nothing and send no results.
extension LiveEffectHandler {
  func perform(
    _ effect: CacheEffect,
    of account: String,
    _ send: @Sendable (AppAction) -> Void
  ) async {
    guard let store = environment.store else {
      guard case .readList(.favourites) = effect else { return }
      return send(.cache(.favouritesFailed(Problem(.favourites, environment.noStore))))
    }
    guard !effect.isOfAccount || isStillSignedIn(send) else { return }
    do throws(StorageError) {
      switch effect {
      case .readList(.favourites) where !backend.service.description.hasAccounts:
        await readOwnLikes(store, send)
      case .readList(let list): try read(list, of: account, store, send)
      case .writeList(let list, let photos, let next, let total, let isFresh):
        let kept = CachedList(
          photos: photos,
          next: next,
          total: total,
          time: environment.now()
        )
        try await store.save(kept, as: list, of: account, updatesTime: isFresh)
      case .writeMember(let photo, let list, let isIn):
        try await store.setMember(photo, of: list, account: account, isIn)
      case .writeGone(let id): try await store.removeFromLists(id, of: account)
      case .readProfile:
        guard let (person, time) = try store.profile(of: account) else { return }
        send(.cache(.profileRead(backend.renewed(person), age: age(of: time))))
      case .writeProfile(let person):
        try await store.save(person, time: environment.now(), of: account)
      case .writePerson(let person):
        try await store.save(photographer: person, time: environment.now(), of: account)
      case .writeInfo(let list, let info):
        try await store.save(info, of: list, time: environment.now(), account: account)
      case .writeTopics(let topics):
        try await store.save(topics: topics, time: environment.now(), of: account)
      case .writeOpened(let photo):
        try await store.noteOpened(photo, at: environment.now(), of: account)
      case .clearHistory: try await store.clearHistory(of: account)
      case .readLikes:
        let name = session.current?.username
        // The session may be older than the database.
        let isUnowned = try store.setting(Store.ownerSetting(account)) == nil
        if name != nil, isUnowned { await claimDatabase() }
        let likes = try await store.pendingLikes(of: account).map {
          PendingLike(photo: backend.renewed($0.photo), isLiked: $0.isLiked)
        }
        if !likes.isEmpty { send(.cache(.likesRead(likes))) }
        // The owner's likes are set aside while the user has no name.
        if name == nil, await nameUser() != nil { await readLikesSetAside(send) }
      case .writeLike(let photo, let liked):
        try await store.setPending(liked, of: photo, account: account)
      case .writeDetails(let photo): try await store.save(details: photo)
      case .writeColors(let colors): try await store.save(colors: colors)
      case .removeAccount: try await store.remove(account: account)
      }
    } catch {
      environment.log.warning("the database failed", metadata: ["error": "\(error)"])
      send(.dataFile(.databaseFailed(Problem(.storage, error.cause))))
    }
  }

  /// Whether account data may be written.
  ///
  /// False after another process has signed the user out, which is reported to the reducers.
  func isStillSignedIn(_ send: @Sendable (AppAction) -> Void) -> Bool {
    do throws(Problem) { try session.adoptChanges(in: environment.credentials) } catch {
      // A credentials file that can't be read doesn't show that the user is signed out.
      guard error.cause == .unauthorized else { return true }
      send(.cache(.sessionLost))
    }
    return !session.isLost
  }

  private func read(
    _ list: ListID,
    of account: String,
    _ store: Store,
    _ send: @Sendable (AppAction) -> Void
  ) throws(StorageError) {
    guard var kept = try store.list(list, of: account) else {
      send(.cache(.listRead(list, nil, age: .zero)))
      return
    }
    kept.photos = kept.photos.map(backend.renewed)
    send(.cache(.listRead(list, kept, age: age(of: kept.time))))
  }

  /// Reads the favourites of a service without accounts.
  private func readOwnLikes(_ store: Store, _ send: @Sendable (AppAction) -> Void) async {
    do throws(StorageError) {
      let photos = try await store.ownLikes(of: backend.service.id).map(backend.renewed)
      let list = CachedList(photos: photos, next: nil, total: photos.count, time: 0)
      send(.cache(.listRead(.favourites, list, age: .zero)))
    } catch {
      send(.cache(.favouritesFailed(Problem(.favourites, error.cause))))
    }
  }

  /// Claims the account's data in the database for the user who has signed in.
  func claimDatabase() async {
    guard let store = environment.store else { return }
    do throws(StorageError) {
      try await store.claim(account, for: session.current?.username)
    } catch {
      // The failure is reported when the first list is written.
      environment.log.warning("the database failed", metadata: ["error": "\(error)"])
    }
  }

  /// Claims the account's data after the user's name became known, and reads their likes again.
  func readLikesSetAside(_ send: @Sendable (AppAction) -> Void) async {
    await claimDatabase()
    await perform(CacheEffect.readLikes, of: account, send)
  }

  /// Returns the user's name, and requests the profile if the session has none.
  ///
  /// The response to a sign-in needn't contain the name. `nil` if the name can't be found out.
  func nameUser() async -> String? {
    if session.current?.username == nil { _ = try? await backend.service.me(for: session) }
    return session.current?.username
  }

  func age(of time: Double) -> Duration {
    .seconds(Int(max(0, min(environment.now() - time, 1e9))))
  }
}

extension Store {
  /// Makes the signed-in user the owner of the account's data.
  ///
  /// If the previous owner is another user, their data is removed, so that it is neither displayed
  /// nor sent. Their pending likes are set aside until they sign in again. A user without a name
  /// may be the owner, so only the likes are set aside.
  package func claim(_ account: String, for username: String?) async throws(StorageError) {
    let owner = try setting(Self.ownerSetting(account))
    if let owner, owner != username {
      try await movePendingLikes(from: account, to: Self.account(account, of: owner))
      if username != nil { try await remove(account: account) }
    }
    guard let username else { return }
    if owner != username { try await set(Self.ownerSetting(account), to: username) }
    try await movePendingLikes(from: Self.account(account, of: username), to: account)
  }

  /// Returns the account name that stores a user's pending likes while another user is signed in.
  private static func account(_ account: String, of username: String) -> String {
    "\(account) of \(username)"
  }
}

extension CacheEffect {
  /// Whether the effect writes data of the account.
  fileprivate var isOfAccount: Bool {
    switch self {
    case .writeList, .writeMember, .writeGone, .writeProfile, .writePerson, .writeInfo,
      .writeTopics, .writeOpened, .writeLike, .writeDetails:
      true
    case .readList, .readProfile, .readLikes, .clearHistory, .writeColors, .removeAccount: false
    }
  }
}
