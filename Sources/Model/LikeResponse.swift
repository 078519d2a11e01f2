/// What a service says after a like or an unlike.
package struct LikeResponse: Equatable, Sendable {
  package var isLiked: Bool
  /// Nil where the service gives none.
  package var likes: Int?

  package init(isLiked: Bool, likes: Int?) {
    self.isLiked = isLiked
    self.likes = likes?.clamped(to: SanityLimits.count)
  }
}
