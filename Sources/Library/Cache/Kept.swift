import Model

/// A like that the service has not confirmed, as it was kept.
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

package struct KeptState: Equatable, Sendable {
  /// Whether it was told that nothing can be kept: once is enough.
  package var hasToldFailure = false
  /// Whether the minute runs after which the times that are shown are told anew.
  package var isAging = false
  /// Whether nothing that is kept is read before the person asks for it, and lists not even then.
  package var isAvoided = false

  package init() {}
}
