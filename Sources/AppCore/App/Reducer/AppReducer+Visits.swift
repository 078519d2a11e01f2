import Library
import Model

/// Into lists opened from other places, and back.
extension AppReducer {
  /// Opens a list over what is in front; Back leads here again.
  static func visit(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard state.stage == .main, list.kind.isVisited else { return [] }
    state.closeOverlays()
    guard state.visit?.list != list else { return [] }
    let photo = state.photo
    let left = settle(&state, PhotoReducer.close(&state)) + leave(&state)
    state.visits.append(Visit(list: list, photo: photo))
    if state.visits.count > Visit.limit { state.visits.removeFirst() }
    return left + appear(&state)
  }

  /// Signed in: shows what the program was started with, else the feed.
  static func begin(_ state: inout AppState) -> [Effect] {
    guard let list = state.beginning, list.kind != .feed else { return appear(&state) }
    state.beginning = nil
    guard state.offers(list.kind.needs) else {
      let problem = Problem(list.kind == .search ? .search : .feed, .notOffered)
      return appear(&state) + [state.show(.failed(problem, retry: nil))]
    }
    switch list {
    case .feed: break
    case .favourites: state.tab = .profile
    case .search(let query):
      state.tab = .search
      return SearchReducer.begin(&state, query)
    case .random(let choice): return appear(&state) + RandomReducer.next(&state, from: choice)
    case .photographer, .likes, .topic, .collection, .history:
      state.visits.append(Visit(list: list, photo: nil))
    }
    return appear(&state)
  }

  /// Shows the feed or a topic in the feed's tab, and remembers which.
  static func showSource(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard state.stage == .main else { return [] }
    let keeps: [Effect] = state.offers(.cache) ? [.chooser(.writeSource(list))] : []
    let isShown = state.source == list
    if state.tab == .feed {
      let closed = settle(&state, PhotoReducer.close(&state))
      guard state.visit != nil || !isShown else { return closed }
      let left = leave(&state)
      let old = state.visits.map(\.list) + (isShown ? [] : [state.source])
      state.visits = []
      state.source = list
      for list in old where list != .feed { state.forgetOld(list) }
      return closed + left + keeps + appear(&state)
    }
    let old = (state.visitsByTab.removeValue(forKey: .feed) ?? []).map(\.list) + [state.source]
    state.source = list
    for list in old where list != .feed { state.forgetOld(list) }
    return keeps + settle(&state, show(&state, .feed))
  }

  /// Back to where the list in front was opened from.
  static func leaveVisit(_ state: inout AppState) -> [Effect] {
    guard let visit = state.visits.popLast() else { return [] }
    let left = settle(&state, FeedReducer.disappear(&state, visit.list)) + [.cancelReads(.details)]
    state.details.loading = nil
    state.forgetOld(visit.list)
    if let photo = visit.photo, state.photos[photo.id] != nil {
      state.photo = photo
      state.photo?.hadDetails = state.showsDetails
    }
    return left + appear(&state)
  }

  /// Back to the tab's own screen, out of everything opened from there.
  static func leaveVisits(_ state: inout AppState) -> [Effect] {
    let lists = state.visits.map(\.list)
    guard let list = lists.last else { return [] }
    state.visits = []
    let left = settle(&state, FeedReducer.disappear(&state, list)) + [.cancelReads(.details)]
    state.details.loading = nil
    for list in lists { state.forgetOld(list) }
    return left + appear(&state)
  }
}

extension ListID.Kind {
  /// What has to be offered for such a list to be shown.
  fileprivate var needs: Capabilities {
    switch self {
    case .feed: []
    case .favourites: .favourites
    case .search: .search
    case .photographer, .likes: .people
    case .topic: .topics
    case .collection: .collections
    case .random: .random
    case .history: .history
    }
  }
}

extension AppState {
  /// Forgets a list that is not worth keeping for the next look at it.
  fileprivate mutating func forgetOld(_ list: ListID) {
    guard self[list].isOld, !lists.contains(list) else { return }
    forget(list)
    library.directory.forget(list)
  }
}
