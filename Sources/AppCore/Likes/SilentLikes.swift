import Library
import Model

/// The extended edition's likes: the heart changes at once, and the service follows.
///
/// Of each photograph there is one request under way at most. What is pressed meanwhile only changes
/// what is wanted; once the answer is here, one more request makes up the difference, if any.
///
/// A heart that is ahead of the service without a request under way waits: for the network, or for
/// the next hour's budget. It is kept in the database as long as it is ahead.
extension LikesReducer {
  static func reduceEager(_ state: inout AppState, _ action: LikesAction) -> [Effect] {
    switch action {
    case .heartPressed(let id):
      guard let photo = state.photos[id] else { return [] }
      return want(&state, id, liked: !photo.isLiked)
    case .retried(let id, let liked):
      return want(&state, id, liked: liked)
    case .refusedRetried:
      guard case .likesRefused(let refused)? = state.notice?.text else { return [] }
      let likes = refused.likes.sorted { $0.key.value < $1.key.value }
      state.notice = nil
      return likes.flatMap { want(&state, $0.key, liked: $0.value) }
    case .answerOverdue(let id):
      guard state.likes.pending[id] != nil else { return [] }
      state.likes.silent[id]?.isOverdue = true
      return []
    case .answered(let id, let liked, let result):
      guard let like = state.likes.silent[id], state.likes.pending[id] == liked else { return [] }
      state.likes.pending[id] = nil
      switch result {
      case .success(let answer): return succeeded(&state, id, like, asked: liked, answer)
      case .failure(let problem): return failed(&state, id, like, asked: liked, problem)
      }
    case .waitingRetried:
      state.likes.isHeld = false
      state.likes.backOff = min(state.likes.backOff * 2, LikesState.longestBackOff)
      return probe(&state)
    }
  }

  /// The timer after which a heart shows that it waits.
  static func timer(_ id: Photo.ID) -> Effect.ID {
    Effect.ID(.likes, "overdue \(id.service.name) \(id.value)")
  }

  /// The timer after which what waits is tried again.
  static let retryTimer = Effect.ID(.likes, "retry")

  /// - Parameter isSent: whether the service is asked at once, where it can be.
  private static func want(
    _ state: inout AppState,
    _ id: Photo.ID,
    liked: Bool,
    isSent: Bool = true
  ) -> [Effect] {
    guard let photo = state.photos[id], state.offers(.likes) else { return [] }
    state.dropRefusal(of: id)
    let isAsking = state.likes.pending[id] != nil
    if let like = state.likes.silent[id], !isAsking, !like.isUnsure, liked == like.confirmed.isLiked
    {
      // Back at what the service has, and it was never asked for anything else.
      return putBack(&state, id)
    }
    let known = LikeAnswer(isLiked: photo.isLiked, likes: photo.likes)
    var like = state.likes.silent[id] ?? SilentLike(confirmed: known, wanted: liked)
    like.wanted = liked
    state.likes.silent[id] = like
    let kept = [.kept(.keepLike(id, liked))] + show(&state, id, like)
    if isAsking || state.likes.isHeld || !isSent { return kept }
    if state.isOffline {
      state.likes.backOff = LikesState.shortestBackOff
      return kept + [retryLater(state)]
    }
    return kept + ask(&state, id)
  }

  /// Likes all of several photographs; where all are liked already, unlikes them.
  ///
  /// Hearts change at once. The service is asked about a few at a time, and about the next ones with
  /// each answer, so that many hearts are no burst and stop where the hour's budget does.
  static func press(_ state: inout AppState, all ids: [Photo.ID]) -> [Effect] {
    guard state.offers([.likes, .eagerLikes]) else { return [] }
    let unliked = ids.filter { state.photos[$0]?.isLiked == false }
    let isLiking = !unliked.isEmpty
    let changed = isLiking ? unliked : ids.filter { state.photos[$0] != nil }
    let wanted = changed.flatMap { want(&state, $0, liked: isLiking, isSent: false) }
    var sent: [Effect] = []
    if state.isOffline {
      state.likes.backOff = LikesState.shortestBackOff
      sent = [retryLater(state)]
    } else if !state.likes.isHeld {
      sent = sendWaiting(&state)
    }
    return wanted + sent + [state.show(.likedPhotos(changed.count, isLiking))]
  }

