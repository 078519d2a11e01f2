import Model

/// Requests the pages of lists and merges them.
extension FeedReducer {
  static func loadMoreIfNeeded(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    // The random list requests its pages itself, because one page lasts long.
    guard list.kind != .random else { return [] }
    let isNearEnd = state.views[list].isNearEnd(in: state.rows(of: list))
    let more = isNearEnd ? state.loadMore(in: list) : []
    guard more.isEmpty,
      let page = state.beginCheck(of: list, at: state.views[list].selection)
    else { return more }
    return [.feed(.loadPage(page, of: list))]
  }

  /// Merges a loaded page into a list and its view, and reports new photos after a refresh.
  static func merge(
    _ state: inout AppState,
    _ page: Page,
    _ number: PageToken,
    in list: ListID
  ) -> [Effect] {
    let isRefresh = state[list].isRefreshing
    let isInBackground = state[list].isRefreshedInBackground
    let rows = state.rows(of: list)
    let isNext = state[list].isNext(number)
    let taken = state.merge(page, number, in: list)
    // The index of the last photo that had a row before; its row stays.
    var shown = rows.count - 1
    switch taken.change {
    case .setAside: return [state.show(.newerPhotos(list))] + state.followChange(of: list)
    case .appended: break
    case .corrected(let old):
      // The selection and scroll position stay at the same photos.
      state.views[list].preservePosition(from: old, to: state[list].order, in: rows)
      let last = old.prefix(rows.count).last(where: state[list].known.contains)
      shown = last.flatMap(state[list].order.firstIndex(of:)) ?? 0
    case .replaced: (state.views[list], shown) = (ListView(), 0)
    }
    var effects: [Effect] = []
    if isRefresh, taken.new > 0 || !isInBackground {
      effects.append(state.show(taken.new == 0 ? .upToDate : .newPhotos(taken.new)))
    }
    if list == .favourites { state.tidyFavourites() }
    state.move(list, with: max(isNext ? 0 : shown, state.views[list].selection)) { view, rows in
      if taken.hasGone { view.reveal(in: rows) } else { view.clamp(in: rows) }
    }
    // After a page of known photos only, the end is still near, so `followChange` requests the next
    // page.
    let isFresh = isRefresh || number == .first
    if isFresh { effects += state.ages(list) }
    if state.offers(.cache) {
      effects += taken.unliked.compactMap { state.photos[$0] }.map { .cache(.writeDetails($0)) }
    }
    return effects + state.cache(list, isFresh: isFresh) + state.followChange(of: list)
  }

  /// Handles a page that failed to load.
  static func fail(
    _ state: inout AppState,
    _ problem: Problem,
    _ number: PageToken,
    in list: ListID
  ) -> [Effect] {
    let feed = state[list]
    if problem.cause == .stalePage, number != .first, !feed.pages.isRepeating {
      state[list].load = .idle
      state[list].beginAgain(at: state.launch.service)
      return state.loadMore(in: list)
    }
    if feed.checked != nil, !feed.isRefreshing, !feed.isNext(number) {
      // The photos are shown already, so the check ends unnoticed.
      (state[list].load, state[list].checked) = (.idle, nil)
      return []
    }
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
  /// Removes a photo that the service no longer has from every list.
  static func remove(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    var effects: [Effect] = state.offers(.cache) ? [.cache(.writeGone(id))] : []
    for list in Array(state.lists.ids)
    where list.kind != .random && state[list].known.contains(id) {
      let (old, rows) = (state[list].order, state.rows(of: list))
      state[list].remove(id, at: state.launch.service)
      effects += preservePosition(&state, list, from: old, in: rows)
    }
    return effects
  }

  /// Keeps the user's position in a list after photos were added or removed.
  ///
  /// - Parameters:
  ///   - old: the photos before the change.
  ///   - rows: the rows before the change.
  static func preservePosition(
    _ state: inout AppState,
    _ list: ListID,
    from old: [Photo.ID],
    in rows: FeedRows
  ) -> [Effect] {
    let new = state[list].order
    guard old != new else { return [] }
    state.views[list].preservePosition(from: old, to: new, in: rows)
    state.move(list) { $0.reveal(in: $1) }
    // After a removal, the end of the list may be near enough to request the next page.
    return state.listInView == list ? state.followChange(of: list) : []
  }
}

extension ListView {
  /// Adapts the selection, anchor and marks to a changed list, so that they stay at their photos.
  ///
  /// - Parameter rows: the list's rows before the change.
  fileprivate mutating func preservePosition(
    from old: [Photo.ID],
    to order: [Photo.ID],
    in rows: FeedRows
  ) {
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    let last = max(0, order.count - 1)
    // A photo that is gone is followed by the next one.
    func place(after index: Int) -> Int {
      old.dropFirst(index).lazy.compactMap { places[$0] }.first ?? min(index, last)
    }
    marks.formIntersection(order)
    selection = place(after: selection)
    if old.indices.contains(anchor.index), let index = places[old[anchor.index]] {
      shift(by: index - anchor.index, in: rows)
    } else {
      pivot = FeedRows.Pivot()
      anchor = Anchor(index: place(after: anchor.index), offset: 0)
    }
  }
}

extension AppState {
  /// Returns a page without the photos beyond the limit of its list.
  func limited(_ page: Page, _ number: PageToken, of list: ListID) -> Page {
    guard let limit, limit.list == list else { return page }
    let before = number != .first ? self[list].order.count : 0
    guard before + page.photos.count >= limit.count else { return page }
    return Page(photos: Array(page.photos.prefix(max(0, limit.count - before))), next: nil)
  }

  /// Requests more photos near the end of a list, and reports that the current photo may have
  /// changed.
  mutating func followChange(of list: ListID) -> [Effect] {
    FeedReducer.loadMoreIfNeeded(&self, in: list) + [.event(.currentPhotoChanged)]
  }

  /// Requests the next page of a list, unless one is loading, the last one failed, or the list has
  /// ended.
  mutating func loadMore(in list: ListID) -> [Effect] {
    beginNextPage(of: list).map { [.feed(.loadPage($0, of: list))] } ?? []
  }
}
