import Model

/// A like that the service has not confirmed, as the database has it.
package struct PendingLike: Equatable, Sendable {
  /// As it was last seen.
  package var photo: Photo
  /// What the like is to become.
  package var isLiked: Bool

  package init(photo: Photo, isLiked: Bool) {
    self.photo = photo
    self.isLiked = isLiked
  }
}

package struct CacheState: Equatable, Sendable {
  /// Whether the person knows that the database cannot be used: once is enough.
  package var hasReportedFailure = false
  /// Whether the minute runs after which the times on the screen are updated.
  package var isAging = false
  /// Whether the cache is left alone: nothing is read before the person asks for it, and lists not
  /// even then.
  package var isAvoided = false
  /// Why the session is not in the keyring; shown once a lasting screen is up.
  package var fileNotice: KeyringError?
  /// Colours of photographs that came without one, until the database has them.
  package var colors: [Photo.ID: UInt32] = [:]

  package init() {}
}
