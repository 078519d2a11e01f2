import Model

/// Likes on their way to the service.
package struct LikesState: Equatable, Sendable {
  /// What the request under way asks for, of each photograph that has one: never more than one.
  package var pending: [Photo.ID: Bool] = [:]
  /// The extended edition's hearts that are ahead of the service.
  package var silent: [Photo.ID: SilentLike] = [:]
  /// Likes confirmed while lists or details were on their way, which may still tell the old ones.
  package var confirmed: Set<Photo.ID> = []
  /// The service said that it no longer offers likes; hearts are hidden.
  package var isUnavailable = false
  /// The hourly budget is spent: likes wait until the timer has run out.
  package var isHeld = false
  /// How long what could not be sent waits before it is tried again.
  package var backOff = Self.shortestBackOff

  package init() {}

  /// The most requests for likes that waited at once.
  package static let atOnce = 4
  package static let shortestBackOff = Duration.seconds(5)
  package static let longestBackOff = Duration.seconds(60)
  /// The same where a service refuses for now, and does not tell for how long.
  package static let unknownHold = Duration.seconds(600)

  /// Whether the heart has to show that its answer is still awaited.
  package func isShownPending(_ id: Photo.ID) -> Bool {
    silent[id].map(\.isOverdue) ?? (pending[id] != nil)
  }

  /// Whether the heart as it is shown is newer than what a list or the details may tell.
  package func isNewer(_ id: Photo.ID) -> Bool {
    silent[id] != nil || pending[id] != nil || confirmed.contains(id)
  }
}

/// A heart that shows what the person wants, ahead of the service's answer.
package struct SilentLike: Equatable, Sendable {
  /// What the service said last: where the heart goes back to.
  package var confirmed: LikeAnswer
  package var wanted: Bool
  /// The answer takes longer than a heart may keep silent about it.
  package var isOverdue = false
  /// A request may have been carried out although no answer came: being back at what was confirmed
  /// is then not enough to be sure of it.
  package var isUnsure = false

  package init(confirmed: LikeAnswer, wanted: Bool) {
    self.confirmed = confirmed
    self.wanted = wanted
  }

  /// How long an answer may take before the heart shows that it is awaited.
  package static let patience = Duration.milliseconds(300)

  /// The likes of a photograph with the person's own changed from one to the other.
  package static func count(_ answer: LikeAnswer, liked: Bool) -> Int? {
    answer.likes.map { $0.adding(count: (liked ? 1 : 0) - (answer.isLiked ? 1 : 0)) }
  }
}

/// Likes that the service did not take, as a notice tells them.
package struct RefusedLikes: Equatable, Sendable {
  /// What each photograph's like was to become.
  package var likes: [Photo.ID: Bool]
  /// Why the last of them was not taken.
  package var problem: Problem

  package init(likes: [Photo.ID: Bool], problem: Problem) {
    self.likes = likes
    self.problem = problem
  }
}
