import Model

extension Effect.Scope {
  /// The scopes of effects that read the account's data from the service.
  static let reads: [Effect.Scope] = [
    .feed, .details, .photo, .profile, .favourites, .search,
    .visit, .offers,
  ]
}

extension AppState {
  /// Removes the account's state and returns to the sign-in screen.
  ///
  /// - Returns: effects that cancel the account's running requests and clear its pictures.
  mutating func removeAccount() -> [Effect] {
    let writes = likesEffects
    self = signedOut
    return [.pictures(.clear)] + Effect.Scope.reads.map { .cancelReads($0) }
      + writes.sorted { $0.key < $1.key }.map { .cancel($0) }
  }
}
