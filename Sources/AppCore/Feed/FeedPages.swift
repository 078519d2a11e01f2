import Library
import Model

/// Requests the pages of lists and merges them.
extension FeedReducer {
  /// Requests the next page, unless one is loading, the last one failed, or the list has ended.
  static func loadMore(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    guard let page = state.library.beginNextPage(of: list) else { return [] }
    return [.feed(.loadPage(page, of: list))]
  }

  static func loadMoreIfNeeded(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    // The random list requests its pages itself, because one page lasts long.
    guard list.kind != .random else { return [] }
    let isNearEnd = state.views[list].isNearEnd(in: state.rows(of: list))
    return isNearEnd ? loadMore(&state, in: list) : []
  }

  /// Merges a loaded page into a list and its view, and reports new photos after a refresh.
  static func merge(
    _ state: inout AppState,
    _ page: Page,
    _ number: Int,
    in list: ListID
  ) -> [Effect] {
    let isRefresh = state[list].isRefreshing
    let isInBackground = state[list].isRefreshedInBackground
    let rows = state.rows(of: list)
    let taken = state.library.merge(page, number, in: list)
    if taken.isReshaped { state.views.invalidateRows() }
    var new: Int?
    // The index of the last photo that had a row before; its row stays.
    var shown = 0
    switch taken.change {
    case .setAside: return [state.show(.newerPhotos(list))] + moved(&state, in: list)
    case .appended: break
    case .inFront(let count):
      // The selection and scroll position stay at the same photos.
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
    if let new, new > 0 || !isInBackground {
      effects.append(state.show(new == 0 ? .upToDate : .newPhotos(new)))
    }
    if list == .favourites { state.tidyFavourites() }
    state.move(list, with: max(shown, state.views[list].selection)) { $0.clamp(in: $1) }
    // After a page of known photos only, the end is still near, so `moved` requests the next page.
    let isFresh = isRefresh || number == 1
    if isFresh { effects += state.ages(list) }
    return effects + state.cache(list, isFresh: isFresh) + moved(&state, in: list)
  }

  /// Handles a page that failed to load.
  static func fail(_ state: inout AppState, _ problem: Problem, in list: ListID) -> [Effect] {
    let feed = state[list]
    state[list].isRefreshing = false
    guard feed.isRefreshing, !feed.order.isEmpty else {
      let rows = state.rows(of: list)
      let isAtEnd = state.views[list].top(in: rows) >= rows.lastTop
      state[list].load = .failed(problem)
      // If the end of the list was visible, the error is shown below the last row.
      if isAtEnd { state.move(list) { $0.scroll(to: $1.lastTop, in: $1) } }
      return []
    }
    // The list still has its photos, so a notice is enough.
    state[list].load = .idle
    if feed.isRefreshedInBackground { return backgroundRefreshFailed(&state, problem, in: list) }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension FeedReducer {
  /// Keeps the user's position in a list after photos were added or removed.
  ///
  /// - Parameters:
  ///   - old: the photos before the change.
  ///   - rows: the rows before the change.
  static func follow(
    _ state: inout AppState,
    _ list: ListID,
    from old: [Photo.ID],
    in rows: FeedRows
  ) -> [Effect] {
    let new = state[list].order
    guard old != new else { return [] }
    state.views[list].follow(from: old, to: new, in: rows)
    state.move(list) { $0.reveal(in: $1) }
    // After a removal, the end of the list may be near enough to request the next page.
    return state.listInView == list ? moved(&state, in: list) : []
  }
}

extension ListView {
  /// Adapts the selection, anchor and marks to a changed list, so that they stay at their photos.
  ///
  /// - Parameter rows: the list's rows before the change.
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
  /// Stores a photo from a list without losing its details.
  mutating func remember(_ photo: Photo) {
    if library.remember(photo) { views.invalidateRows() }
  }
}
