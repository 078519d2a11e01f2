import Model

/// What a list on disk has changed about the one that is shown.
package enum CachedListMerge: Equatable, Sendable {
  case nothing
  /// It is shown until the service answers; a page had failed before.
  case shown(failed: Problem?)
  /// It goes on behind what the service sent first.
  ///
  /// - Parameter replacesPage: whether the page on its way is no longer needed.
  case appended(replacesPage: Bool)
}

extension Library {
  /// The most photographs of a list on disk.
  package static let cachedPhotos = 300

  /// Takes a list from the disk.
  ///
  /// - Parameter age: how long ago the service sent it.
  package mutating func take(
    _ cached: CachedList?,
    age: Duration,
    in list: ListID
  ) -> CachedListMerge {
    var known = lists[list]
    // A list that the service said to be empty is not filled from the past. That nothing was liked
    // then is worth knowing, since something may have been since.
    guard let cached, !known.hasEnded, !cached.photos.isEmpty || list == .favourites else {
      return .nothing
    }
    guard known.order.isEmpty else { return append(cached, to: list) }
    for photo in cached.photos where photos[photo.id] == nil { photos[photo.id] = photo }
    known.order = cached.photos.map(\.id)
    known.known = Set(known.order)
    known.goOn(behind: cached)
    known.total = cached.total
    known.cacheAge = age
    // The first page, already on its way, is the refresh.
    if known.load == .loading {
      known.isRefreshing = true
      known.isRefreshedBehind = true
    }
    var failed: Problem?
    if case .failed(let problem) = known.load {
      known.load = .idle
      failed = problem
    }
    lists[list] = known
    return .shown(failed: failed)
  }

  /// The service's first pages were here sooner: the cached list goes on behind them, if both meet
  /// and there is more of it.
  private mutating func append(_ cached: CachedList, to list: ListID) -> CachedListMerge {
    var known = lists[list]
    // The next page may have been asked for already: it need not come where it is cached.
    let isAsking = known.load == .loading && !known.isRefreshing
    let lastCached = cached.next.map { $0 - 1 } ?? .max
    guard known.load == .idle || isAsking, known.lastPage == 1 || known.lastPage < lastCached,
      known.cacheAge == nil,
      cached.photos.contains(where: { known.known.contains($0.id) })
    else { return .nothing }
    let rest = cached.photos.filter { !known.known.contains($0.id) }
    if isAsking {
      guard !rest.isEmpty else { return .nothing }
      known.load = .idle
    }
    for photo in rest where photos[photo.id] == nil { photos[photo.id] = photo }
    known.order += rest.map(\.id)
    known.known.formUnion(rest.map(\.id))
    known.goOn(behind: cached)
    lists[list] = known
    return .appended(replacesPage: isAsking)
  }

  /// Writes a list to disk for the next start.
  ///
  /// - Parameter isFresh: whether its first page has just come from the service.
  package func cache(_ list: ListID, isFresh: Bool) -> [LibraryEffect] {
    guard offers(.cache), list.canBeAsked, list.kind != .random else { return [] }
    let known = lists[list]
    let count = min(known.order.count, Self.cachedPhotos)
    // Of a longer list the page behind the cached ones is what comes next.
    let next = count == known.order.count ? known.nextPage : launch.service.page(behind: count)
    let cached = known.order.prefix(count).compactMap { photos[$0] }
    return [.cache(.writeList(list, cached, next: next, total: known.total, isFresh: isFresh))]
  }
}

extension PhotoList {
  fileprivate mutating func goOn(behind cached: CachedList) {
    nextPage = cached.next
    lastPage = cached.next.map { $0 - 1 } ?? lastPage
  }
}
