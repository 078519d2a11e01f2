import Model

/// The reducer that likes and unlikes photos.
///
/// Each photo has at most one request at a time. `LikesPolicy` determines whether hearts change
/// before or after the response. Likes of a service without accounts are written on this computer,
/// without a request.
package enum LikesReducer {
  static func reduce(_ state: inout AppState, _ action: LikesAction) -> [Effect] {
    switch action {
    case .heartPressed(let id): return state.like(id)
    case .retried(let likes):
      return likes.sorted { $0.key.value < $1.key.value }
        .flatMap { setTarget(&state, $0.key, liked: $0.value) }
    case .answered(let id, let liked, let result):
      guard let change = state.likes.changes[id], state.likes.pending[id] == liked else {
        return []
      }
      state.likes.pending[id] = nil
      switch result {
      case .success(let answer): return succeeded(&state, id, change, asked: liked, answer)
      case .failure(let problem): return failed(&state, id, change, asked: liked, problem)
      }
    case .waitingRetried:
      state.likes.isHeld = false
      state.likes.backOff = min(state.likes.backOff * 2, LikesState.longestBackOff)
      return probe(&state)
    case .restored(let likes): return restore(&state, likes)
    case .notKept(let id, let liked, let problem):
      return setHeart(&state, id, !liked) + reportRefusal(&state, id, liked: liked, problem)
    }
  }

  /// Sets the target value of a like, and requests it if possible.
  ///
  /// - Parameter isSent: whether to send the request now; otherwise the like waits.
  static func setTarget(
    _ state: inout AppState,
    _ id: Photo.ID,
    liked: Bool,
    isSent: Bool = true
  ) -> [Effect] {
    guard let photo = state.photos[id], state.offers(.likes) else { return [] }
    guard !state.likesAreLocal else {
      state.dropRefusal(of: id)
      let heart = setHeart(&state, id, liked)
      guard !heart.isEmpty, let photo = state.photos[id] else { return [] }
      return heart + [.likes(.keep(photo, liked: liked))]
    }
    let isAsking = state.likes.pending[id] != nil
    // A response is pending, or the photo already has this value.
    if state.likesPolicy == .wait, isAsking || photo.isLiked == liked { return [] }
    state.dropRefusal(of: id)
    if let change = state.likes.changes[id], !isAsking, !change.isUnsure,
      liked == change.confirmed.isLiked
    {
      // The target equals the confirmed value, and no other value was requested.
      return putBack(&state, id)
    }
    let known = LikeResponse(isLiked: photo.isLiked, likes: photo.likes)
    var change = state.likes.changes[id] ?? LikeChange(confirmed: known, target: liked)
    change.target = liked
    state.likes.changes[id] = change
    guard state.likesPolicy == .goAhead else { return request(&state, id) }
    let heart = show(&state, id, change)
    let shown = note(state, id, liked) + heart
    if isAsking || state.likes.isHeld || !isSent { return shown }
    if state.isOffline {
      state.likes.backOff = LikesState.shortestBackOff
      return shown + [retryLater(state)] + announceWait(&state)
    }
    return shown + request(&state, id)
  }

  /// Shows a like that is written on this computer; returns nothing if the photo has it already.
  private static func setHeart(_ state: inout AppState, _ id: Photo.ID, _ isLiked: Bool) -> [Effect]
  {
    guard let old = state.photos[id]?.isLiked, old != isLiked else { return [] }
    state.photos[id]?.isLiked = isLiked
    state.likes.own[id] = isLiked
    return [.event(.heartChanged(id))]
  }

  /// Requests the target value from the service.
  static func request(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let wanted = state.likes.changes[id]?.target else { return [] }
    state.likes.pending[id] = wanted
    return [.likes(.set(id, liked: wanted))]
  }

  /// Displays the target value of a like before the service has confirmed it.
  static func show(
    _ state: inout AppState,
    _ id: Photo.ID,
    _ change: LikeChange
  ) -> [Effect] {
    state.photos[id]?.isLiked = change.target
    state.photos[id]?.likes = LikeChange.count(change.confirmed, liked: change.target)
    return [.event(.heartChanged(id))]
  }

  /// Stores a pending like in the database, with the photo as displayed now; `nil` removes it.
  private static func note(
    _ state: AppState,
    _ id: Photo.ID,
    _ liked: Bool?
  ) -> [Effect] {
    state.photos[id].map { [.cache(.writeLike($0, liked))] } ?? []
  }

  /// Restores the confirmed value of a like and removes the pending change.
  static func putBack(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let change = state.likes.changes.removeValue(forKey: id) else { return [] }
    state.photos[id]?.isLiked = change.confirmed.isLiked
    state.photos[id]?.likes = change.confirmed.likes
    let ended: [Effect] =
      state.likesPolicy == .goAhead ? note(state, id, nil) : []
    return ended + [.event(.heartChanged(id))]
  }
}

extension AppState {
  /// Likes or unlikes a photo.
  mutating func like(_ id: Photo.ID) -> [Effect] {
    guard let photo = photos[id] else { return [] }
    guard serves(id) else { return [show(.unavailable(.like, .otherService))] }
    return LikesReducer.setTarget(&self, id, liked: !photo.isLiked)
  }

  /// Likes several photos; if each is liked already, unlikes them.
  ///
  /// Hearts change immediately. Only a few requests run at a time, and each response triggers the
  /// next. This avoids bursts, and stops at the rate limit.
  package mutating func like(_ ids: [Photo.ID]) -> [Effect] {
    guard offers(.likes), likesPolicy == .goAhead || likesAreLocal else { return [] }
    let ids = ids.filter { photos[$0] != nil && serves($0) }
    guard !ids.isEmpty else { return [show(.unavailable(.like, .otherService))] }
    let unliked = ids.filter { photos[$0]?.isLiked == false }
    let isLiking = !unliked.isEmpty
    let changed = isLiking ? unliked : ids
    let wanted = changed.flatMap {
      LikesReducer.setTarget(&self, $0, liked: isLiking, isSent: false)
    }
    let done = show(.likedPhotos(changed.count, isLiking))
    if isOffline, !likesAreLocal {
      likes.backOff = LikesState.shortestBackOff
      return wanted + [LikesReducer.retryLater(self), done] + LikesReducer.announceWait(&self)
    }
    return wanted + (likes.isHeld ? [] : LikesReducer.sendWaiting(&self)) + [done]
  }

  /// The policy for the current edition and service.
  package var likesPolicy: LikesPolicy { offers(.eagerLikes) ? .goAhead : .wait }

  /// Whether likes are written on this computer, because the service has no accounts.
  package var likesAreLocal: Bool { !launch.service.hasAccounts }

  /// Whether the heart shows that a request is running.
  package func showsPendingLike(of id: Photo.ID) -> Bool {
    likesPolicy == .wait && likes.pending[id] != nil
  }

  /// The IDs of the effects of likes that may be running, including the retry timer.
  package var likesEffects: [Effect.ID] {
    let requests = likes.pending.map { LikesEffect.set($0.key, liked: $0.value).id }
    guard likesPolicy == .goAhead else { return requests }
    return requests + [LikesReducer.retryTimer]
  }

  /// Updates the service's counts after it has accepted a like or an unlike.
  mutating func count(from old: Bool, to new: Bool) {
    guard old != new else { return }
    let step = new ? 1 : -1
    lists[.favourites].total = lists[.favourites].total?.adding(count: step)
    let likes = profile.person?.totalLikes
    profile.person?.totalLikes = likes?.adding(count: step)
  }
}
