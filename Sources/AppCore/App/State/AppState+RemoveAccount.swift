import Library
import Model

extension Effect.Scope {
  /// The scopes that read from the service.
  static let reads: [Effect.Scope] = [
    .feed, .details, .photo, .profile, .favourites, .search,
    .visit, .offers,
  ]
}

extension AppState {
  /// Goes back to the sign-in screen, with nothing left of the account.
  ///
  /// - Returns: the effects that stop what was still being done for it, and clear its caches.
  mutating func forgetAccount() -> [Effect] {
    let writes = library.likesEffects
    self = signedOut
    return [.pictures(.clear)] + Effect.Scope.reads.map { .cancelReads($0) }
      + writes.sorted { $0.key < $1.key }.map { .cancel($0) }
  }
}
