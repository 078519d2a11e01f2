import Library
import Model

package enum DetailsAction: Equatable, Sendable {
  case rested(Photo.ID)
  case loaded(Photo.ID, Result<Photo, Problem>)
  case scrolled(rows: Int)
  case retryPressed(Photo.ID)
}

package enum DetailsEffect: Equatable, Sendable {
  case load(Photo.ID)

  package var id: Effect.ID { Effect.ID(.details, "load") }
}

/// How far a photograph's details are scrolled down; drawing them takes back what is too far.
package struct DetailsScroll: Equatable, Sendable {
  package let photo: Photo.ID
  package var rows: Int

  /// More rows than any details have.
  static let limit = 1_000
}

extension AppState {
  /// The rows of the details, or of the preview's text, that are above what is seen.
  package var detailsRows: Int {
    guard let scroll = detailsScroll, scroll.photo == currentPhoto else { return 0 }
    return scroll.rows
  }

  /// Whether the details lie over the photograph in full screen, or stand in its place, so that the
  /// arrows are theirs.
  fileprivate var hasDetailsOverPhoto: Bool {
    photo != nil && slideshow == nil && photoLayout?.isPannable == false
      && (photoScreen.lowerPane != nil || describesPhoto)
  }

  /// Whether words stand in the place of the photograph in full screen.
  package var describesPhoto: Bool { photo != nil && !program.hasPictures }
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
    case .retryPressed(let id):
      return state.showsDetails && state.currentPhoto == id ? load(&state, id) : []
    case .loaded(let id, .success(let photo)):
      if state.details.loading == id { state.details.loading = nil }
      state.details.failed[id] = nil
      guard var known = state.photos[id] else { return [] }
      known.details = photo.details ?? PhotoDetails()
      known.description = photo.description ?? known.description
      // Lists of some services have numbers only.
      known.author.name = photo.author.name
      if state.offers(.collecting) { known.collections = photo.collections ?? [] }
      // The answer to a like on its way is newer than what was asked before it.
      if !state.likes.isNewer(id) {
        known.likes = photo.likes ?? known.likes
        known.isLiked = photo.isLiked
      }
      state.photos[id] = known
      return []
    case .scrolled(let rows):
      guard let id = state.currentPhoto else { return [] }
      let scrolled = max(0, min(DetailsScroll.limit, state.detailsRows + rows))
      state.detailsScroll = scrolled > 0 ? DetailsScroll(photo: id, rows: scrolled) : nil
      return []
    case .loaded(let id, .failure(let problem)):
      if state.details.loading == id { state.details.loading = nil }
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      state.details.failed[id] = problem
      return []
    }
  }

  /// The commands that scroll; of lists and full screen with the details open, and of the preview.
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .detailsUp: return .handled(reduce(&state, .scrolled(rows: -state.times)))
    case .detailsDown: return .handled(reduce(&state, .scrolled(rows: state.times)))
    case .moveUp where state.hasDetailsOverPhoto:
      return .handled(reduce(&state, .scrolled(rows: -state.times)))
    case .moveDown where state.hasDetailsOverPhoto:
      return .handled(reduce(&state, .scrolled(rows: state.times)))
    default: return .ignored
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

  /// Forgets what failed for want of a network, now that it is back: the details in sight are asked
  /// for again.
  static func goOn(_ state: inout AppState) -> [Effect] {
    state.details.failed = state.details.failed.filter { !$0.value.cause.isNoAnswer }
    return photoChanged(&state)
  }

  /// Asks once: what is known or on its way is not asked again.
  static func load(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let photo = state.photos[id], photo.details == nil, state.details.loading != id else {
      return []
    }
    state.library.readingBegins()
    state.details.loading = id
    state.details.failed[id] = nil
    return [.details(.load(id))]
  }
}
