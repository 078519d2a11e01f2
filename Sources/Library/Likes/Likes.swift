import Model

/// Likes on their way to the service.
package struct LikesState: Equatable, Sendable {
  /// What the request under way asks for, of each photograph that has one: never more than one.
  package var pending: [Photo.ID: Bool] = [:]
  /// Likes that the service has not confirmed.
  package var changes: [Photo.ID: LikeChange] = [:]
  /// Likes confirmed while lists or details were on their way, which may still have the old ones.
  package var confirmed: Set<Photo.ID> = []
  /// The service said that it no longer offers likes; hearts are hidden.
  package var isUnavailable = false
  /// The hourly budget is spent: likes wait until the timer has run out.
  package var isHeld = false
  /// The person was told that likes wait for the network, which is still away.
  package var isWaitAnnounced = false
  /// The delay before what could not be sent is tried again.
  package var backOff = Self.shortestBackOff

  package init() {}

  /// The most requests for likes that waited at once.
  package static let atOnce = 4
  package static let shortestBackOff = Duration.seconds(5)
  package static let longestBackOff = Duration.seconds(60)
  /// The same where a service refuses for now, without saying for how long.
  package static let unknownHold = Duration.seconds(600)

  /// Whether the heart on the screen is newer than what a list or the details may bring.
  package func isNewer(_ id: Photo.ID) -> Bool {
    changes[id] != nil || confirmed.contains(id)
  }
}

/// The order of a like: whether the heart or the service changes first.
package enum LikesPolicy: Equatable, Sendable {
  /// A heart shows a spinner until the service has answered.
  case wait
  /// A heart changes at once, and never shows that the service is being asked.
  ///
  /// Further presses only change the wanted state; after the answer, one more request makes up the
  /// difference, if any. Without a network, or a budget, the change waits, and is stored for the
  /// next start.
  case goAhead
}

/// A like that the service has not confirmed.
package struct LikeChange: Equatable, Sendable {
  /// What the service said last: where the heart goes back to.
  package var confirmed: LikeResponse
  package var wanted: Bool
  /// A request may have been carried out although no answer came: being back at what was confirmed
  /// is then not enough to be sure of it.
  package var isUnsure = false

  package init(confirmed: LikeResponse, wanted: Bool) {
    self.confirmed = confirmed
    self.wanted = wanted
  }

  /// The likes of a photograph with the person's own changed from one to the other.
  package static func count(_ answer: LikeResponse, liked: Bool) -> Int? {
    answer.likes.map { $0.adding(count: (liked ? 1 : 0) - (answer.isLiked ? 1 : 0)) }
  }
}

/// Likes that the service did not accept, as a notice shows them.
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

package enum LikesAction: Equatable, Sendable {
  case heartPressed(Photo.ID)
  /// The hearts of several photographs were pressed at once.
  case heartsPressed([Photo.ID])
  /// Retry of likes that failed: means what each was to become, whatever its heart shows by now.
  case retried([Photo.ID: Bool])
  case answered(Photo.ID, liked: Bool, Result<LikeResponse, Problem>)
  /// It is time to try what could not be sent.
  case waitingRetried
  /// The likes that an earlier start could not bring to the service, the oldest first.
  case restored([PendingLike])
}

package enum LikesEffect: Equatable, Sendable {
  case set(Photo.ID, liked: Bool)

  package var id: EffectID {
    switch self {
    case .set(let id, _): EffectID(.likes, "\(id.service.name) \(id.value)")
    }
  }
}
