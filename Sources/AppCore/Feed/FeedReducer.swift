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
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      return fail(&state, problem, in: list)
    case .scrolled(let rows):
      scroll(&state, by: rows, in: list)
      return moved(&state, in: list)
    case .cardPressed(let id):
      return press(&state, id, in: list)
    case .menuPressed(let id):
      guard feed.order.contains(id), Set.lists.contains(state.place) else { return [] }
      return select(&state, id, in: list) + state.openMenu(of: id)
    case .openPressed(let id):
      // The first press may have opened the menu, or the photograph.
      guard feed.order.contains(id), state.listInView == list,
        [state.screen, .menu].contains(state.place)
      else { return [] }
      return select(&state, id, in: list) + state.openFullScreen(id, from: list)
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
      return state.library.beginRefresh(of: list) ? [.feed(.loadPage(1, of: list))] : []
    case .picturePressed(let id):
      return retryPicture(&state, id)
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
      return .handled(go(&state, to: state.pendingCount ?? 1, in: list))
    case .last:
      if let number = state.pendingCount { return .handled(go(&state, to: number, in: list)) }
      return .handled(select(&state, .max, in: list))
    case .pageUp: return .handled(page(&state, -state.times, in: list))
    case .pageDown: return .handled(page(&state, state.times, in: list))
    case .open:
      if state[list].order.isEmpty { return .handled(reduce(&state, .retryPressed, in: list)) }
      let id = state.selected(in: list)
      return .handled(id.map { state.openFullScreen($0, from: list) } ?? [])
    case .like:
      let id = state.selected(in: list)
      return .handled(id.map { state.like($0) } ?? [])
    case .share:
      state.share = state.selected(in: list).map { ShareState(photo: $0) }
      return .done
    case .export:
      return .handled(state.selected(in: list).map { state.openExport(of: [$0]) } ?? [])
    case .menu: return .handled(state.selected(in: list).map { state.openMenu(of: $0) } ?? [])
    case .details: return .handled(state.toggleDetails())
    case .back where state.showsDetails: return .handled(state.toggleDetails())
    case .refresh: return .handled(refresh(&state, in: list))
    case .smaller, .larger, .otherSize: return .handled(resize(&state, by: command, in: list))
    default: return .ignored
    }
  }

  /// The first press selects, the next one opens; what was found has its menu at once: it is looked
  /// at, kept or liked before it is worth the whole screen.
  private static func press(_ state: inout AppState, _ id: Photo.ID, in list: ListID) -> [Effect] {
    guard let index = state[list].order.firstIndex(of: id) else { return [] }
    if list.kind == .search { return reduce(&state, .menuPressed(id), in: list) }
    guard index == state.views[list].selection else { return select(&state, index, in: list) }
    return state.openFullScreen(id, from: list)
  }

  /// A list is on the screen (again): what it was waiting for is asked for once more.
  static func appear(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    let cached = readCached(state, list)
    // Perhaps the network is back; or it is, since the list was seen last.
    if state[list].cacheAge != nil, state.isOffline || state[list].wantsRefresh {
      state[list].wantsRefresh = false
      return cached + refreshBehind(&state, in: list)
    }
    if state[list].isOld {
      state[list].isOld = false
      return cached + refreshBehind(&state, in: list)
    }
    // What failed when the list was seen last is asked for again.
    if case .failed = state[list].load, state[list].order.isEmpty { state[list].load = .idle }
    let refresh = state[list].isRefreshing ? reduce(&state, .refreshPressed, in: list) : []
    return cached + refresh + moved(&state, in: list)
  }

  /// A list is no longer on the screen: its reads are cancelled, and asked for again on return.
  ///
  /// A refresh stays wanted.
  static func disappear(_ state: inout AppState, _ list: ListID) -> [Effect] {
    // Others of the scope may be loaded behind the one on the screen: they wait for their turn,
    // too.
    let scope = list.kind.scope
    for other in Array(state.library.lists.ids)
    where other.kind.scope == scope && state[other].load == .loading {
      state[other].load = .idle
    }
    return [.cancelReads(scope)]
  }

  // MARK: Movement

  /// Selects a photograph, brings it into sight and asks for more when the end is near.
  ///
  /// - Parameter isShown: whether the photograph is on the screen elsewhere, as in full screen, or
  ///   was asked for by its number. It is then selected even before the next page fills its row;
  ///   other keys stop at the last filled row.
  static func select(
    _ state: inout AppState,
    _ index: Int,
    in list: ListID = .feed,
    isShown: Bool = false
  ) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    if list == .favourites { state.profileFocus = .list }
    state.move(list, with: isShown ? index : nil) { view, rows in
      view.select(index, in: rows)
      showFooter(&view, in: rows, isEnd: index >= rows.count - 1)
    }
    return moved(&state, in: list)
  }

  /// Selects a photograph by its number, or the last one where there are fewer.
  private static func go(_ state: inout AppState, to number: Int, in list: ListID) -> [Effect] {
    select(&state, min(number, state[list].order.count) - 1, in: list, isShown: true)
  }

  /// Selects the photograph above or below, as many rows away as the pending count says.
  private static func step(_ state: inout AppState, down: Bool, in list: ListID) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    let times = state.times
    state.move(list) { view, rows in
      for _ in 0..<min(times, rows.rows.count) { view.step(down: down, in: rows) }
      showFooter(&view, in: rows, isEnd: rows.row(of: view.selection) == rows.rows.count - 1)
    }
    return moved(&state, in: list)
  }

  /// At the very end the footer says why it does not go on, and has the button to go on: it is seen
  /// whole, also where the top of a high picture has to make room.
  private static func showFooter(_ view: inout ListView, in rows: FeedRows, isEnd: Bool) {
    if isEnd { view.scroll(to: .max, in: rows) }
  }

  /// Selects a photograph that is in the list.
  static func select(_ state: inout AppState, _ id: Photo.ID, in list: ListID) -> [Effect] {
    guard let index = state[list].order.firstIndex(of: id) else { return [] }
    return select(&state, index, in: list, isShown: true)
  }

  /// Back from full screen, at the photograph last shown.
  static func returned(_ state: inout AppState, to id: Photo.ID, in list: ListID) -> [Effect] {
    guard !state[list].order.isEmpty else { return [] }
    if let index = state[list].order.firstIndex(of: id), index != state.views[list].selection {
      return select(&state, index, in: list, isShown: true)
    }
    // The window may have grown meanwhile.
    return moved(&state, in: list)
  }

  static func moved(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    loadMoreIfNeeded(&state, in: list) + [.event(.photoInFrontChanged)]
  }

  private static func scroll(_ state: inout AppState, by rows: Int, in list: ListID) {
    guard !state[list].order.isEmpty else { return }
    state.move(list) { view, all in
      view.isMovingUp = rows < 0
      view.scroll(to: view.top(in: all) + rows, in: all)
      view.selectVisible(in: all)
    }
  }

  /// Scrolls by screens, and selects what comes to stand where the selection stood; where it goes
  /// no further, the first or the last photograph.
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
    guard state.views[list].anchor == anchor else { return moved(&state, in: list) }
    return select(&state, screens < 0 ? 0 : .max, in: list)
  }

  // MARK: What failed

  /// Retries what failed, the nearest thing first; with nothing failed it refreshes.
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
        return state.loadDetails(of: id)
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
