import Canvas
import Model

package enum FeedReducer {
  package static func reduce(_ state: inout AppState, _ action: FeedAction) -> [Effect] {
    switch action {
    case .pageLoaded where state.feed.load != .loading:
      return []
    case .pageLoaded(let number, .success(let page)):
      return take(&state, page, number)
    case .pageLoaded(_, .failure(let problem)):
      if problem.cause == .unauthorized { return AppReducer.sessionRefused(&state) }
      state.feed.load = .failed(problem)
      // A refresh that failed has lost nothing: the feed stands, and only says so.
      if state.feed.isRefreshing, !state.feed.order.isEmpty {
        state.feed.load = .idle
        state.alert(.problem(problem, retry: .feed(.refreshPressed)))
      }
      state.feed.isRefreshing = false
      return []
    case .scrolled(let rows):
      scroll(&state, by: rows)
      return moved(&state)
    case .cardPressed(let id):
      guard let index = state.feed.order.firstIndex(of: id) else { return [] }
      if index == state.feed.selection { return PhotoReducer.open(&state, id) }
      return select(&state, index)
    case .retryPressed:
      switch state.feed.load {
      case .failed: break
      case .idle where state.feed.order.isEmpty: break
      case .idle, .loading: return []
      }
      // An empty feed has ended as well: asking again means from its beginning.
      if state.feed.order.isEmpty { state.feed.nextPage = 1 }
      state.feed.load = .idle
      return loadMore(&state)
    case .refreshPressed:
      guard state.feed.load != .loading else { return [] }
      state.readingBegins()
      state.feed.load = .loading
      state.feed.isRefreshing = true
      return [.feed(.loadPage(1))]
    case .picturePressed(let id):
      return retryPicture(&state, id)
    }
  }

  static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    let feed = state.feed
    switch command {
    case .moveUp, .moveLeft: return select(&state, feed.selection - 1)
    case .moveDown, .moveRight: return select(&state, feed.selection + 1)
    case .first: return select(&state, 0)
    case .last: return select(&state, feed.order.count - 1)
    case .pageUp: return page(&state, -1)
    case .pageDown: return page(&state, 1)
    case .open:
      if feed.order.isEmpty { return reduce(&state, .retryPressed) }
      return feed.selectedID.map { PhotoReducer.open(&state, $0) } ?? []
    case .like:
      return feed.selectedID.map { LikesReducer.reduce(&state, .heartPressed($0)) } ?? []
    case .share:
      state.share = feed.selectedID.map { ShareState(photo: $0) }
      return []
    case .details: return DetailsReducer.toggle(&state)
    case .back: return state.details.isOpen ? DetailsReducer.toggle(&state) : []
    case .refresh: return refresh(&state)
    default: return []
    }
  }

  /// The feed is on the screen (again): what it was waiting for is asked for once more.
  static func appear(_ state: inout AppState) -> [Effect] {
    let refresh = state.feed.isRefreshing ? reduce(&state, .refreshPressed) : []
    return refresh + moved(&state)
  }

  /// Changes what the cards' sizes come from, and keeps the anchor's card at the top.
  static func relayout(_ state: inout AppState, _ change: (inout AppState) -> Void) {
    let old = state.feedMetrics
    change(&state)
    FeedScrolling.adapt(&state.feed, photos: state.photos, from: old, to: state.feedMetrics)
  }

  /// Selects a card, brings it into sight and asks for more when the end is near.
  static func select(_ state: inout AppState, _ index: Int) -> [Effect] {
    guard !state.feed.order.isEmpty else { return [] }
    let target = max(0, min(state.feed.order.count - 1, index))
    let metrics = state.feedMetrics
    state.feed.isMovingUp = target < state.feed.selection
    state.feed.selection = target
    FeedScrolling.reveal(&state.feed, photos: state.photos, metrics: metrics)
    // At the very end the footer says why it does not go on, and has the button to go on: it is
    // seen whole, also where the top of a high picture has to make room.
    if index >= state.feed.order.count - 1 {
      FeedScrolling.scroll(
        &state.feed,
        by: metrics.footerHeight + metrics.gap,
        photos: state.photos,
        metrics: metrics
      )
    }
    return moved(&state)
  }

  /// Asks for the next page, unless one is on its way, the last one failed or the feed has ended.
  static func loadMore(_ state: inout AppState) -> [Effect] {
    guard state.feed.load == .idle, let page = state.feed.nextPage else { return [] }
    state.readingBegins()
    state.feed.load = .loading
    return [.feed(.loadPage(page))]
  }

  static func loadMoreIfNeeded(_ state: inout AppState) -> [Effect] {
    FeedScrolling.isNearEnd(state.feed, photos: state.photos, metrics: state.feedMetrics)
      ? loadMore(&state) : []
  }

  static func moved(_ state: inout AppState) -> [Effect] {
    loadMoreIfNeeded(&state) + DetailsReducer.photoChanged(&state)
  }

  private static func scroll(_ state: inout AppState, by rows: Int) {
    guard !state.feed.order.isEmpty else { return }
    let metrics = state.feedMetrics
    state.feed.isMovingUp = rows < 0
    FeedScrolling.scroll(&state.feed, by: rows, photos: state.photos, metrics: metrics)
    FeedScrolling.selectVisible(&state.feed, photos: state.photos, metrics: metrics)
  }

  /// Scrolls by a screen; where it goes no further, selects the first or the last card.
  private static func page(_ state: inout AppState, _ direction: Int) -> [Effect] {
    let anchor = state.feed.anchor
    scroll(&state, by: direction * max(1, state.feedMetrics.body.height - 2))
    guard state.feed.anchor == anchor else { return moved(&state) }
    return select(&state, direction < 0 ? 0 : state.feed.order.count - 1)
  }

  /// One key mends what is broken, the nearest thing first; with nothing broken it refreshes.
  ///
  /// A network that was away for a moment has failed many pictures: all are asked for again.
  private static func refresh(_ state: inout AppState) -> [Effect] {
    if case .failed = state.feed.load { return reduce(&state, .retryPressed) }
    if let id = state.feed.selectedID,
      case .failed = state.pictures[PictureKey(.photo(id), .thumbnail)]
    {
      return retryPictures(&state)
    }
    if state.details.isOpen, let id = state.feed.selectedID, state.details.failed[id] != nil {
      return DetailsReducer.load(&state, id)
    }
    return retryPictures(&state) + reduce(&state, .refreshPressed)
  }

  /// A network that was away for a moment has failed many: all of them are asked for again.
  private static func retryPictures(_ state: inout AppState) -> [Effect] {
    state.feed.order.flatMap { retryPicture(&state, $0) }
  }

  private static func retryPicture(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let key = PictureKey(.photo(id), .thumbnail)
    guard case .failed = state.pictures[key] else { return [] }
    state.pictures[key] = nil
    return [.pictures(.retry(key))]
  }

  private static func take(
    _ state: inout AppState,
    _ page: Page,
    _ number: Int
  ) -> [Effect] {
    let isRefresh = state.feed.isRefreshing
    state.feed.load = .idle
    state.feed.isRefreshing = false
    let fresh = page.photos.map(\.id).filter { !state.feed.known.contains($0) }
    for photo in page.photos { state.remember(photo) }
    var effects: [Effect] = []
    if isRefresh {
      effects.append(takeRefresh(&state, page, fresh))
    } else {
      state.feed.order += unique(fresh)
      state.feed.nextPage = page.next
      state.feed.lastPage = number
    }
    state.feed.known.formUnion(fresh)
    let metrics = state.feedMetrics
    FeedScrolling.scroll(&state.feed, by: 0, photos: state.photos, metrics: metrics)
    // A page of nothing but repeats leaves the end as near as it was: ask on.
    return effects + moved(&state)
  }

  /// New photographs come in front and the person stays where they are; where the two do not
  /// meet there would be a hole, and the feed starts anew.
  private static func takeRefresh(
    _ state: inout AppState,
    _ page: Page,
    _ fresh: [Photo.ID]
  ) -> Effect {
    let new = unique(fresh)
    // A page without any photograph tells nothing against those that are here.
    let isEmpty = page.photos.isEmpty && !state.feed.order.isEmpty
    if fresh.count < page.photos.count || isEmpty {
      state.feed.order.insert(contentsOf: new, at: 0)
      state.feed.selection += new.count
      state.feed.anchor.index += new.count
      // The service has more than this page: where the feed has ended it may go on by now.
      if state.feed.hasEnded, page.next != nil { state.feed.nextPage = state.feed.lastPage }
    } else {
      let next = page.next
      state.feed = FeedState()
      state.feed.order = new
      state.feed.nextPage = next
    }
    return state.show(new.isEmpty ? .upToDate : .newPhotos(new.count))
  }

  private static func unique(_ ids: [Photo.ID]) -> [Photo.ID] {
    var seen: Set<Photo.ID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}

extension AppState {
  /// Keeps a photograph that a list brought; what only the details told is not lost.
  mutating func remember(_ photo: Photo) {
    guard let known = photos[photo.id] else {
      photos[photo.id] = photo
      return
    }
    var new = photo
    new.details = photo.details ?? known.details
    if likes.isNewer(photo.id) {
      new.isLiked = known.isLiked
      new.likes = known.likes
    }
    photos[photo.id] = new
  }
}
