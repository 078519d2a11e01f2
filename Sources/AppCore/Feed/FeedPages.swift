import Library
import Model

/// How lists grow: what pages are asked for, and what becomes of them.
extension FeedReducer {
  /// Asks for the next page, unless one is on its way, the last one failed or the list has ended.
  static func loadMore(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    guard let page = state.library.beginNextPage(of: list) else { return [] }
    return [.feed(.loadPage(page, of: list))]
  }

  static func loadMoreIfNeeded(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    // Chance says itself when it wants more: a page of it lasts.
    guard list.kind != .random else { return [] }
    let isNearEnd = state.views[list].isNearEnd(in: state.rows(of: list))
    return isNearEnd ? loadMore(&state, in: list) : []
  }

  static func take(
    _ state: inout AppState,
    _ page: Page,
    _ number: Int,
    in list: ListID
  ) -> [Effect] {
    let (isRefresh, isBehind) = (state[list].isRefreshing, state[list].isRefreshedBehind)
    let rows = state.rows(of: list)
    let taken = state.library.take(page, number, in: list)
    if taken.isReshaped { state.views.forgetRows() }
    var new: Int?
    // Rows that were shown before a page filled them stay.
    var shown = 0
    switch taken.change {
    case .setAside: return [state.show(.newerPhotos(list))] + moved(&state, in: list)
    case .appended: break
    case .inFront(let count):
      // The person stays where they are.
      state.views[list].selection += count
      state.views[list].shift(by: count, in: rows)
      shown = rows.count - 1 + count
      new = count
    case .replaced(let count):
      state.views[list] = ListView()
      new = count
    case .whole(let count, let old):
      state.views[list].follow(from: old, to: state[list].order, in: rows)
      new = count
    }
    var effects: [Effect] = []
    if let new, new > 0 || !isBehind {
      effects.append(state.show(new == 0 ? .upToDate : .newPhotos(new)))
    }
    if list == .favourites { state.tidyFavourites() }
    state.move(list, with: max(shown, state.views[list].selection)) { $0.settle(in: $1) }
    // A page of nothing but repeats leaves the end as near as it was: ask on.
    let isFresh = isRefresh || number == 1
    if isFresh { effects += state.ages(list) }
    return effects + state.keep(list, isFresh: isFresh) + moved(&state, in: list)
  }

  /// A page did not come.
  static func fail(_ state: inout AppState, _ problem: Problem, in list: ListID) -> [Effect] {
    let feed = state[list]
    state[list].isRefreshing = false
    guard feed.isRefreshing, !feed.order.isEmpty else {
      let rows = state.rows(of: list)
      let isAtEnd = state.views[list].top(in: rows) >= rows.lastTop
      state[list].load = .failed(problem)
      // Who saw the end sees what failed, below the photographs that waited for the page.
      if isAtEnd { state.move(list) { $0.scroll(to: $1.lastTop, in: $1) } }
      return []
    }
    // The list is still there: a notice is enough.
    state[list].load = .idle
    if feed.isRefreshedBehind { return refreshBehindFailed(&state, problem, in: list) }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension FeedReducer {
  /// Changes a collection; its list stays where the person is in it.
  static func collect(_ state: inout AppState, _ action: CollectionEditAction) -> [Effect] {
    guard case .answered(let change, _) = action else {
      return state.inLibrary(.collecting(action))
    }
    let list = ListID.collection(change.collection)
    let (old, rows) = (state[list].order, state.rows(of: list))
    let effects = state.inLibrary(.collecting(action))
    let new = state[list].order
    guard old != new else { return effects }
    state.views[list].follow(from: old, to: new, in: rows)
    state.move(list) { $0.reveal(in: $1) }
    // Where the last one has gone, there may be more behind.
    return effects + (state.listInView == list ? moved(&state, in: list) : [])
  }
}

extension ListView {
  /// Stays at the photographs that it was at, after the list has become another one.
  ///
  /// - Parameter rows: the list's rows before.
  fileprivate mutating func follow(
    from old: [Photo.ID],
    to order: [Photo.ID],
    in rows: FeedRows
  ) {
    let selected = old.indices.contains(selection) ? old[selection] : nil
    let top = old.indices.contains(anchor.index) ? old[anchor.index] : nil
    let last = max(0, order.count - 1)
    marks.formIntersection(order)
    selection = selected.flatMap(order.firstIndex(of:)) ?? min(selection, last)
    if let index = top.flatMap(order.firstIndex(of:)) {
      shift(by: index - anchor.index, in: rows)
    } else {
      pivot = FeedRows.Pivot()
      anchor = Anchor(index: min(anchor.index, last), offset: 0)
    }
  }
}

extension AppState {
  /// Stores a photograph from a list, without losing its details.
  mutating func remember(_ photo: Photo) {
    if library.remember(photo) { views.forgetRows() }
  }
}
