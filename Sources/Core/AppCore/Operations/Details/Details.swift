import Canvas
import Model

/// The state of requests for the details of photos.
package struct DetailsState: Equatable, Sendable {
  package var loading: Photo.ID?
  package var failed: [Photo.ID: Problem] = [:]
  /// The main colours of the photos whose pictures were decoded, the one with the largest area
  /// first.
  package var colors: [Photo.ID: [MainColor]] = [:]
}

package enum DetailsAction: Equatable, Sendable {
  /// The photo has been selected for `AppState.detailsDelay`.
  case delayPassed(Photo.ID)
  case loaded(Photo.ID, Result<Photo, Problem>)
  case scrolled(rows: Int)
  case retryPressed(Photo.ID)
  /// A main colour of the current photo was pressed.
  case colorPressed(MainColor)
}

package enum DetailsEffect: Equatable, Sendable {
  case load(Photo.ID)

  package var id: Effect.ID { Effect.ID(.details, "load") }
}

/// The scroll position of a photo's details.
///
/// After drawing, the loop subtracts the rows beyond the end.
package struct DetailsScroll: Equatable, Sendable {
  package let photo: Photo.ID
  package var rows: Int

  /// The maximum scroll position, more than any details have rows.
  static let maxRow = 1_000
}

extension AppState {
  /// The number of rows of the details above the visible part.
  package var detailsRows: Int {
    guard let scroll = detailsScroll, scroll.photo == currentPhoto else { return 0 }
    return scroll.rows
  }

  /// Whether the details are below the photo in full screen or replace it, so that the arrow keys
  /// scroll them.
  ///
  /// False if the keys pan the picture.
  fileprivate var hasDetailsBelowPhoto: Bool {
    photo != nil && slideshow == nil && photoLayout?.isPannable == false
      && (photoScreen.lowerPane != nil || describesPhoto)
  }

  /// Whether text replaces the photo in full screen.
  package var describesPhoto: Bool { photo != nil && !program.hasPictures }

  /// The time a photo must stay selected before its details are requested; `nil` if they aren't.
  ///
  /// Services limit requests per hour. The letterbox of full screen, and details that were opened
  /// with the photo, therefore wait longer than details that the user has opened, and leave half of
  /// the hour's requests to the user.
  fileprivate var detailsDelay: Duration? {
    guard slideshow == nil else { return nil }
    if showsDetails, photo?.entrance == nil { return DetailsReducer.paneDelay }
    guard !isOffline, showsDetails || letterbox?.hasRoomForFacts == true,
      budget?.hasMoreThanHalf ?? true
    else { return nil }
    return DetailsReducer.letterboxDelay
  }
}

package enum DetailsReducer {
  private static let timer = Effect.ID(.details, "rest")
  /// The time a photo must stay selected before its details are requested for the pane.
  package static let paneDelay = Duration.milliseconds(400)
  /// The time a photo must stay in full screen before its details are requested without `i`.
  package static let letterboxDelay = Duration.seconds(3)

  package static func reduce(_ state: inout AppState, _ action: DetailsAction) -> [Effect] {
    switch action {
    case .delayPassed(let id):
      guard state.detailsDelay != nil, state.currentPhoto == id else { return [] }
      return state.loadDetails(of: id)
    case .retryPressed(let id):
      return state.showsDetails && state.currentPhoto == id ? state.loadDetails(of: id) : []
    case .colorPressed(let color): return use(&state, color)
    case .loaded(let id, .success(let photo)):
      if state.details.loading == id { state.details.loading = nil }
      state.details.failed = state.details.failed.filter { $0.key != id && !$0.value.cause.isGone }
      guard var known = state.photos[id] else { return [] }
      known.details = photo.details ?? PhotoDetails()
      known.description = photo.description ?? known.description
      // In lists, some services send only the author's number.
      known.author.name = photo.author.name
      if state.offers(.collectionEdit) {
        known.collections = state.collectionEdit.updated(photo.collections ?? [], of: id)
      }
      // The response to a later like is newer than these details.
      if !state.likes.isNewer(id) {
        known.likes = photo.likes ?? known.likes
        known.isLiked = photo.isLiked
      }
      state.photos[id] = known
      return state.offers(.cache) ? [.cache(.writeDetails(known))] : []
    case .scrolled(let rows):
      guard let id = state.currentPhoto else { return [] }
      let scrolled = max(0, min(DetailsScroll.maxRow, state.detailsRows + rows))
      state.detailsScroll = scrolled > 0 ? DetailsScroll(photo: id, rows: scrolled) : nil
      return []
    case .loaded(let id, .failure(let problem)):
      if state.details.loading == id { state.details.loading = nil }
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      // Several in a row: the service finds no photo at all, so none of the others is gone.
      let isFirst = !state.details.failed.contains { $0.key != id && $0.value.cause.isGone }
      state.details.failed[id] = problem
      guard problem.cause.isGone, isFirst else { return [] }
      // Full screen keeps the photo, with the reason.
      let isSeen = state.photo == nil && state.currentPhoto == id
      return (isSeen ? [state.show(.failed(problem, retry: nil))] : []) + [.event(.photoGone(id))]
    }
  }

  /// Handles commands that scroll the details in lists and in full screen.
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .detailsUp: return .handled(reduce(&state, .scrolled(rows: -state.times)))
    case .detailsDown: return .handled(reduce(&state, .scrolled(rows: state.times)))
    case .moveUp where state.hasDetailsBelowPhoto:
      return .handled(reduce(&state, .scrolled(rows: -state.times)))
    case .moveDown where state.hasDetailsBelowPhoto:
      return .handled(reduce(&state, .scrolled(rows: state.times)))
    default: return .ignored
    }
  }

  /// Requests the details of a newly selected photo after a delay, if the screen has room for them.
  static func photoChanged(_ state: inout AppState) -> [Effect] {
    guard let delay = state.detailsDelay, let id = state.currentPhoto, state.serves(id),
      state.photos[id]?.details == nil, state.details.loading != id,
      state.details.failed[id] == nil
    else { return [] }
    return [.after(timer, delay, .details(.delayPassed(id)))]
  }

  /// Clears failures that the missing network caused, and reloads the visible details.
  static func resumeAfterReconnect(_ state: inout AppState) -> [Effect] {
    state.details.failed = state.details.failed.filter { !$0.value.cause.isNoAnswer }
    return photoChanged(&state)
  }
}

extension AppState {
  /// Opens or closes the details pane.
  mutating func toggleDetails() -> [Effect] {
    relayout { $0.showsDetails.toggle() }
    guard showsDetails else {
      details.loading = nil
      return [.cancelReads(.details)]
    }
    return currentPhoto.map { loadDetails(of: $0) } ?? []
  }

  /// Requests a photo's details unless they are being loaded, or another service has the photo.
  ///
  /// - Parameter again: whether to request details that are known.
  mutating func loadDetails(of id: Photo.ID, again: Bool = false) -> [Effect] {
    guard let photo = photos[id], again || photo.details == nil, details.loading != id, serves(id)
    else { return [] }
    readingBegins()
    details.loading = id
    details.failed[id] = nil
    return [.details(.load(id))]
  }
}
