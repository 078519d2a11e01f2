import Model

/// What becomes of likes once the service has answered, or has not.
extension LikesReducer {
  static func succeeded(
    _ library: inout Library,
    _ id: Photo.ID,
    _ change: LikeChange,
    asked: Bool,
    _ answer: LikeResponse
  ) -> [LibraryEffect] {
    var change = change
    // An answer without a count has still moved it by this one.
    let likes = answer.likes ?? LikeChange.count(change.confirmed, liked: answer.isLiked)
    let event = LibraryEffect.event(
      .likeConfirmed(from: change.confirmed.isLiked, to: answer.isLiked)
    )
    change.confirmed = LikeResponse(isLiked: answer.isLiked, likes: likes)
    change.isUnsure = false
    library.likes.changes[id] = change
    if library.isReadingPhotos { library.likes.confirmed.insert(id) }
    // What was asked for last and answered otherwise is the service's last word, not one to be
    // argued with.
    if change.wanted != asked, change.wanted != answer.isLiked, !library.likes.isUnavailable {
      return [event] + show(&library, id, change) + ask(&library, id)
    }
    return [event] + putBack(&library, id)
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
    let isBack = change.wanted == change.confirmed.isLiked && !isUnsure
    if problem.cause.isNoAnswer {
      return isBack
        ? putBack(&library, id) : [retryLater(library)] + announceWait(&library)
    }
    if case .reached(let minutes) = problem.cause.limit {
      return isBack
        ? putBack(&library, id) : hold(&library, minutes: minutes)
    }
    // Wanted otherwise by now: what failed does not matter. It may have reached the service all the
    // same, so being back at what was confirmed is not enough to be sure of it.
    if change.wanted != asked { return isBack ? putBack(&library, id) : ask(&library, id) }
    return putBack(&library, id) + [refused] + sendWaiting(&library)
  }

  /// The service no longer offers likes: reported once, whatever else is on its way or waits.
  private static func withdraw(_ library: inout Library, _ problem: Problem) -> [LibraryEffect] {
    let effects = waiting(library).flatMap { putBack(&library, $0) }
    guard !library.likes.isUnavailable else { return effects }
    library.likes.isUnavailable = true
    return effects + [.event(.likesWithdrawn(problem))]
  }
}

extension Problem.Cause {
  /// Whether a request that ended like this may have been carried out by the service.
  fileprivate var mayHaveArrived: Bool {
    switch self {
    case .connectionLost, .timedOut, .transfer, .server, .unexpectedStatus, .tooLarge,
      .htmlInsteadOfData, .malformedAnswer, .unconfirmed:
      true
    default: false
    }
  }
}
