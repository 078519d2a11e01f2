import Model

/// Likes that wait for the network or for the next hour's quota.
extension LikesReducer {
  /// The ID of the timer that retries waiting likes.
  static let retryTimer = EffectID(.likes, "retry")

  static func retryLater(_ library: Library) -> LibraryEffect {
    .after(retryTimer, library.likes.backOff, .likes(.waitingRetried))
  }

  /// Returns the photos whose change is unconfirmed and has no current request.
  static func waiting(_ library: Library) -> [Photo.ID] {
    library.likes.changes.keys.filter { library.likes.pending[$0] == nil }
      .sorted { $0.value < $1.value }
  }

  /// Restores likes that earlier runs couldn't send.
  static func restore(_ library: inout Library, _ likes: [PendingLike]) -> [LibraryEffect] {
    var effects: [LibraryEffect] = []
    for pending in likes where library.likes.changes[pending.photo.id] == nil {
      let id = pending.photo.id
      let photo = library.photos[id] ?? pending.photo
      library.photos[id] = photo
      // A photo with the requested value was stored after the change; its confirmed value was the
      // opposite.
      let likes =
        photo.isLiked == pending.isLiked
        ? photo.likes.map { $0.adding(count: pending.isLiked ? -1 : 1) } : photo.likes
      let before = LikeResponse(isLiked: !pending.isLiked, likes: likes)
      var change = LikeChange(confirmed: before, target: pending.isLiked)
      // The earlier run may have sent a request.
      change.isUnsure = true
      library.likes.changes[id] = change
      effects += show(&library, id, change)
    }
    guard library.isOffline, !waiting(library).isEmpty else { return effects + probe(&library) }
    return effects + [retryLater(library)]
  }

  /// Sends one of the waiting likes.
  ///
  /// A response to it triggers the others.
  static func probe(_ library: inout Library) -> [LibraryEffect] {
    guard let id = waiting(library).first else { return [] }
    return request(&library, id)
  }

  /// Sends waiting likes after the service has responded.
  ///
  /// If likes are on hold, sends only one, because the service may accept requests earlier than it
  /// announced.
  static func sendWaiting(_ library: inout Library) -> [LibraryEffect] {
    guard !library.likes.isUnavailable else { return [] }
    if library.likes.isHeld {
      guard library.budget?.remaining != 0, library.likes.pending.isEmpty else { return [] }
      library.likes.isHeld = false
      return [.cancel(retryTimer)] + probe(&library)
    }
    let room = max(0, LikesState.atOnce - library.likes.pending.count)
    return waiting(library).prefix(room).flatMap { request(&library, $0) }
  }

  /// Shows a notice that likes wait for the network, once until the network is back.
  static func announceWait(_ library: inout Library) -> [LibraryEffect] {
    guard !library.likes.isWaitAnnounced else { return [] }
    library.likes.isWaitAnnounced = true
    return [.event(.likesWaiting)]
  }

  /// Puts likes on hold until the service accepts requests again.
  ///
  /// A notice is shown once.
  static func pause(_ library: inout Library, minutes: Int?) -> [LibraryEffect] {
    guard !library.likes.isHeld, !library.likes.isUnavailable, !waiting(library).isEmpty else {
      return []
    }
    library.likes.isHeld = true
    let time = minutes.map { Duration.seconds(60 * max(1, $0)) } ?? LikesState.unknownHold
    return [
      .after(retryTimer, time, .likes(.waitingRetried)),
      .event(.likesHeld(minutes: minutes)),
    ]
  }
}
