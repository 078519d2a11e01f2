import Model

/// The result of merging a cached list into the displayed one.
package enum CachedListMerge: Equatable, Sendable {
  case nothing
  /// The cached list is displayed until the service responds. `failed` is the failure of a previous
  /// page.
  case shown(failed: Problem?)
  /// The rest of the cached list was appended to the service's first pages.
  ///
  /// - Parameter replacesPage: whether the page being loaded is no longer needed.
  case appended(replacesPage: Bool)
}

extension Library {
  /// The maximum number of photos of a list in the cache.
  package static let cachedPhotos = 300

  /// Merges a cached list into the displayed list.
  ///
  /// - Parameter age: the time since the service sent the cached list.
  package mutating func merge(
    _ cached: CachedList?,
    age: Duration,
    in list: ListID
  ) -> CachedListMerge {
    var known = lists[list]
    // A list that the service reported as empty isn't filled with older photos. An empty cached
    // list of favourites still matters, because photos may have been liked since then.
    guard let cached, !known.hasEnded, !cached.photos.isEmpty || list == .favourites else {
      return .nothing
    }
    guard known.order.isEmpty else { return append(cached, to: list) }
    for photo in cached.photos where photos[photo.id] == nil { photos[photo.id] = photo }
    known.order = cached.photos.map(\.id)
    known.known = Set(known.order)
    known.nextPage = cached.next
    known.total = cached.total
    known.cacheAge = age
    // The first page is already being loaded; its response refreshes the list.
    if known.load == .loading {
      known.isRefreshing = true
      known.isRefreshedInBackground = true
    }
    var failed: Problem?
    if case .failed(let problem) = known.load {
      known.load = .idle
      failed = problem
    }
    lists[list] = known
    return .shown(failed: failed)
  }

  /// Appends the rest of the cached list to the service's first pages, which arrived earlier.
  ///
  /// Does nothing unless both have a photo in common and the cached list is longer.
  private mutating func append(_ cached: CachedList, to list: ListID) -> CachedListMerge {
    var known = lists[list]
    // The next page may have been requested already. It isn't needed if it is cached.
    let isAsking = known.load == .loading && !known.isRefreshing
    let rest = cached.photos.filter { !known.known.contains($0.id) }
    guard known.load == .idle || isAsking, known.nextPage ?? .max <= cached.next ?? .max,
      known.cacheAge == nil, !rest.isEmpty, rest.count < cached.photos.count
    else { return .nothing }
    known.load = .idle
    for photo in rest where photos[photo.id] == nil { photos[photo.id] = photo }
    known.order += rest.map(\.id)
    known.known.formUnion(rest.map(\.id))
    known.nextPage = cached.next
    lists[list] = known
    return .appended(replacesPage: isAsking)
  }

  /// Writes a list to the cache.
  ///
  /// - Parameter isFresh: whether its first page has just been loaded from the service.
  package func cache(_ list: ListID, isFresh: Bool) -> [LibraryEffect] {
    guard offers(.cache), list.canBeAsked, list.kind != .random else { return [] }
    let known = lists[list]
    let count = min(known.order.count, Self.cachedPhotos)
    // A longer list is cut at the limit. After a restart it continues with the page after the
    // cached photos.
    let next = count == known.order.count ? known.nextPage : launch.service.page(after: count)
    let cached = known.order.prefix(count).compactMap { photos[$0] }
    return [.cache(.writeList(list, cached, next: next, total: known.total, isFresh: isFresh))]
  }
}
