import Library
import Model

package enum DetailsAction: Equatable, Sendable {
  case rested(Photo.ID)
  case loaded(Photo.ID, Result<Photo, Problem>)
}

package enum DetailsEffect: Equatable, Sendable {
  case load(Photo.ID)

  package var id: Effect.ID { Effect.ID(.details, "load") }
}

package enum DetailsReducer {
  private static let timer = Effect.ID(.details, "rest")
  /// How long the selection rests on a photograph before its details are asked for: requests are
  /// counted by the hour.
  package static let rest = Duration.milliseconds(400)

  package static func reduce(_ state: inout AppState, _ action: DetailsAction) -> [Effect] {
    switch action {
    case .rested(let id):
      guard state.showsDetails, state.currentPhoto == id else { return [] }
      return load(&state, id)
    case .loaded(let id, .success(let photo)):
      if state.details.loading == id { state.details.loading = nil }
      state.details.failed[id] = nil
      guard var known = state.photos[id] else { return [] }
      known.details = photo.details ?? PhotoDetails()
      known.description = photo.description ?? known.description
      // The answer to a like on its way is newer than what was asked before it.
      if !state.likes.isNewer(id) {
        known.likes = photo.likes ?? known.likes
        known.isLiked = photo.isLiked
      }
      state.photos[id] = known
      return []
    case .loaded(let id, .failure(let problem)):
      if state.details.loading == id { state.details.loading = nil }
      if problem.cause == .unauthorized { return [.news(.sessionRefused)] }
      state.details.failed[id] = problem
      return []
    }
  }

  /// Opens or closes the pane.
  static func toggle(_ state: inout AppState) -> [Effect] {
    state.relayout { $0.showsDetails.toggle() }
    guard state.showsDetails else {
      state.details.loading = nil
      return [.cancelReads(.details)]
    }
    guard let id = state.currentPhoto else { return [] }
    return load(&state, id)
  }

  /// The photograph in question has changed: its details are asked for once the person rests.
  static func photoChanged(_ state: inout AppState) -> [Effect] {
    guard state.showsDetails, state.slideshow == nil, let id = state.currentPhoto,
      state.photos[id]?.details == nil, state.details.loading != id,
      state.details.failed[id] == nil
    else { return [] }
    return [.after(timer, rest, .details(.rested(id)))]
  }

  /// Asks once: what is known or on its way is not asked again.
  static func load(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let photo = state.photos[id], photo.details == nil, state.details.loading != id else {
      return []
    }
    state.readingBegins()
    state.details.loading = id
    state.details.failed[id] = nil
    return [.details(.load(id))]
  }
}
