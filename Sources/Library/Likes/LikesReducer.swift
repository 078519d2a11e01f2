import Model

/// Likes: presses, and the requests that follow.
///
/// Of each photograph there is one request under way at most. The rest follows from `LikesPolicy`.
enum LikesReducer {
  static func reduce(_ library: inout Library, _ action: LikesAction) -> [LibraryEffect] {
    switch action {
    case .heartPressed(let id):
      guard let photo = library.photos[id] else { return [] }
      return want(&library, id, liked: !photo.isLiked)
    case .heartsPressed(let ids): return press(&library, all: ids)
    case .retried(let likes):
      return likes.sorted { $0.key.value < $1.key.value }
        .flatMap { want(&library, $0.key, liked: $0.value) }
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
    case .restored(let likes): return take(&library, likes)
    }
  }

  /// - Parameter isSent: whether the service is asked at once, where it can be.
  private static func want(
    _ library: inout Library,
    _ id: Photo.ID,
    liked: Bool,
    isSent: Bool = true
  ) -> [LibraryEffect] {
    guard let photo = library.photos[id], library.offers(.likes) else { return [] }
    let isAsking = library.likes.pending[id] != nil
    // Its answer is awaited, or it is as it is wanted.
    if library.likesPolicy == .wait, isAsking || photo.isLiked == liked { return [] }
    let event = LibraryEffect.event(.likeRequested(id))
    if let change = library.likes.changes[id], !isAsking, !change.isUnsure,
      liked == change.confirmed.isLiked
    {
      // Back at what the service has, and it was never asked for anything else.
      return [event] + putBack(&library, id)
    }
    let known = LikeResponse(isLiked: photo.isLiked, likes: photo.likes)
    var change = library.likes.changes[id] ?? LikeChange(confirmed: known, target: liked)
    change.wanted = liked
    library.likes.changes[id] = change
    guard library.likesPolicy == .goAhead else { return [event] + ask(&library, id) }
    let heart = show(&library, id, change)
    let shown = [event] + note(library, id, liked) + heart
    if isAsking || library.likes.isHeld || !isSent { return shown }
    if library.isOffline {
      library.likes.backOff = LikesState.shortestBackOff
      return shown + [retryLater(library)] + announceWait(&library)
    }
    return shown + ask(&library, id)
  }

  /// Likes all of several photographs; where all are liked already, unlikes them.
  ///
  /// Hearts change at once. The service is asked about a few at a time, and about the next ones
  /// with each answer, so that many hearts are no burst and stop where the hour's budget does.
  private static func press(_ library: inout Library, all ids: [Photo.ID]) -> [LibraryEffect] {
    guard library.offers(.likes), library.likesPolicy == .goAhead else { return [] }
    let unliked = ids.filter { library.photos[$0]?.isLiked == false }
    let isLiking = !unliked.isEmpty
    let changed = isLiking ? unliked : ids.filter { library.photos[$0] != nil }
    let wanted = changed.flatMap { want(&library, $0, liked: isLiking, isSent: false) }
    let done = LibraryEffect.event(.likesRequested(changed.count, liked: isLiking))
    if library.isOffline {
      library.likes.backOff = LikesState.shortestBackOff
      return wanted + [retryLater(library), done] + announceWait(&library)
    }
    let sent = library.likes.isHeld ? [] : sendWaiting(&library)
    return wanted + sent + [done]
  }

  /// Requests the wanted state.
  static func ask(_ library: inout Library, _ id: Photo.ID) -> [LibraryEffect] {
    guard let wanted = library.likes.changes[id]?.wanted else { return [] }
    library.likes.pending[id] = wanted
    return [.likes(.set(id, liked: wanted))]
  }

  static func show(
    _ library: inout Library,
    _ id: Photo.ID,
    _ change: LikeChange
  ) -> [LibraryEffect] {
    library.photos[id]?.isLiked = change.wanted
    library.photos[id]?.likes = LikeChange.count(change.confirmed, liked: change.wanted)
    return [.event(.heartChanged(id))]
  }

  /// Writes down what a photograph's like is to become, with the heart as it is shown by now.
  private static func note(
    _ library: Library,
    _ id: Photo.ID,
    _ liked: Bool?
  ) -> [LibraryEffect] {
    library.photos[id].map { [.cache(.writeLike($0, liked))] } ?? []
  }

  /// Shows what the service said last; nothing is on its way any more.
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
  package var likesPolicy: LikesPolicy { offers(.eagerLikes) ? .goAhead : .wait }

  /// Whether a heart shows that the service is being asked.
  package func showsPendingLike(of id: Photo.ID) -> Bool {
    likesPolicy == .wait && likes.pending[id] != nil
  }

  /// What runs for likes, timers included.
  package var likesEffects: [EffectID] {
    let requests = likes.pending.map { LikesEffect.set($0.key, liked: $0.value).id }
    guard likesPolicy == .goAhead else { return requests }
    return requests + [LikesReducer.retryTimer]
  }

  /// A list or the details are on their way, and may bring hearts as they were before.
  var isReadingPhotos: Bool {
    details.loading != nil || lists.contains { $0.load == .loading }
  }

  /// A list or details are asked for now: their answer knows what was confirmed before.
  package mutating func readingBegins() {
    if !isReadingPhotos { likes.confirmed = [] }
  }
}
