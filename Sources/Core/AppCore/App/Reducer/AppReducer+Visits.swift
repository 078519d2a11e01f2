import Model

/// Opens lists on top of a tab, and closes them.
extension AppReducer {
  /// Opens a list on top of the current place, which Back returns to.
  static func visit(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard state.stage == .main, list.kind.traits.isVisited else { return [] }
    state.closeOverlays()
    guard state.visit?.list != list else { return [] }
    let photo = state.photo
    let left = deliverEvents(&state, PhotoReducer.close(&state)) + leave(&state)
    state.visits.append(Visit(list: list, photo: photo))
    if state.visits.count > Visit.maxDepth { state.visits.removeFirst() }
    return left + appear(&state)
  }

  /// Shows the list given on the command line after sign-in, or the feed if there is none.
  static func begin(_ state: inout AppState) -> [Effect] {
    guard let list = state.beginning else { return appear(&state) }
    state.beginning = nil
    guard state.offers(list.kind.traits.needs) else {
      let problem = Problem(list.kind == .search ? .search : .feed, .notOffered)
      return appear(&state) + [state.show(.failed(problem, retry: nil))]
    }
    // The feed itself, even if the feed tab showed a topic in the last run.
    if list == .feed { state.source = .feed }
    if list == .favourites { state.tab = .profile }
    if list.kind.traits.isVisited { state.visits.append(Visit(list: list, photo: nil)) }
    if case .search(let query) = list {
      state.tab = .search
      return SearchReducer.begin(&state, query)
    }
    let shown = appear(&state)
    guard case .random(let choice) = list else { return shown }
    return shown + RandomReducer.next(&state, from: choice)
  }

  /// Shows the feed or a topic in the feed tab and saves the choice for the next launch.
  static func showSource(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard state.stage == .main else { return [] }
    let keeps: [Effect] = state.offers(.cache) ? [.chooser(.writeSource(list))] : []
    let isShown = state.source == list
    if state.tab == .feed {
      let closed = deliverEvents(&state, PhotoReducer.close(&state))
      guard state.visit != nil || !isShown else { return closed }
      let left = leave(&state)
      let old = state.visits.map(\.list) + (isShown ? [] : [state.source])
      state.visits = []
      state.source = list
      for list in old where list != .feed { state.removeOld(list) }
      return closed + left + keeps + appear(&state)
    }
    let old = (state.visitsByTab.removeValue(forKey: .feed) ?? []).map(\.list) + [state.source]
    state.source = list
    for list in old where list != .feed { state.removeOld(list) }
    return keeps + deliverEvents(&state, show(&state, .feed))
  }

  /// Closes the topmost list and returns to the place it was opened from.
  static func leaveVisit(_ state: inout AppState) -> [Effect] {
    guard let visit = state.visits.popLast() else { return [] }
    let left =
      deliverEvents(&state, FeedReducer.disappear(&state, visit.list)) + [.cancelReads(.details)]
    state.details.loading = nil
    state.removeOld(visit.list)
    if let photo = visit.photo, state.photos[photo.id] != nil { state.photo = photo }
    return left + appear(&state)
  }

  /// Closes all lists opened from the tab and returns to the tab's own screen.
  static func leaveVisits(_ state: inout AppState) -> [Effect] {
    let lists = state.visits.map(\.list)
    guard let list = lists.last else { return [] }
    state.visits = []
    let left = deliverEvents(&state, FeedReducer.disappear(&state, list)) + [.cancelReads(.details)]
    state.details.loading = nil
    for list in lists { state.removeOld(list) }
    return left + appear(&state)
  }
}

extension AppState {
  /// Removes a list that is out of date, unless a screen still shows it or can return to it.
  fileprivate mutating func removeOld(_ list: ListID) {
    guard self[list].isOld, !openLists.contains(list) else { return }
    removeWithHeader(list)
  }
}