  /// Sends what is wanted; the heart may keep silent about it anew.
  private static func ask(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let wanted = state.likes.silent[id]?.wanted else { return [] }
    state.likes.pending[id] = wanted
    state.likes.silent[id]?.isOverdue = false
    return [
      .likes(.set(id, liked: wanted)),
      .after(timer(id), SilentLike.patience, .likes(.answerOverdue(id))),
    ]
  }

  // MARK: Waiting

  /// Takes up what an earlier start could not bring to the service.
  static func take(_ state: inout AppState, _ likes: [PendingLike]) -> [Effect] {
    var effects: [Effect] = []
    for kept in likes where state.likes.silent[kept.photo.id] == nil {
      let id = kept.photo.id
      let photo = state.photos[id] ?? kept.photo
      state.photos[id] = photo
      // It was kept as it is to become; before that it was the opposite.
      let likes =
        photo.isLiked == kept.isLiked
        ? photo.likes.map { $0.adding(count: kept.isLiked ? -1 : 1) } : photo.likes
      let before = LikeAnswer(isLiked: !kept.isLiked, likes: likes)
      var like = SilentLike(confirmed: before, wanted: kept.isLiked)
      // Nobody knows how far it had come.
      like.isUnsure = true
      state.likes.silent[id] = like
      effects += show(&state, id, like)
    }
    guard state.isOffline, !waiting(state).isEmpty else { return effects + probe(&state) }
    return effects + [retryLater(state)]
  }

  /// Tries one of those that wait; its answer sends the others.
  private static func probe(_ state: inout AppState) -> [Effect] {
    guard let id = waiting(state).first else { return [] }
    return ask(&state, id)
  }

  /// Sends what waits, now that the service answers.
  ///
  /// What is held back is tried as well, one of all: it may accept requests sooner than it told.
  static func sendWaiting(_ state: inout AppState) -> [Effect] {
    guard !state.likes.isUnavailable else { return [] }
    if state.likes.isHeld {
      guard state.budget?.remaining != 0, state.likes.pending.isEmpty else { return [] }
      state.likes.isHeld = false
      return [.cancel(retryTimer)] + probe(&state)
    }
    let room = max(0, LikesState.atOnce - state.likes.pending.count)
    return waiting(state).prefix(room).flatMap { ask(&state, $0) }
  }

  /// Hearts that are ahead of the service and of which no request is under way.
  private static func waiting(_ state: AppState) -> [Photo.ID] {
    state.likes.silent.keys.filter { state.likes.pending[$0] == nil }
      .sorted { $0.value < $1.value }
  }

  private static func retryLater(_ state: AppState) -> Effect {
    .after(retryTimer, state.likes.backOff, .likes(.waitingRetried))
  }

  // MARK: Answers

  private static func succeeded(
    _ state: inout AppState,
    _ id: Photo.ID,
    _ like: SilentLike,
    asked: Bool,
    _ answer: LikeAnswer
  ) -> [Effect] {
    var like = like
    // An answer without a count has still moved it by this one.
    let likes = answer.likes ?? SilentLike.count(like.confirmed, liked: answer.isLiked)
    let news = Effect.news(.likeConfirmed(from: like.confirmed.isLiked, to: answer.isLiked))
    like.confirmed = LikeAnswer(isLiked: answer.isLiked, likes: likes)
    like.isUnsure = false
    state.likes.silent[id] = like
    if state.isReadingPhotos { state.likes.confirmed.insert(id) }
    // What was asked for last and answered otherwise is the service's last word, not one to be
    // argued with.
    if like.wanted != asked, like.wanted != answer.isLiked, !state.likes.isUnavailable {
      return [news] + show(&state, id, like) + ask(&state, id)
    }
    return [news] + putBack(&state, id)
  }

  private static func failed(
    _ state: inout AppState,
    _ id: Photo.ID,
    _ like: SilentLike,
    asked: Bool,
    _ problem: Problem
  ) -> [Effect] {
    if problem.cause.endsSession { return [.news(.sessionRefused(problem.cause))] }
    if problem.cause == .notOffered { return lost(&state) }
    guard !state.likes.isUnavailable else { return putBack(&state, id) }
    let isUnsure = like.isUnsure || problem.cause.mayHaveArrived
    state.likes.silent[id]?.isUnsure = isUnsure
    let isBack = like.wanted == like.confirmed.isLiked && !isUnsure
    if problem.cause.isNoAnswer {
      return isBack ? putBack(&state, id) : wait(&state, id) + [retryLater(state)]
    }
    if case .rateLimited(let minutes) = problem.cause {
      return isBack ? putBack(&state, id) : hold(&state, id, minutes: minutes)
    }
    // Wanted otherwise by now: what failed does not matter. It may have reached the service all the
    // same, so being back at what was confirmed is not enough to be sure of it.
    if like.wanted != asked { return isBack ? putBack(&state, id) : ask(&state, id) }
    let effects = putBack(&state, id)
    var refused = RefusedLikes(likes: [:], problem: problem)
    if case .likesRefused(let earlier)? = state.notice?.text { refused.likes = earlier.likes }
    refused.likes[id] = asked
    return effects + [state.show(.likesRefused(refused))] + sendWaiting(&state)
  }

