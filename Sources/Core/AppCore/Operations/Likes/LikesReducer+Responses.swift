import Model

/// Handling of the responses to likes.
extension LikesReducer {
  static func succeeded(
    _ state: inout AppState,
    _ id: Photo.ID,
    _ change: LikeChange,
    asked: Bool,
    _ answer: LikeResponse
  ) -> [Effect] {
    var change = change
    // A response without a count: the user's own like has changed it by one.
    let likes = answer.likes ?? LikeChange.count(change.confirmed, liked: answer.isLiked)
    state.count(from: change.confirmed.isLiked, to: answer.isLiked)
    change.confirmed = LikeResponse(isLiked: answer.isLiked, likes: likes)
    change.isUnsure = false
    state.likes.changes[id] = change
    if state.isReadingPhotos { state.likes.confirmed.insert(id) }
    // A response that contradicts the latest request is final; the request isn't repeated.
    if change.target != asked, change.target != answer.isLiked, !state.likes.isUnavailable {
      return show(&state, id, change) + request(&state, id)
    }
    return putBack(&state, id)
  }

  static func failed(
    _ state: inout AppState,
    _ id: Photo.ID,
    _ change: LikeChange,
    asked: Bool,
    _ problem: Problem
  ) -> [Effect] {
    if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
    if problem.cause == .notOffered { return withdraw(&state, problem) }
    guard !state.likes.isUnavailable else { return putBack(&state, id) }
    guard state.likesPolicy == .goAhead else {
      return putBack(&state, id) + reportRefusal(&state, id, liked: asked, problem)
    }
    let isUnsure = change.isUnsure || problem.cause.mayHaveArrived
    state.likes.changes[id]?.isUnsure = isUnsure
    let isBack = change.target == change.confirmed.isLiked && !isUnsure
    if problem.cause.isNoAnswer {
      return isBack
        ? putBack(&state, id) : [retryLater(state)] + announceWait(&state)
    }
    if case .reached(let minutes) = problem.cause.limit {
      return isBack
        ? putBack(&state, id) : pause(&state, minutes: minutes)
    }
    // The user has changed the target since, so this failure doesn't matter. If the service may
    // have received the request, the new target is sent even if it equals the confirmed value.
    if change.target != asked { return isBack ? putBack(&state, id) : request(&state, id) }
    return putBack(&state, id) + reportRefusal(&state, id, liked: asked, problem)
      + sendWaiting(&state)
  }

  /// Withdraws all pending likes because the service no longer offers likes.
  ///
  /// Reports this once.
  private static func withdraw(_ state: inout AppState, _ problem: Problem) -> [Effect] {
    let effects = waiting(state).flatMap { putBack(&state, $0) }
    guard !state.likes.isUnavailable else { return effects }
    state.likes.isUnavailable = true
    return effects + reportWithdrawal(&state, problem)
  }

  /// Reports a refused like: an alert if the heart waited for the service, otherwise a notice.
  static func reportRefusal(
    _ state: inout AppState,
    _ id: Photo.ID,
    liked: Bool,
    _ problem: Problem
  ) -> [Effect] {
    var effects: [Effect] = []
    switch state.likesPolicy {
    case .wait: state.alert(.problem(problem, retry: .likes(.retried([id: liked]))))
    case .goAhead:
      var refused = RefusedLikes(likes: [:], problem: problem)
      if case .likesRefused(let earlier)? = state.notice?.text { refused.likes = earlier.likes }
      refused.likes[id] = liked
      effects = [state.show(.likesRefused(refused))]
    }
    // The response to the details shows whether the photo is gone.
    return effects + (problem.cause.isGone ? state.loadDetails(of: id, again: true) : [])
  }

  /// Reports that the service no longer offers likes.
  private static func reportWithdrawal(_ state: inout AppState, _ problem: Problem) -> [Effect] {
    if state.photo?.focus == .like { state.photo?.focus = .picture }
    switch state.likesPolicy {
    case .wait:
      state.alert(.problem(problem, retry: nil))
      return []
    case .goAhead:
      // The service no longer offers likes, so earlier failures can't be retried.
      if case .likesRefused? = state.notice?.text { state.notice = nil }
      return [state.show(.unavailable(.like, .likesNotOffered))]
    }
  }
}

extension Problem.Cause {
  /// Whether the service may have executed a request that ended with this failure.
  fileprivate var mayHaveArrived: Bool {
    switch self {
    case .connectionLost, .timedOut, .transfer, .server, .unexpectedStatus, .tooLarge,
      .htmlInsteadOfData, .malformedAnswer, .unconfirmed:
      true
    default: false
    }
  }
}
