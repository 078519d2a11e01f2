import Model

/// A like that the service hasn't confirmed, as stored in the database.
package struct PendingLike: Equatable, Sendable {
  /// The photo as last displayed.
  package var photo: Photo
  /// Whether the photo should be liked.
  package var isLiked: Bool

  package init(photo: Photo, isLiked: Bool) {
    self.photo = photo
    self.isLiked = isLiked
  }
}

/// The state of the database and the cache.
package struct CacheState: Equatable, Sendable {
  /// Whether a database failure has been reported, so that it is reported once.
  package var hasReportedFailure = false
  /// Whether the timer is running that updates displayed ages and waiting times every minute.
  package var isAging = false
  /// Whether the cache is ignored because the previous launch failed.
  ///
  /// Cached lists aren't read at all, the gallery only when the user opens it.
  package var isAvoided = false
  /// The reason why the session is stored in a file rather than in the keyring.
  ///
  /// Reported after sign-in, when the first list is displayed; then `nil`.
  package var fileNotice: KeyringError?
  /// The average colours, `0xRRGGBB`, that aren't in the database yet.
  ///
  /// Only for photos that the service sent without a colour.
  package var colors: [Photo.ID: UInt32] = [:]
}