  /// Leaves a heart as it is wanted, to be sent later; it does not show that it waits.
  private static func wait(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    state.likes.silent[id]?.isOverdue = false
    return [.cancel(timer(id))]
  }

  /// The budget is spent: the heart stays, and is sent when the service accepts requests again.
  ///
  /// The person has done nothing wrong; when it will be sent is said once.
  private static func hold(
    _ state: inout AppState,
    _ id: Photo.ID,
    minutes: Int?
  ) -> [Effect] {
    wait(&state, id) + hold(&state, minutes: minutes)
  }

  /// Keeps back what waits until the service accepts requests again.
  static func hold(_ state: inout AppState, minutes: Int?) -> [Effect] {
    guard !state.likes.isHeld, !state.likes.isUnavailable, !waiting(state).isEmpty else {
      return []
    }
    state.likes.isHeld = true
    let time = minutes.map { Duration.seconds(60 * max(1, $0)) } ?? LikesState.unknownHold
    return [
      .after(retryTimer, time, .likes(.waitingRetried)),
      state.show(.likesWait(minutes: minutes)),
    ]
  }

  /// The service has no likes any more: that is said once, whatever else was on its way or waits.
  private static func lost(_ state: inout AppState) -> [Effect] {
    let effects = waiting(state).flatMap { putBack(&state, $0) }
    guard !state.likes.isUnavailable else { return effects }
    state.likes.isUnavailable = true
    if state.photo?.focus == .like { state.photo?.focus = .picture }
    // Nothing that failed before can be tried again.
    if case .likesRefused? = state.notice?.text { state.notice = nil }
    return effects + [state.show(.unavailable(.like, .likesNotOffered))]
  }

  /// Shows what the service said last; nothing is on its way any more.
  private static func putBack(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let like = state.likes.silent.removeValue(forKey: id) else { return [] }
    state.photos[id]?.isLiked = like.confirmed.isLiked
    state.photos[id]?.likes = like.confirmed.likes
    return [.cancel(timer(id)), .kept(.keepLike(id, nil)), .news(.heartChanged(id))]
  }

  private static func show(_ state: inout AppState, _ id: Photo.ID, _ like: SilentLike) -> [Effect]
  {
    state.photos[id]?.isLiked = like.wanted
    state.photos[id]?.likes = SilentLike.count(like.confirmed, liked: like.wanted)
    return [.news(.heartChanged(id))]
  }
}

extension AppState {
  /// Whether the full-screen view has a heart.
  package var hasPhotoHeart: Bool { offers(.likesInFullScreen) }

  /// A list or the details are on their way, told by the service at a time nobody knows.
  var isReadingPhotos: Bool {
    details.loading != nil || library.lists.contains { $0.load == .loading }
  }

  /// To be called before a list or details are asked for: what was confirmed before that, their
  /// answer knows.
  mutating func readingBegins() {
    if !isReadingPhotos { likes.confirmed = [] }
  }

  /// A heart pressed again, or tried again, is no longer what a notice has to tell.
  fileprivate mutating func dropRefusal(of id: Photo.ID) {
    guard let notice, case .likesRefused(var refused) = notice.text, refused.likes[id] != nil else {
      return
    }
    refused.likes[id] = nil
    self.notice =
      refused.likes.isEmpty ? nil : Notice(number: notice.number, text: .likesRefused(refused))
  }
}

extension Problem.Cause {
  /// Whether a request that ended like this may have been carried out by the service.
  fileprivate var mayHaveArrived: Bool {
    switch self {
    case .connectionLost, .timedOut, .transfer, .server, .unexpectedStatus, .tooLarge,
      .htmlInsteadOfData, .malformedAnswer:
      true
    default: false
    }
  }
}
