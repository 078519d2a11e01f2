import Model

/// Likes that wait for the network or for the next hour's quota.
extension LikesReducer {
  /// The ID of the timer that retries waiting likes.
  static let retryTimer = Effect.ID(.likes, "retry")

  static func retryLater(_ state: AppState) -> Effect {
    .after(retryTimer, state.likes.backOff, .likes(.waitingRetried))
  }

  /// Returns the photos whose change is unconfirmed and has no current request.
  static func waiting(_ state: AppState) -> [Photo.ID] {
    state.likes.changes.keys.filter { state.likes.pending[$0] == nil }
      .sorted { $0.value < $1.value }
  }

  /// Restores likes that earlier runs couldn't send.
  static func restore(_ state: inout AppState, _ likes: [PendingLike]) -> [Effect] {
    var effects: [Effect] = []
    for pending in likes where state.likes.changes[pending.photo.id] == nil {
      let id = pending.photo.id
      let photo = state.photos[id] ?? pending.photo
      state.photos[id] = photo
      // A photo with the requested value was stored after the change; its confirmed value was the
      // opposite.
      let likes =
        photo.isLiked == pending.isLiked
        ? photo.likes.map { $0.adding(count: pending.isLiked ? -1 : 1) } : photo.likes
      let before = LikeResponse(isLiked: !pending.isLiked, likes: likes)
      var change = LikeChange(confirmed: before, target: pending.isLiked)
      // The earlier run may have sent a request.
      change.isUnsure = true
      state.likes.changes[id] = change
      effects += show(&state, id, change)
    }
    guard state.isOffline, !waiting(state).isEmpty else { return effects + probe(&state) }
    return effects + [retryLater(state)]
  }

  /// Sends one of the waiting likes.
  ///
  /// A response to it triggers the others.
  static func probe(_ state: inout AppState) -> [Effect] {
    guard let id = waiting(state).first else { return [] }
    return request(&state, id)
  }

  /// Sends waiting likes after the service has responded.
  ///
  /// If likes are on hold, sends only one, because the service may accept requests earlier than it
  /// announced.
  static func sendWaiting(_ state: inout AppState) -> [Effect] {
    guard !state.likes.isUnavailable else { return [] }
    if state.likes.isHeld {
      guard state.budget?.remaining != 0, state.likes.pending.isEmpty else { return [] }
      state.likes.isHeld = false
      return [.cancel(retryTimer)] + probe(&state)
    }
    let room = max(0, LikesState.atOnce - state.likes.pending.count)
    return waiting(state).prefix(room).flatMap { request(&state, $0) }
  }

  /// Shows a notice that likes wait for the network, once until the network is back.
  static func announceWait(_ state: inout AppState) -> [Effect] {
    guard !state.likes.isWaitAnnounced else { return [] }
    state.likes.isWaitAnnounced = true
    return [state.show(.likesWaitForNetwork)]
  }

  /// Puts likes on hold until the service accepts requests again.
  ///
  /// A notice is shown once.
  static func pause(_ state: inout AppState, minutes: Int?) -> [Effect] {
    guard !state.likes.isHeld, !state.likes.isUnavailable, !waiting(state).isEmpty else {
      return []
    }
    state.likes.isHeld = true
    let time = minutes.map { Duration.seconds(60 * max(1, $0)) } ?? ServiceReachability.unknownWait
    return [
      .after(retryTimer, time, .likes(.waitingRetried)),
      state.show(.likesWait(minutes: minutes)),
    ]
  }
}
