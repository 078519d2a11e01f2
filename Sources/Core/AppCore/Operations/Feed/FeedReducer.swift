import Canvas
import Model

/// The reducer of all photo lists; the parameter `list` names one.
package enum FeedReducer {
  package static func reduce(
    _ state: inout AppState,
    _ action: FeedAction,
    in list: ListID = .feed
  ) -> [Effect] {
    let feed = state[list]
    switch action {
    case .retryPressed where !state.asks(for: list), .refreshPressed where !state.asks(for: list):
      return list == .favourites ? readFavourites(&state) : []
    case .pageLoaded where feed.load != .loading:
      return []
    case .pageLoaded(let number, .success(let page)):
      return merge(&state, state.limited(page, number, of: list), number, in: list)
    case .pageLoaded(let number, .failure(let problem)):
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      return fail(&state, problem, number, in: list)
    case .scrolled(let rows):
      scroll(&state, by: rows, in: list)
      return state.followChange(of: list)
    case .cardPressed(let id):
      guard feed.order.contains(id), Set.lists.contains(state.place) else { return [] }
      // The user may only want to preview, download or like what was found.
      if list.kind == .search { return reduce(&state, .menuPressed(id), in: list) }
      return select(&state, id, in: list) + state.openFullScreen(id, from: list)
    case .menuPressed(let id):
      guard feed.order.contains(id), Set.lists.contains(state.place) else { return [] }
      return select(&state, id, in: list) + [.event(.destinationChosen(.menu(id)))]
    case .retryPressed:
      switch feed.load {
      case .failed: break
      case .idle where feed.order.isEmpty: break
      case .idle, .loading: return []
      }
      // An empty list counts as ended. A retry starts at its first page.
      if feed.order.isEmpty { state[list].nextPage = .first }
      state[list].load = .idle
      return state.loadMore(in: list)
    case .refreshPressed:
      return state.beginRefresh(of: list) ? [.feed(.loadPage(.first, of: list))] : []
    case .picturePressed(let id):
      return retryPicture(&state, id)
    case .aged(let age):
      guard !feed.order.isEmpty else { return [] }
      state[list].cacheAge = feed.cacheAge ?? age
      state[list].needsRefresh = state.listInView != list
      return state.ages(list) + (state.listInView == list ? lookAgain(&state, in: list) : [])
    }
  }

  static func handle(
    _ state: inout AppState,
    _ command: Command,
    in list: ListID = .feed
  ) -> CommandResult {
    let selection = state.views[list].selection
    switch command {
    case .moveLeft: return .handled(select(&state, selection - state.times, in: list))
    case .moveRight: return .handled(select(&state, selection + state.times, in: list))
    case .moveUp: return .handled(step(&state, down: false, in: list))
    case .moveDown: return .handled(step(&state, down: true, in: list))
    case .first:
      state.views[list].pivot = FeedRows.Pivot()
      return .handled(selectNumber(&state, to: state.pendingCount ?? 1, in: list))
    case .last:
      if let number = state.pendingCount {
        return .handled(selectNumber(&state, to: number, in: list))
      }
      return .handled(select(&state, .max, in: list))
    case .pageUp: return .handled(page(&state, -state.times, in: list))
    case .pageDown: return .handled(page(&state, state.times, in: list))
    case .open:
      if state[list].order.isEmpty { return .handled(reduce(&state, .retryPressed, in: list)) }
      let id = state.selected(in: list)
      return .handled(id.map { state.openFullScreen($0, from: list) } ?? [])
    case .details: return .handled(state.toggleDetails())
    case .back where state.showsDetails: return .handled(state.toggleDetails())
    case .refresh: return .handled(refresh(&state, in: list))
    case .smaller, .larger, .format: return .handled(resize(&state, by: command, in: list))
    default: return .ignored
    }
  }

  /// Starts the requests of a list that is now on the screen: its cached copy, a due refresh, and
  /// failed or cancelled loads.
  static func appear(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    if list == .favourites, state.likesAreLocal {
      return state[list].hasEnded ? state.followChange(of: list) : readFavourites(&state)
    }
    let cached = readCached(state, list)
    // A cached list is refreshed if the network may be back, or if it returned while the list was
    // hidden.
    if state[list].cacheAge != nil, state.isOffline || state[list].needsRefresh {
      state[list].needsRefresh = false
      return cached + refreshInBackground(&state, in: list) + [.event(.currentPhotoChanged)]
    }
    if state[list].isOld {
      state[list].isOld = false
      return cached + refreshInBackground(&state, in: list) + [.event(.currentPhotoChanged)]
    }
    // A failed load of an empty list is retried.
    if case .failed = state[list].load, state[list].order.isEmpty { state[list].load = .idle }
    let refresh = state[list].isRefreshing ? reduce(&state, .refreshPressed, in: list) : []
    return cached + refresh + state.followChange(of: list)
  }

  /// Cancels the loads of a list that is no longer on the screen.
  ///
  /// The loads start again when the list returns, including an unfinished refresh.
  static func disappear(_ state: inout AppState, _ list: ListID) -> [Effect] {
    // Other lists of the scope may be loading in the background; these loads are cancelled too.
    let scope = list.kind.traits.scope
    for other in Array(state.lists.ids)
    where other.kind.traits.scope == scope && state[other].load == .loading {
      state[other].load = .idle
    }
    return [.cancelReads(scope)]
  }

  // MARK: Movement

  /// Selects a photo, scrolls to it, and requests more photos near the end.
  ///
  /// - Parameter isShown: whether the photo is already shown elsewhere, such as in full screen, or
  ///   was requested by number. Such a photo can be selected even before the next page completes
  ///   its row. Other keys stop at the last complete row.
  static func select(
    _ state: inout AppState,
    _ index: Int,
    in list: ListID = .feed,
    isShown: Bool = false
  ) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    if state.visit == nil { state.profileFocus = .list }
    state.move(list, with: isShown ? index : nil) { view, rows in
      view.select(index, in: rows)
      showFooter(&view, in: rows, isEnd: index >= rows.count - 1)
    }
    return state.followChange(of: list)
  }

  /// Selects the photo with this number, or the last one of a shorter list.
  private static func selectNumber(_ state: inout AppState, to number: Int, in list: ListID)
    -> [Effect]
  {
    select(&state, min(number, state[list].order.count) - 1, in: list, isShown: true)
  }

  /// Selects the photo above or below.
  ///
  /// A pending count sets the number of rows.
  private static func step(_ state: inout AppState, down: Bool, in list: ListID) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    let times = state.times
    state.move(list) { view, rows in
      for _ in 0..<min(times, rows.rows.count) { view.step(down: down, in: rows) }
      showFooter(&view, in: rows, isEnd: rows.row(of: view.selection) == rows.rows.count - 1)
    }
    return state.followChange(of: list)
  }

  /// Scrolls to the end of the list if its last row is selected.
  ///
  /// The footer with its message and button is then completely visible, even if the top of a tall
  /// photo isn't.
  private static func showFooter(_ view: inout ListView, in rows: FeedRows, isEnd: Bool) {
    if isEnd { view.scroll(to: .max, in: rows) }
  }

  /// Selects a photo by its ID, if the list contains it.
  static func select(_ state: inout AppState, _ id: Photo.ID, in list: ListID) -> [Effect] {
    guard let index = state[list].order.firstIndex(of: id) else { return [] }
    return select(&state, index, in: list, isShown: true)
  }

  /// Selects the photo that was shown last in full screen, after full screen was closed.
  static func returned(_ state: inout AppState, to id: Photo.ID, in list: ListID) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    if let index = state[list].order.firstIndex(of: id), index != state.views[list].selection {
      return select(&state, index, in: list, isShown: true)
    }
    // The window may have grown in full screen, so that another page is needed.
    return state.followChange(of: list)
  }

  private static func scroll(_ state: inout AppState, by rows: Int, in list: ListID) {
    guard !state[list].order.isEmpty else { return }
    state.move(list) { view, all in
      view.isMovingUp = rows < 0
      view.scroll(to: view.top(in: all) + rows, in: all)
      view.selectVisible(in: all)
    }
  }

  /// Scrolls by screens and selects the photo at the previous selection's screen position.
  ///
  /// If the list can't scroll further, selects the first or the last photo.
  private static func page(
    _ state: inout AppState,
    _ screens: Int,
    in list: ListID
  ) -> [Effect] {
    let anchor = state.views[list].anchor
    state.move(list) { view, rows in
      guard rows.count > 0 else { return }
      view.isMovingUp = screens < 0
      let row = rows.rows[rows.row(of: view.selection)]
      let top = view.top(in: rows)
      let y = row.top + rows.pitch(row) / 2 - top
      view.scroll(to: top + screens * max(1, rows.metrics.body.height - 2), in: rows)
      if view.anchor != anchor { view.select(at: y, in: rows) }
    }
    guard state.views[list].anchor == anchor else { return state.followChange(of: list) }
    return select(&state, screens < 0 ? 0 : .max, in: list)
  }

  // MARK: Failures

  /// Retries the nearest failure, or refreshes the list if nothing has failed.
  ///
  /// A short network failure affects many pictures, so all of them are retried.
  private static func refresh(_ state: inout AppState, in list: ListID) -> [Effect] {
    if state.isOffline {
      // Everything is retried together; the first response shows that the network is back.
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
        return state.loadDetails(of: id)
      }
    }
    return retryPictures(&state, in: list) + reduce(&state, .refreshPressed, in: list)
  }

  /// Retries all failed pictures of a list, because a short network failure affects many.
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
