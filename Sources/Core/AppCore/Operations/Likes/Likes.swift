import Model

/// The likes that are being sent to the service or wait for it.
package struct LikesState: Equatable, Sendable {
  /// The requested value of each photo's current request.
  ///
  /// A photo has at most one request at a time.
  package var pending: [Photo.ID: Bool] = [:]
  /// The likes that the service hasn't confirmed.
  package var changes: [Photo.ID: LikeChange] = [:]
  /// The likes confirmed while a list or details were being loaded.
  ///
  /// Such a response may still contain the old values, so these override it.
  package var confirmed: Set<Photo.ID> = []
  /// The likes of this run that are written on this computer.
  package var own: [Photo.ID: Bool] = [:]
  /// Whether the service has reported that it no longer offers likes.
  ///
  /// Hearts are hidden then.
  package var isUnavailable = false
  /// Whether likes wait for a timer because the quota of requests is used up.
  package var isHeld = false
  /// Whether a notice has been shown that likes wait for the network.
  ///
  /// Reset when the service responds.
  package var isWaitAnnounced = false
  /// The delay before unsent likes are retried.
  package var backOff = Self.shortestBackOff

  /// The maximum number of concurrent requests for likes that waited.
  package static let atOnce = 4
  package static let shortestBackOff = Duration.seconds(5)
  package static let longestBackOff = Duration.seconds(60)

  /// Whether the displayed like is newer than the one in a list or details being loaded.
  package func isNewer(_ id: Photo.ID) -> Bool {
    changes[id] != nil || confirmed.contains(id) || own[id] != nil
  }
}

/// The choice of whether a heart changes before or after the service has responded.
package enum LikesPolicy: Equatable, Sendable {
  /// The heart shows a spinner until the service has responded.
  case wait
  /// The heart changes immediately, and never shows that a request is running.
  ///
  /// Further presses only change the target. After the response, one more request is sent if the
  /// target differs. Without a network or quota the change is stored, also for the next launch.
  case goAhead
}

/// A like that the service hasn't confirmed.
package struct LikeChange: Equatable, Sendable {
  /// The value that the service last confirmed.
  ///
  /// The heart returns to it if the change fails.
  package var confirmed: LikeResponse
  package var target: Bool
  /// Whether a request may have reached the service although no response arrived.
  ///
  /// The target is then sent even if it equals the confirmed value.
  package var isUnsure = false

  /// Returns the number of likes after the user's own like becomes `liked`; `nil` if the number is
  /// unknown.
  package static func count(_ answer: LikeResponse, liked: Bool) -> Int? {
    answer.likes.map { $0.adding(count: (liked ? 1 : 0) - (answer.isLiked ? 1 : 0)) }
  }
}

/// The likes that the service refused, as listed in a notice.
package struct RefusedLikes: Equatable, Sendable {
  /// The requested value for each photo.
  package var likes: [Photo.ID: Bool]
  /// The reason for the last refusal.
  package var problem: Problem
}

package enum LikesAction: Equatable, Sendable {
  case heartPressed(Photo.ID)
  /// The user retried failed likes. Each photo gets its requested value, even if its heart has
  /// changed since.
  case retried([Photo.ID: Bool])
  case answered(Photo.ID, liked: Bool, Result<LikeResponse, Problem>)
  /// A like couldn't be written on this computer.
  case notKept(Photo.ID, liked: Bool, Problem)
  /// The timer for unsent likes has fired.
  case waitingRetried
  /// The database returned likes that earlier runs couldn't send, oldest first.
  case restored([PendingLike])
}

package enum LikesEffect: Equatable, Sendable {
  /// Likes or unlikes a photo at the service.
  case set(Photo.ID, liked: Bool)
  /// Writes a like on this computer, for a service without accounts.
  case keep(Photo, liked: Bool)

  package var id: Effect.ID {
    switch self {
    case .set(let id, _): Effect.ID(.likes, "\(id.service.name) \(id.value)")
    case .keep(let photo, let liked): LikesEffect.set(photo.id, liked: liked).id
    }
  }
}
