import Model

/// The reducer that likes and unlikes photos.
///
/// Each photo has at most one request at a time. `LikesPolicy` determines whether hearts change
/// before or after the response.
package enum LikesReducer {
  static func reduce(_ library: inout Library, _ action: LikesAction) -> [LibraryEffect] {
    switch action {
    case .heartPressed(let id): return press(&library, id)
    case .heartsPressed(let ids): return press(&library, all: ids)
    case .retried(let likes):
      return likes.sorted { $0.key.value < $1.key.value }
        .flatMap { setTarget(&library, $0.key, liked: $0.value) }
    case .answered(let id, let liked, let result):
      guard let change = library.likes.changes[id], library.likes.pending[id] == liked else {
        return []
      }
      library.likes.pending[id] = nil
      switch result {
      case .success(let answer): return succeeded(&library, id, change, asked: liked, answer)
      case .failure(let problem): return failed(&library, id, change, asked: liked, problem)
      }
    case .waitingRetried:
      library.likes.isHeld = false
      library.likes.backOff = min(library.likes.backOff * 2, LikesState.longestBackOff)
      return probe(&library)
    case .restored(let likes): return restore(&library, likes)
    }
  }

  /// Likes or unlikes a photo.
  package static func press(_ library: inout Library, _ id: Photo.ID) -> [LibraryEffect] {
    guard let photo = library.photos[id] else { return [] }
    guard library.serves(id) else { return [.event(.likesImpossible)] }
    return setTarget(&library, id, liked: !photo.isLiked)
  }

  /// Sets the target value of a like, and requests it if possible.
  ///
  /// - Parameter isSent: whether to send the request now; otherwise the like waits.
  private static func setTarget(
    _ library: inout Library,
    _ id: Photo.ID,
    liked: Bool,
    isSent: Bool = true
  ) -> [LibraryEffect] {
    guard let photo = library.photos[id], library.offers(.likes) else { return [] }
    let isAsking = library.likes.pending[id] != nil
    // A response is pending, or the photo already has this value.
    if library.likesPolicy == .wait, isAsking || photo.isLiked == liked { return [] }
    let event = LibraryEffect.event(.likeRequested(id))
    if let change = library.likes.changes[id], !isAsking, !change.isUnsure,
      liked == change.confirmed.isLiked
    {
      // The target equals the confirmed value, and no other value was requested.
      return [event] + putBack(&library, id)
    }
    let known = LikeResponse(isLiked: photo.isLiked, likes: photo.likes)
    var change = library.likes.changes[id] ?? LikeChange(confirmed: known, target: liked)
    change.target = liked
    library.likes.changes[id] = change
    guard library.likesPolicy == .goAhead else { return [event] + request(&library, id) }
    let heart = show(&library, id, change)
    let shown = [event] + note(library, id, liked) + heart
    if isAsking || library.likes.isHeld || !isSent { return shown }
    if library.isOffline {
      library.likes.backOff = LikesState.shortestBackOff
      return shown + [retryLater(library)] + announceWait(&library)
    }
    return shown + request(&library, id)
  }

  /// Likes several photos; if each is liked already, unlikes them.
  ///
  /// Hearts change immediately. Only a few requests run at a time, and each response triggers the
  /// next. This avoids bursts, and stops at the rate limit.
  package static func press(_ library: inout Library, all ids: [Photo.ID]) -> [LibraryEffect] {
    guard library.offers(.likes), library.likesPolicy == .goAhead else { return [] }
    let ids = ids.filter { library.photos[$0] != nil && library.serves($0) }
    guard !ids.isEmpty else { return [.event(.likesImpossible)] }
    let unliked = ids.filter { library.photos[$0]?.isLiked == false }
    let isLiking = !unliked.isEmpty
    let changed = isLiking ? unliked : ids
    let wanted = changed.flatMap { setTarget(&library, $0, liked: isLiking, isSent: false) }
    let done = LibraryEffect.event(.likesRequested(changed.count, liked: isLiking))
    if library.isOffline {
      library.likes.backOff = LikesState.shortestBackOff
      return wanted + [retryLater(library), done] + announceWait(&library)
    }
    let sent = library.likes.isHeld ? [] : sendWaiting(&library)
    return wanted + sent + [done]
  }

  /// Requests the target value from the service.
  static func request(_ library: inout Library, _ id: Photo.ID) -> [LibraryEffect] {
    guard let wanted = library.likes.changes[id]?.target else { return [] }
    library.likes.pending[id] = wanted
    return [.likes(.set(id, liked: wanted))]
  }

  /// Displays the target value of a like before the service has confirmed it.
  static func show(
    _ library: inout Library,
    _ id: Photo.ID,
    _ change: LikeChange
  ) -> [LibraryEffect] {
    library.photos[id]?.isLiked = change.target
    library.photos[id]?.likes = LikeChange.count(change.confirmed, liked: change.target)
    return [.event(.heartChanged(id))]
  }

  /// Stores a pending like in the database, with the photo as displayed now; `nil` removes it.
  private static func note(
    _ library: Library,
    _ id: Photo.ID,
    _ liked: Bool?
  ) -> [LibraryEffect] {
    library.photos[id].map { [.cache(.writeLike($0, liked))] } ?? []
  }

  /// Restores the confirmed value of a like and removes the pending change.
  static func putBack(_ library: inout Library, _ id: Photo.ID) -> [LibraryEffect] {
    guard let change = library.likes.changes.removeValue(forKey: id) else { return [] }
    library.photos[id]?.isLiked = change.confirmed.isLiked
    library.photos[id]?.likes = change.confirmed.likes
    let ended: [LibraryEffect] =
      library.likesPolicy == .goAhead ? note(library, id, nil) : []
    return ended + [.event(.heartChanged(id))]
  }
}

extension Library {
  /// The policy for the current edition and service.
  package var likesPolicy: LikesPolicy { offers(.eagerLikes) ? .goAhead : .wait }

  /// Whether the heart shows that a request is running.
  package func showsPendingLike(of id: Photo.ID) -> Bool {
    likesPolicy == .wait && likes.pending[id] != nil
  }

  /// The IDs of the effects of likes that may be running, including the retry timer.
  package var likesEffects: [EffectID] {
    let requests = likes.pending.map { LikesEffect.set($0.key, liked: $0.value).id }
    guard likesPolicy == .goAhead else { return requests }
    return requests + [LikesReducer.retryTimer]
  }

  /// Whether a list or details are being loaded, whose response may contain old likes and old
  /// collections.
  var isReadingPhotos: Bool {
    details.loading != nil || lists.contains { $0.load == .loading }
  }

  /// Forgets confirmed likes and confirmed changes to collections before a list or details are
  /// requested.
  ///
  /// The new response already contains them. Does nothing while another such request is running,
  /// because its response may be older.
  package mutating func readingBegins() {
    guard !isReadingPhotos else { return }
    likes.confirmed = []
    collectionEdit.confirmed = []
  }
}
