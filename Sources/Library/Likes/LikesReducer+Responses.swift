import Model

/// Handling of the responses to likes.
extension LikesReducer {
  static func succeeded(
    _ library: inout Library,
    _ id: Photo.ID,
    _ change: LikeChange,
    asked: Bool,
    _ answer: LikeResponse
  ) -> [LibraryEffect] {
    var change = change
    // A response without a count: the user's own like has changed it by one.
    let likes = answer.likes ?? LikeChange.count(change.confirmed, liked: answer.isLiked)
    library.count(from: change.confirmed.isLiked, to: answer.isLiked)
    change.confirmed = LikeResponse(isLiked: answer.isLiked, likes: likes)
    change.isUnsure = false
    library.likes.changes[id] = change
    if library.isReadingPhotos { library.likes.confirmed.insert(id) }
    // A response that contradicts the latest request is final; the request isn't repeated.
    if change.target != asked, change.target != answer.isLiked, !library.likes.isUnavailable {
      return show(&library, id, change) + request(&library, id)
    }
    return putBack(&library, id)
  }

  static func failed(
    _ library: inout Library,
    _ id: Photo.ID,
    _ change: LikeChange,
    asked: Bool,
    _ problem: Problem
  ) -> [LibraryEffect] {
    if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
    if problem.cause == .notOffered { return withdraw(&library, problem) }
    guard !library.likes.isUnavailable else { return putBack(&library, id) }
    let refused = LibraryEffect.event(.likeRefused(id, liked: asked, problem))
    guard library.likesPolicy == .goAhead else { return putBack(&library, id) + [refused] }
    let isUnsure = change.isUnsure || problem.cause.mayHaveArrived
    library.likes.changes[id]?.isUnsure = isUnsure
    let isBack = change.target == change.confirmed.isLiked && !isUnsure
    if problem.cause.isNoAnswer {
      return isBack
        ? putBack(&library, id) : [retryLater(library)] + announceWait(&library)
    }
    if case .reached(let minutes) = problem.cause.limit {
      return isBack
        ? putBack(&library, id) : pause(&library, minutes: minutes)
    }
    // The user has changed the target since, so this failure doesn't matter. If the service may
    // have received the request, the new target is sent even if it equals the confirmed value.
    if change.target != asked { return isBack ? putBack(&library, id) : request(&library, id) }
    return putBack(&library, id) + [refused] + sendWaiting(&library)
  }

  /// Withdraws all pending likes because the service no longer offers likes.
  ///
  /// Reports this once.
  private static func withdraw(_ library: inout Library, _ problem: Problem) -> [LibraryEffect] {
    let effects = waiting(library).flatMap { putBack(&library, $0) }
    guard !library.likes.isUnavailable else { return effects }
    library.likes.isUnavailable = true
    return effects + [.event(.likesWithdrawn(problem))]
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
