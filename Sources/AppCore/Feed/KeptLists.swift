import Library
import Model

extension FeedReducer {
  /// Begins a list: with what is kept of it, refreshed behind, or with its first page.
  static func begin(_ state: inout AppState, in list: ListID) -> [Effect] {
    appear(&state, in: list)
  }

  /// What is kept of a list is read as long as there is nothing else to show of it.
  static func readKept(_ state: AppState, _ list: ListID) -> [Effect] {
    guard state.offers(.cache), !state.kept.isAvoided, state[list].order.isEmpty, list.canBeAsked,
      list.kind != .random
    else { return [] }
    return [.kept(.readList(list))]
  }

  /// Shows the cached list until the service answers.
  static func show(
    _ state: inout AppState,
    _ kept: KeptList?,
    age: Duration,
    in list: ListID
  ) -> [Effect] {
    // Something else may be searched for by now, or the list be closed.
    guard state.lists.contains(list) else { return [] }
    var feed = state[list]
    // A list that the service said to be empty is not filled from the past. That nothing was liked
    // then is worth knowing, since something may have been since.
    guard let kept, !feed.hasEnded, !kept.photos.isEmpty || list == .favourites else { return [] }
    guard feed.order.isEmpty else { return append(&state, kept, in: list) }
    for photo in kept.photos where state.photos[photo.id] == nil { state.photos[photo.id] = photo }
    feed.order = kept.photos.map(\.id)
    feed.known = Set(feed.order)
    feed.nextPage = kept.next
    feed.lastPage = kept.next.map { $0 - 1 } ?? feed.lastPage
    feed.total = kept.total
    feed.keptAge = age
    // The first page, already on its way, is the refresh.
    if feed.load == .loading {
      feed.isRefreshing = true
      feed.isRefreshedBehind = true
    }
    var effects: [Effect] = []
    if case .failed(let problem) = feed.load {
      feed.load = .idle
      if !problem.cause.isNoAnswer {
        effects.append(state.show(.failed(problem, retry: .feed(.refreshPressed, in: list))))
      }
    }
    state[list] = feed
    if list == .favourites { state.tidyFavourites() }
    return effects + [.news(.photoInFrontChanged)]
  }

  /// The service's first pages were here sooner: what is kept goes on behind them, if both meet and
  /// there is more of it.
  private static func append(
    _ state: inout AppState,
    _ kept: KeptList,
    in list: ListID
  ) -> [Effect] {
    var feed = state[list]
    // The next page may have been asked for already: it need not come where it is kept.
    let isAsking = feed.load == .loading && !feed.isRefreshing
    let lastKept = kept.next.map { $0 - 1 } ?? .max
    guard feed.load == .idle || isAsking, feed.lastPage == 1 || feed.lastPage < lastKept,
      feed.keptAge == nil,
      kept.photos.contains(where: { feed.known.contains($0.id) })
    else { return [] }
    let rest = kept.photos.filter { !feed.known.contains($0.id) }
    if isAsking {
      guard !rest.isEmpty else { return [] }
      feed.load = .idle
    }
    for photo in rest where state.photos[photo.id] == nil { state.photos[photo.id] = photo }
    feed.order += rest.map(\.id)
    feed.known.formUnion(rest.map(\.id))
    feed.nextPage = kept.next
    feed.lastPage = kept.next.map { $0 - 1 } ?? feed.lastPage
    state[list] = feed
    if list == .favourites { state.tidyFavourites() }
    let page = isAsking ? [Effect.cancel(list.pageEffect)] : []
    return page + state.keep(list, isTold: false)
  }

  /// Asks for what is new while the person looks at what is kept.
  static func refreshBehind(_ state: inout AppState, in list: ListID) -> [Effect] {
    let effects = reduce(&state, .refreshPressed, in: list)
    if !effects.isEmpty { state[list].isRefreshedBehind = true }
    return effects
  }

  /// A refresh that the person did not ask for has failed: the list stands.
  ///
  /// The banner already says that the network is gone.
  static func refreshBehindFailed(
    _ state: inout AppState,
    _ problem: Problem,
    in list: ListID
  ) -> [Effect] {
    state[list].isRefreshedBehind = false
    guard !problem.cause.isNoAnswer else { return [] }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension AppState {
  /// The most photographs that are kept of a list.
  package static let keptPhotos = 300

  /// Leaves a list for the next start.
  ///
  /// - Parameter isTold: whether its first page has just come from the service.
  func keep(_ list: ListID, isTold: Bool) -> [Effect] {
    guard offers(.cache), list.canBeAsked, list.kind != .random else { return [] }
    let feed = self[list]
    let count = min(feed.order.count, Self.keptPhotos)
    // Of a longer list the page behind the kept ones is what comes next.
    let next = count == feed.order.count ? feed.nextPage : launch.service.page(behind: count)
    let ids = Array(feed.order.prefix(count))
    return [.kept(.keepList(list, ids, next: next, total: feed.total, isTold: isTold))]
  }
}
