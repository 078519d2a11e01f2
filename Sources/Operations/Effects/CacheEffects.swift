import AppCore
import Library
import Logging
import Model
import Storage

/// What is kept from one start to the next. Without a database nothing is, and nobody waits for it.
extension LiveEffectHandler {
  func perform(_ effect: CacheEffect, _ send: @Sendable (AppAction) -> Void) async {
    guard let store = environment.store else { return }
    guard !effect.isOfAccount || isStillSignedIn(send) else { return }
    do throws(StorageError) {
      switch effect {
      case .readList(let list): try read(list, store, send)
      case .writeList(let list, let photos, let next, let total, let isFresh):
        let kept = CachedList(
          photos: photos,
          next: next,
          total: total,
          time: environment.now()
        )
        try await store.keep(kept, as: list, of: accountKey, updatesTime: isFresh)
      case .writeMember(let photo, let list, let isIn):
        try await store.setMember(photo, of: list, account: accountKey, isIn)
      case .readProfile:
        guard let (person, time) = try store.profile(of: accountKey) else { return }
        send(.cache(.profileRead(backend.renewed(person), age: age(of: time))))
      case .writeProfile(let person):
        try await store.keep(person, time: environment.now(), of: accountKey)
      case .writePerson(let person):
        try await store.keep(photographer: person, time: environment.now(), of: accountKey)
      case .writeInfo(let list, let info):
        try await store.keep(info, of: list, time: environment.now(), account: accountKey)
      case .writeTopics(let topics):
        try await store.keep(topics: topics, time: environment.now(), of: accountKey)
      case .writeOpened(let photo):
        try await store.noteOpened(photo, at: environment.now(), of: accountKey)
      case .clearHistory: try await store.clearHistory(of: accountKey)
      case .readLikes:
        try await noteOwner(store)
        let likes = try await store.pendingLikes(of: accountKey)
        guard !likes.isEmpty else { return }
        send(
          .cache(
            .likesRead(
              likes.map { PendingLike(photo: backend.renewed($0.photo), isLiked: $0.isLiked) }
            )
          )
        )
      case .writeLike(let photo, let liked):
        try await store.setPending(liked, of: photo, account: accountKey)
      case .writeColors(let colors): try await store.keep(colors: colors)
      case .forget: try await store.forget(account: accountKey)
      }
    } catch {
      environment.log.warning("the database failed", metadata: ["error": "\(error)"])
      send(.storage(.databaseFailed(Problem(.storage, error.cause))))
    }
  }

  /// Whether what belongs to the account may be written: nothing may once another program has
  /// signed the user out, which the reducers then hear.
  private func isStillSignedIn(_ send: @Sendable (AppAction) -> Void) -> Bool {
    do throws(Problem) { try session.follow(environment.credentials) } catch {
      // A file that cannot be read says nothing.
      guard error.cause == .unauthorized else { return true }
      send(.cache(.sessionLost))
    }
    return !session.isLost
  }

  private func read(
    _ list: ListID,
    _ store: Store,
    _ send: @Sendable (AppAction) -> Void
  ) throws(StorageError) {
    guard var kept = try store.list(list, of: accountKey) else {
      send(.cache(.listRead(list, nil, age: .zero)))
      return
    }
    kept.photos = kept.photos.map(backend.renewed)
    send(.cache(.listRead(list, kept, age: age(of: kept.time))))
  }

  /// `Store.claim` for whoever has signed in.
  func claimDatabase(for session: Session) async {
    guard let store = environment.store else { return }
    do throws(StorageError) {
      try await store.claim(accountKey, for: session.username)
    } catch {
      // Told when the first list is kept.
      environment.log.warning("the database failed", metadata: ["error": "\(error)"])
    }
  }

  /// Notes whose data it is where the session was here before the database: signing in again, after
  /// that session was refused, then loses nothing.
  private func noteOwner(_ store: Store) async throws(StorageError) {
    guard let name = session.current?.username, try store.setting(ownerSetting) == nil else {
      return
    }
    try await store.set(ownerSetting, to: name)
  }

  private var ownerSetting: String { Store.ownerSetting(accountKey) }

  func age(of time: Double) -> Duration {
    .seconds(Int(max(0, min(environment.now() - time, 1e9))))
  }
}

extension Store {
  /// Makes whoever has signed in the owner of the account's data.
  ///
  /// If it is, or may be, somebody else than before, what is left of the other one is removed: it
  /// is neither shown nor sent. Likes that wait are set aside until their owner signs in again.
  package func claim(_ account: String, for username: String?) async throws(StorageError) {
    let owner = try setting(Self.ownerSetting(account))
    if owner == nil || owner != username {
      if let owner, !owner.isEmpty {
        try await movePendingLikes(from: account, to: Self.account(account, of: owner))
      }
      try await forget(account: account)
    }
    try await set(Self.ownerSetting(account), to: username ?? "")
    guard let username, !username.isEmpty else { return }
    try await movePendingLikes(from: Self.account(account, of: username), to: account)
  }

  /// Returns the account name that stores a user's unsent likes while another user is signed in.
  private static func account(_ account: String, of username: String) -> String {
    "\(account) of \(username)"
  }

  fileprivate static func ownerSetting(_ account: String) -> String { "owner of \(account)" }
}

extension CacheEffect {
  /// Whether it writes down what belongs to the account.
  fileprivate var isOfAccount: Bool {
    switch self {
    case .writeList, .writeMember, .writeProfile, .writePerson, .writeInfo, .writeTopics,
      .writeOpened, .writeLike:
      true
    case .readList, .readProfile, .readLikes, .clearHistory, .writeColors, .forget: false
    }
  }
}
