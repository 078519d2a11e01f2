import Model

/// Likes that wait for the network, or for the next hour's budget.
extension LikesReducer {
  /// The timer after which what waits is tried again.
  static let retryTimer = EffectID(.likes, "retry")

  static func retryLater(_ library: Library) -> LibraryEffect {
    .after(retryTimer, library.likes.backOff, .likes(.waitingRetried))
  }

  /// Hearts that are ahead of the service and of which no request is under way.
  static func waiting(_ library: Library) -> [Photo.ID] {
    library.likes.changes.keys.filter { library.likes.pending[$0] == nil }
      .sorted { $0.value < $1.value }
  }

  /// Takes up what an earlier start could not bring to the service.
  static func take(_ library: inout Library, _ likes: [PendingLike]) -> [LibraryEffect] {
    var effects: [LibraryEffect] = []
    for pending in likes where library.likes.changes[pending.photo.id] == nil {
      let id = pending.photo.id
      let photo = library.photos[id] ?? pending.photo
      library.photos[id] = photo
      // It was written as it is to become; before that it was the opposite.
      let likes =
        photo.isLiked == pending.isLiked
        ? photo.likes.map { $0.adding(count: pending.isLiked ? -1 : 1) } : photo.likes
      let before = LikeResponse(isLiked: !pending.isLiked, likes: likes)
      var change = LikeChange(confirmed: before, target: pending.isLiked)
      // Nobody knows how far it had come.
      change.isUnsure = true
      library.likes.changes[id] = change
      effects += show(&library, id, change)
    }
    guard library.isOffline, !waiting(library).isEmpty else { return effects + probe(&library) }
    return effects + [retryLater(library)]
  }

  /// Tries one of those that wait; its answer sends the others.
  static func probe(_ library: inout Library) -> [LibraryEffect] {
    guard let id = waiting(library).first else { return [] }
    return ask(&library, id)
  }

  /// Sends what waits, now that the service answers.
  ///
  /// What is held back is tried as well, one of all: it may accept requests sooner than it said.
  static func sendWaiting(_ library: inout Library) -> [LibraryEffect] {
    guard !library.likes.isUnavailable else { return [] }
    if library.likes.isHeld {
      guard library.budget?.remaining != 0, library.likes.pending.isEmpty else { return [] }
      library.likes.isHeld = false
      return [.cancel(retryTimer)] + probe(&library)
    }
    let room = max(0, LikesState.atOnce - library.likes.pending.count)
    return waiting(library).prefix(room).flatMap { ask(&library, $0) }
  }

  /// Tells the person that likes wait for the network, once until it is back.
  static func announceWait(_ library: inout Library) -> [LibraryEffect] {
    guard !library.likes.isWaitAnnounced else { return [] }
    library.likes.isWaitAnnounced = true
    return [.event(.likesWaiting)]
  }

  /// The budget is spent: what waits is sent when the service accepts requests again.
  ///
  /// The person has done nothing wrong, and is informed once.
  static func hold(_ library: inout Library, minutes: Int?) -> [LibraryEffect] {
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
