import Library
import Model

/// How lists grow: what pages are asked for, and what becomes of them.
extension FeedReducer {
  /// Asks for the next page, unless one is on its way, the last one failed or the list has ended.
  static func loadMore(_ state: inout AppState, in list: ListID = .feed) -> [Effect] {
    guard state[list].load == .idle, let page = state[list].nextPage, list.canBeAsked else {
      return []
    }
    state.readingBegins()
    state[list].load = .loading
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
    var feed = state[list]
    let isRefresh = feed.isRefreshing
    let isBehind = feed.isRefreshedBehind
    feed.load = .idle
    feed.isRefreshing = false
    feed.isRefreshedBehind = false
    let fresh = page.photos.map(\.id).filter { !feed.known.contains($0) }
    for photo in page.photos {
      state.remember(list == .favourites ? photo.liked : photo)
    }
    let isWhole = list == .favourites && page.next == nil
    // Nothing in common with what the person looks at: they say when it is to be replaced.
    if isRefresh, isBehind, !isWhole, !fresh.isEmpty, fresh.count == page.photos.count {
      state[list] = feed
      return [state.show(.newerPhotos(list))] + moved(&state, in: list)
    }
    feed.total = page.total ?? feed.total
    let isTold = isRefresh || number == 1
    if isTold { feed.keptAge = nil }
    var effects: [Effect] = []
    if isRefresh {
      let new =
        isWhole
        ? takeWhole(&feed, &state.views.favourites, page)
        : takeRefresh(&feed, &state.views[list], page, fresh)
      if new > 0 || !isBehind {
        effects.append(state.show(new == 0 ? .upToDate : .newPhotos(new)))
      }
    } else {
      feed.goesOn()
      feed.order += unique(fresh)
      // Chance goes on for ever, also where there are only a few.
      feed.nextPage = list.kind == .random && fresh.isEmpty ? nil : page.next
      feed.lastPage = number
    }
    feed.known.formUnion(fresh)
    state[list] = feed
    if list == .favourites { state.tidyFavourites() }
    state.move(list) { $0.settle(in: $1) }
    // A page of nothing but repeats leaves the end as near as it was: ask on.
    if isTold { effects += state.ages(list) }
    return effects + state.keep(list, isTold: isTold) + moved(&state, in: list)
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

  /// New photographs come in front and the person stays where they are; where the two do not
  /// meet there would be a hole, and the list starts anew.
  ///
  /// - Returns: how many there are.
  private static func takeRefresh(
    _ feed: inout PhotoList,
    _ view: inout ListView,
    _ page: Page,
    _ fresh: [Photo.ID]
  ) -> Int {
    let new = unique(fresh)
    // A page without any photograph tells nothing against those that are here.
    let isEmpty = page.photos.isEmpty && !feed.order.isEmpty
    if fresh.count < page.photos.count || isEmpty {
      feed.order.insert(contentsOf: new, at: 0)
      view.selection += new.count
      view.shift(by: new.count)
      // The service has more than this page: where the list has ended it may go on by now.
      if feed.hasEnded, page.next != nil { feed.nextPage = feed.lastPage }
    } else {
      var anew = PhotoList()
      anew.order = new
      anew.nextPage = page.next
      anew.total = feed.total
      feed = anew
      view = ListView()
    }
    return new.count
  }

  /// Takes a page that is the whole list: what is not in it has left elsewhere.
  ///
  /// - Returns: how many photographs are new.
  private static func takeWhole(
    _ list: inout PhotoList,
    _ view: inout ListView,
    _ page: Page
  ) -> Int {
    let old = list.order
    let selected = old.indices.contains(view.selection) ? old[view.selection] : nil
    let top = old.indices.contains(view.anchor.index) ? old[view.anchor.index] : nil
    var seen: Set<Photo.ID> = []
    let order = page.photos.map(\.id).filter { seen.insert($0).inserted }
    let new = seen.subtracting(list.known).count
    list.order = order
    list.known = seen
    list.nextPage = nil
    list.lastPage = 1
    let last = max(0, order.count - 1)
    view.marks.formIntersection(seen)
    view.selection =
      selected.flatMap(order.firstIndex(of:)) ?? min(view.selection, last)
    if let index = top.flatMap(order.firstIndex(of:)) {
      view.shift(by: index - view.anchor.index)
    } else {
      view.pivot = 0
      view.anchor = ListView.Anchor(index: min(view.anchor.index, last), offset: 0)
    }
    return new
  }

  private static func unique(_ ids: [Photo.ID]) -> [Photo.ID] {
    var seen: Set<Photo.ID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}

extension ListID {
  /// Whether the service can be asked for the list: not for a search without words, nor for the
  /// history, which only this computer has.
  var canBeAsked: Bool {
    switch self {
    case .search(let query): !query.text.isEmpty
    case .history: false
    default: true
    }
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
    if new.aspect != known.aspect { views.forgetRows() }
    if likes.isNewer(photo.id) {
      new.isLiked = known.isLiked
      new.likes = known.likes
    }
    photos[photo.id] = new
  }
}

extension Photo {
  /// What a page of favourites lists is liked, whatever the service writes into the photograph.
  fileprivate var liked: Photo {
    var photo = self
    photo.isLiked = true
    return photo
  }
}
