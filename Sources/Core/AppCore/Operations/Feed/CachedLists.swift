import Model

extension FeedReducer {
  /// Reads the cached copy of a list that has no photos yet.
  static func readCached(_ state: AppState, _ list: ListID) -> [Effect] {
    guard state.offers(.cache), !state.cache.isAvoided, state[list].order.isEmpty,
      state.asks(for: list), list.kind != .random
    else { return [] }
    return [.cache(.readList(list))]
  }

  /// Shows the cached copy of a list until the service responds.
  ///
  /// - Parameter age: the time since the service sent the cached list.
  static func show(
    _ state: inout AppState,
    _ cached: CachedList?,
    age: Duration,
    in list: ListID
  ) -> [Effect] {
    // The user may have closed the list or searched for something else since. A list that the
    // service reported as empty isn't filled with older photos. An empty cached list of favourites
    // still matters, because photos may have been liked since then.
    if list == .favourites, state.likesAreLocal {
      return cached.map { showFavourites(&state, $0) } ?? []
    }
    guard var cached, state.openLists.contains(list), !state[list].hasEnded,
      !cached.photos.isEmpty || list == .favourites
    else { return [] }
    let page = Page(photos: cached.photos, next: cached.next, total: cached.total)
    let limited = state.limited(page, .first, of: list)
    (cached.photos, cached.next, cached.total) = (limited.photos, limited.next, limited.total)
    guard state[list].order.isEmpty else { return append(&state, cached, to: list) }
    state.addPhotos(cached.photos)
    var known = state[list]
    known.order = cached.photos.map(\.id)
    known.known = Set(known.order)
    known.nextPage = cached.next
    known.total = cached.total
    known.cacheAge = age
    known.noteEnd(of: known.order, cached.next, at: state.launch.service)
    if cached.next == .first { known.beginAgain(at: state.launch.service) }
    // The first page is already being loaded; its response refreshes the list.
    if known.load == .loading {
      known.isRefreshing = true
      known.isRefreshedInBackground = true
    }
    var effects: [Effect] = []
    if case .failed(let problem) = known.load {
      known.load = .idle
      if !problem.cause.isNoAnswer {
        effects = [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
      }
    }
    state[list] = known
    if list == .favourites { state.tidyFavourites() }
    return effects + [.event(.currentPhotoChanged)]
  }

  /// Appends the rest of the cached list to the service's first pages, which arrived earlier.
  ///
  /// Does nothing unless both have a photo in common and the cached list is longer.
  private static func append(
    _ state: inout AppState,
    _ cached: CachedList,
    to list: ListID
  ) -> [Effect] {
    var known = state[list]
    // The next page may have been requested already. It isn't needed if it is cached.
    let isAsking = known.load == .loading && !known.isRefreshing
    let rest = cached.photos.filter { !known.known.contains($0.id) }
    guard known.load == .idle || isAsking, PageToken.reaches(cached.next, known.nextPage),
      known.cacheAge == nil, !rest.isEmpty, rest.count < cached.photos.count
    else { return [] }
    state.addPhotos(rest)
    known.load = .idle
    known.order += rest.map(\.id)
    known.known.formUnion(rest.map(\.id))
    known.nextPage = cached.next
    known.noteEnd(of: known.order, cached.next, at: state.launch.service)
    state[list] = known
    if list == .favourites { state.tidyFavourites() }
    return (isAsking ? [.cancel(list.pageEffect)] : []) + state.cache(list, isFresh: false)
  }

  /// Refreshes a list in the background while its cached copy is shown.
  static func refreshInBackground(_ state: inout AppState, in list: ListID) -> [Effect] {
    let effects = reduce(&state, .refreshPressed, in: list)
    if !effects.isEmpty { state[list].isRefreshedInBackground = true }
    return effects
  }

  /// Looks for new photos of a list in view, if the service's quota of requests allows that.
  static func lookAgain(_ state: inout AppState, in list: ListID) -> [Effect] {
    guard state.offers(.cache), list.hasNews, state.asks(for: list), !state[list].order.isEmpty,
      state.budget?.hasMoreThanHalf ?? true
    else { return [] }
    return refreshInBackground(&state, in: list)
  }

  /// Handles a failed refresh in the background.
  ///
  /// The list stays as it is.
  ///
  /// Without a network, the banner already reports it and no notice is shown.
  static func backgroundRefreshFailed(
    _ state: inout AppState,
    _ problem: Problem,
    in list: ListID
  ) -> [Effect] {
    state[list].isRefreshedInBackground = false
    guard !problem.cause.isNoAnswer else { return [] }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension AppState {
  /// The maximum number of photos of a list in the cache.
  package static let cachedPhotos = 300

  /// Writes a list to the cache.
  ///
  /// - Parameter isFresh: whether its first page has just been loaded from the service.
  func cache(_ list: ListID, isFresh: Bool) -> [Effect] {
    // A list that ends at the command line's limit isn't the service's.
    guard offers(.cache), asks(for: list), list.kind != .random, limit?.list != list else {
      return []
    }
    let known = lists[list]
    // A longer list is cut at the limit, or before it where a page begins. After a restart it
    // continues with the page after the cached photos.
    let whole = (page: known.nextPage, index: known.order.count)
    let (next, count) =
      known.order.count <= Self.cachedPhotos
      ? whole : known.page(within: Self.cachedPhotos, at: launch.service)
    let cached = known.order.prefix(count).compactMap { photos[$0] }
    return [.cache(.writeList(list, cached, next: next, total: known.total, isFresh: isFresh))]
  }
}
