import Canvas
import Library
import Model

/// The reducer of every list of photographs; which one is `list`.
package enum FeedReducer {
  package static func reduce(
    _ state: inout AppState,
    _ action: FeedAction,
    in list: ListID = .feed
  ) -> [Effect] {
    let feed = state[list]
    switch action {
    case .pageLoaded where feed.load != .loading:
      return []
    case .pageLoaded(let number, .success(let page)):
      return take(&state, page, number, in: list)
    case .pageLoaded(_, .failure(let problem)):
      if problem.cause == .unauthorized { return [.news(.sessionRefused)] }
      state[list].load = .failed(problem)
      if feed.isRefreshing, feed.isRefreshedBehind, !feed.order.isEmpty {
        state[list].load = .idle
        state[list].isRefreshing = false
        return refreshBehindFailed(&state, problem, in: list)
      }
      // A refresh that failed has lost nothing: the list stands, and only says so.
      if feed.isRefreshing, !feed.order.isEmpty {
        state[list].load = .idle
        state.alert(.problem(problem, retry: .feed(.refreshPressed, in: list)))
      }
      state[list].isRefreshing = false
      return []
    case .scrolled(let rows):
      scroll(&state, by: rows, in: list)
      return moved(&state, in: list)
    case .cardPressed(let id):
      guard let index = feed.order.firstIndex(of: id) else { return [] }
      if index == state.views[list].selection { return [.news(.chosen(id, in: list))] }
      return select(&state, index, in: list)
    case .retryPressed:
      switch feed.load {
      case .failed: break
      case .idle where feed.order.isEmpty: break
      case .idle, .loading: return []
      }
      // An empty list has ended as well: asking again means from its beginning.
      if feed.order.isEmpty { state[list].nextPage = 1 }
      state[list].load = .idle
      return loadMore(&state, in: list)
    case .refreshPressed:
      guard feed.load != .loading, list.canBeAsked else { return [] }
      state.readingBegins()
      state[list].load = .loading
      state[list].isRefreshing = true
      return [.feed(.loadPage(1, of: list))]
    case .picturePressed(let id):
      return retryPicture(&state, id)
    case .modePressed:
      guard state.offers(.grid) else { return [] }
      let mode: FeedMode = state.views[list].mode == .column ? .grid : .column
      return show(&state, list.kind, as: mode) + [.view(.keepMode(list.kind, mode))]
    }
  }

  static func perform(
    _ state: inout AppState,
    _ command: Command,
    in list: ListID = .feed
  ) -> Handling {
    let selection = state.views[list].selection
    let columns = state.metrics(of: list).columns
    switch command {
    case .moveLeft: return .mine(select(&state, selection - 1, in: list))
    case .moveRight: return .mine(select(&state, selection + 1, in: list))
    case .moveUp:
      // From the first row there is no way up: the selection stays in its column.
      let isFirstRow = selection < columns && columns > 1
      return .mine(isFirstRow ? [] : select(&state, selection - columns, in: list))
    case .moveDown: return .mine(select(&state, selection + columns, in: list))
    case .first: return .mine(select(&state, 0, in: list))
    case .last: return .mine(select(&state, state[list].order.count - 1, in: list))
    case .pageUp: return .mine(page(&state, -1, in: list))
    case .pageDown: return .mine(page(&state, 1, in: list))
    case .open:
      if state[list].order.isEmpty { return .mine(reduce(&state, .retryPressed, in: list)) }
      return .mine(state.selected(in: list).map { [.news(.chosen($0, in: list))] } ?? [])
    case .like:
      let id = state.selected(in: list)
      return .mine(id.map { [.news(.heartPressed($0))] } ?? [])
    case .share:
      state.share = state.selected(in: list).map { ShareState(photo: $0) }
      return .done
    case .details: return .mine([.news(.detailsToggled)])
    case .back where state.showsDetails: return .mine([.news(.detailsToggled)])
    case .refresh: return .mine(refresh(&state, in: list))
    case .viewMode: return .mine(reduce(&state, .modePressed, in: list))
    default: return .notMine
    }
  }

  /// A list is on the screen (again): what it was waiting for is asked for once more.
  static func appear(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    let kept = readKept(state, list)
    // Perhaps the network is back; or it is, since the list was seen last.
    if state[list].keptAge != nil, state.isOffline || state[list].wantsRefresh {
      state[list].wantsRefresh = false
      return kept + refreshBehind(&state, in: list)
    }
    let refresh = state[list].isRefreshing ? reduce(&state, .refreshPressed, in: list) : []
    return kept + refresh + moved(&state, in: list)
  }

  /// A list is no longer on the screen: its reads are cancelled, and asked for again on return.
  ///
  /// A refresh stays wanted.
  static func disappear(_ state: inout AppState, _ list: ListID) -> [Effect] {
    if state[list].load == .loading { state[list].load = .idle }
    return [.cancelReads(list.kind.scope)]
  }

  // MARK: Movement

  /// Selects a card, brings it into sight and asks for more when the end is near.
  static func select(
    _ state: inout AppState,
    _ index: Int,
    in list: ListID = .feed
  ) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    state.move(list) { view, order, photos, metrics in
      let target = max(0, min(order.count - 1, index))
      view.isMovingUp = target < view.selection
      view.selection = target
      FeedScrolling.reveal(&view, of: order, photos: photos, metrics: metrics)
      // At the very end the footer says why it does not go on, and has the button to go on: it is
      // seen whole, also where the top of a high picture has to make room.
      if index >= order.count - 1 {
        let rows = metrics.footerHeight + metrics.gap
        FeedScrolling.scroll(&view, of: order, by: rows, photos: photos, metrics: metrics)
      }
    }
    return moved(&state, in: list)
  }

  /// Selects a photograph that is in the list.
  static func select(_ state: inout AppState, _ id: Photo.ID, in list: ListID) -> [Effect] {
    state[list].order.firstIndex(of: id).map { select(&state, $0, in: list) } ?? []
  }

  /// Back from full screen, at the photograph last shown.
  static func returned(_ state: inout AppState, to id: Photo.ID, in list: ListID) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    if let index = state[list].order.firstIndex(of: id), index != state.views[list].selection {
      return select(&state, index, in: list)
    }
    // The window may have grown meanwhile.
    return moved(&state, in: list)
  }

  static func moved(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    loadMoreIfNeeded(&state, in: list) + [.news(.photoInFrontChanged)]
  }

  private static func scroll(_ state: inout AppState, by rows: Int, in list: ListID) {
    guard !state[list].order.isEmpty else { return }
    state.move(list) { view, order, photos, metrics in
      view.isMovingUp = rows < 0
      FeedScrolling.scroll(&view, of: order, by: rows, photos: photos, metrics: metrics)
      FeedScrolling.selectVisible(&view, of: order, photos: photos, metrics: metrics)
    }
  }

  /// Scrolls by a screen; where it goes no further, selects the first or the last card.
  private static func page(
    _ state: inout AppState,
    _ direction: Int,
    in list: ListID
  ) -> [Effect] {
    let anchor = state.views[list].anchor
    scroll(&state, by: direction * max(1, state.metrics(of: list).body.height - 2), in: list)
    guard state.views[list].anchor == anchor else { return moved(&state, in: list) }
    return select(&state, direction < 0 ? 0 : state[list].order.count - 1, in: list)
  }

  // MARK: What failed

  /// One key mends what is broken, the nearest thing first; with nothing broken it refreshes.
  ///
  /// A network that was away for a moment has failed many pictures: all are asked for again.
  private static func refresh(_ state: inout AppState, in list: ListID) -> [Effect] {
    if state.isOffline {
      // All at once: whatever comes back first says that the network does.
      let pictures = retryPictures(&state, in: list)
      if case .failed = state[list].load {
        return pictures + reduce(&state, .retryPressed, in: list)
      }
      return pictures + reduce(&state, .refreshPressed, in: list)
    }
    if case .failed = state[list].load { return reduce(&state, .retryPressed, in: list) }
    if let id = state.selected(in: list) {
      if case .failed = state.pictures[PictureKey(.photo(id), .thumbnail)] {
        return retryPictures(&state, in: list)
      }
      if state.showsDetails, state.details.failed[id] != nil {
        return [.news(.detailsWanted(id))]
      }
    }
    return retryPictures(&state, in: list) + reduce(&state, .refreshPressed, in: list)
  }

  /// A network that was away for a moment has failed many: all of them are asked for again.
  static func retryPictures(
    _ state: inout AppState,
    in list: ListID,
    where isMeant: (Problem) -> Bool = { _ in true }
  ) -> [Effect] {
    state[list].order.flatMap { retryPicture(&state, $0, where: isMeant) }
  }

  private static func retryPicture(
    _ state: inout AppState,
    _ id: Photo.ID,
    where isMeant: (Problem) -> Bool = { _ in true }
  ) -> [Effect] {
    let key = PictureKey(.photo(id), .thumbnail)
    guard case .failed(let problem) = state.pictures[key], isMeant(problem) else { return [] }
    state.pictures[key] = nil
    return [.pictures(.retry(key))]
  }
}
