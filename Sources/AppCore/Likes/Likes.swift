import Library
import Model

package enum LikesAction: Equatable, Sendable {
  case heartPressed(Photo.ID)
  /// Retry after a failure: means the like that failed, whatever the heart shows by now.
  case retried(Photo.ID, liked: Bool)
  case answered(Photo.ID, liked: Bool, Result<LikeAnswer, Problem>)
  /// An answer takes so long that the heart has to say so.
  case answerOverdue(Photo.ID)
  /// Retry of every like that the notice on the screen tells of.
  case refusedRetried
  /// It is time to try what could not be sent.
  case waitingRetried
}

package enum LikesEffect: Equatable, Sendable {
  case set(Photo.ID, liked: Bool)

  package var id: Effect.ID {
    switch self {
    case .set(let id, _): Effect.ID(.likes, "\(id.service.name) \(id.value)")
    }
  }
}

package enum LikesReducer {
  package static func reduce(_ state: inout AppState, _ action: LikesAction) -> [Effect] {
    guard !state.offers(.eagerLikes) else {
      return reduceEager(&state, action)
    }
    switch action {
    case .heartPressed(let id):
      guard let photo = state.photos[id] else { return [] }
      return set(&state, id, liked: !photo.isLiked)
    case .retried(let id, let liked):
      guard let photo = state.photos[id], photo.isLiked != liked else { return [] }
      return set(&state, id, liked: liked)
    case .answered(let id, _, _) where state.likes.pending[id] == nil:
      return []
    case .answered(let id, _, .success(let answer)):
      state.likes.pending[id] = nil
      state.photos[id]?.isLiked = answer.isLiked
      if let likes = answer.likes { state.photos[id]?.likes = likes }
      return []
    case .answered(let id, let liked, .failure(let problem)):
      state.likes.pending[id] = nil
      if problem.cause.endsSession { return [.news(.sessionRefused(problem.cause))] }
      if problem.cause == .notOffered {
        state.likes.isUnavailable = true
        state.alert(.problem(problem, retry: nil))
        return []
      }
      state.alert(.problem(problem, retry: .likes(.retried(id, liked: liked))))
      return []
    case .answerOverdue, .refusedRetried, .waitingRetried:
      return []
    }
  }

  /// The heart shows a loader until the answer is here; a second press means nothing.
  private static func set(_ state: inout AppState, _ id: Photo.ID, liked: Bool) -> [Effect] {
    guard state.likes.pending[id] == nil, state.offers(.likes) else { return [] }
    state.likes.pending[id] = liked
    return [.likes(.set(id, liked: liked))]
  }
}
