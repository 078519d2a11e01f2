/// The service's response to a like or an unlike.
package struct LikeResponse: Equatable, Sendable {
  package var isLiked: Bool
  /// The new number of likes; `nil` if the response has none.
  package var likes: Int?

  package init(isLiked: Bool, likes: Int?) {
    self.isLiked = isLiked
    self.likes = likes?.clamped(to: SanityLimits.count)
  }
}
