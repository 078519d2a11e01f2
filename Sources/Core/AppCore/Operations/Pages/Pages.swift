import Model

/// The result of merging a page of the service into a list.
package struct PageMerge: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// The page has no photo in common with the list and wasn't merged. The user decides when to
    /// replace the list.
    case setAside
    /// Photos were added at the end.
    case appended
    /// The order was corrected; `old` is the previous one.
    case corrected(old: [Photo.ID])
    /// The list was replaced by the page.
    case replaced
  }

  package var change: Change
  /// The number of photos that weren't in the list.
  package var new = 0
  /// Whether photos have left the list.
  package var hasGone = false
  /// The photos that the user has unliked elsewhere.
  package var unliked: [Photo.ID] = []
}

extension AppState {
  // MARK: Requests

  /// Starts loading a list's next page, unless a page is being loaded, the last one failed, or the
  /// list has ended.
  ///
  /// - Returns: the page; `nil` if there is nothing to request.
  package mutating func beginNextPage(of list: ListID) -> PageToken? {
    guard lists[list].load == .idle, let page = lists[list].nextPage, asks(for: list) else {
      return nil
    }
    readingBegins()
    lists[list].load = .loading
    return page
  }

  /// Starts loading a list's first page again.
  ///
  /// - Returns: whether to send the request; false while a page is being loaded.
  package mutating func beginRefresh(of list: ListID) -> Bool {
    guard lists[list].load != .loading, asks(for: list) else { return false }
    readingBegins()
    lists[list].load = .loading
    lists[list].isRefreshing = true
    return true
  }

  /// Starts loading the page of a photo again, if the list is being checked and the page has not
  /// arrived since.
  ///
  /// - Returns: the page; `nil` if there is nothing to request.
  package mutating func beginCheck(of list: ListID, at index: Int) -> PageToken? {
    let known = lists[list]
    guard let checked = known.checked, known.load == .idle, !isOffline else { return nil }
    let number = known.page(within: index, at: launch.service).page
    guard checked[number] == nil, PageToken.reaches(known.nextPage, number) else { return nil }
    readingBegins()
    lists[list].load = .loading
    return number
  }

  /// Whether the service is asked for a list.
  ///
  /// The favourites of a service without accounts exist only on this computer.
  func asks(for list: ListID) -> Bool {
    list.canBeAsked && !(list == .favourites && likesAreLocal)
  }

  // MARK: Responses

  /// Merges a page of the service into a list.
  ///
  /// The page corrects the part of the list that it covers.
  package mutating func merge(_ page: Page, _ number: PageToken, in list: ListID) -> PageMerge {
    let page = collectionEdit.updated(page, of: list)
    var known = lists[list]
    let (isRefresh, isInBackground) = (known.isRefreshing, known.isRefreshedInBackground)
    let isNext = known.isNext(number)
    known.load = .idle
    known.isRefreshing = false
    known.isRefreshedInBackground = false
    let ids = Photo.ID.unique(page.photos.map(\.id))
    let fresh = ids.filter { !known.known.contains($0) }
    for photo in page.photos { remember(list == .favourites ? photo.liked : photo) }
    var taken = PageMerge(change: .appended, new: fresh.count)
    let isAllNew = fresh.count == ids.count && !(list == .favourites && page.next == nil)
    // The page has nothing in common with what the user sees. The user decides when to replace it.
    if isRefresh, isInBackground, isAllNew, !ids.isEmpty, !known.order.isEmpty {
      lists[list] = known
      taken.change = .setAside
      return taken
    }
    known.total = page.total ?? known.total
    if isRefresh || number == .first {
      known.cacheAge = nil
      known.isOld = false
    }
    let choice = page.looked.map { PageChoice(looked: $0, kept: page.photos.count) }
    known.choices[number] = choice
    let (old, service) = (known.order, launch.service)
    let (offset, size) = (service.offset(of: number), service.pageSize)
    // An empty page doesn't invalidate the photos in the list, and a feed is never empty.
    let isEmptied = list == .favourites || list.kind != .feed && page.total == 0
    let isMeant = !ids.isEmpty || offset == 0 && isEmptied
    let place = known.start(of: number, page.total)
    let start = place.flatMap { $0.isCertain ? $0.index : nil }
    // In the list, a page doesn't begin earlier than at the service. The next page of a list that
    // isn't being checked only adds photos.
    let safe = isNext && known.checked == nil ? old.count : offset ?? 0
    let kept = start == nil ? Set(old.prefix(safe)).subtracting(ids) : []
    let isLast =
      page.next == nil && isMeant && page.total ?? 0 <= offset.map { $0 + size } ?? .max
    if isRefresh, isAllNew, !ids.isEmpty || old.isEmpty {
      // The list starts over if the page contains none of the old photos: there may be a gap.
      (known, known.total) = (PhotoList(), known.total)
      known.choices[number] = choice
      (known.order, known.known, known.nextPage) = (ids, Set(ids), page.next)
      taken.change = .replaced
    } else if isMeant,
      let part = list.kind == .random
        ? old.endIndex..<old.endIndex
        : known.part(
          of: ids,
          from: start,
          or: place?.index,
          isNext: isNext && !known.pages.isRepeating,
          isLast: isLast,
          reach: list.kind == .search ? 1 : size
        )
    {
      known.replace(part, by: ids) { kept.contains($0) || isKept($0, in: list) }
      taken.hasGone = known.order.count < old.count + fresh.count
      if taken.hasGone { known.movePagesUp(at: service) }
      if isLast { known.nextPage = nil }
    }
    if isRefresh, known.hasEnded, let next = page.next {
      // The service has more pages than this one, so the list may have grown. Its last page is
      // requested again.
      let count = min(known.order.count, page.total ?? .max)
      let last = known.page(within: count - 1, at: service).page
      known.nextPage = last == .first ? next : last
    } else if isNext {
      known.append(page, hasNew: !fresh.isEmpty, in: list)
    }
    if taken.change == .appended, !known.order.starts(with: old) {
      taken.change = .corrected(old: old)
    }
    known.noteEnd(of: ids, page.next, at: service)
    let isCounted = known.checked != nil && known.total == lists[list].total
    lists[list] = known
    if isRefresh, !isInBackground || !isCounted && contradictsTotal(list) {
      lists[list].checked = taken.change == .replaced ? nil : [:]
    }
    lists[list].checked?[number] = CheckedPage(next: page.next, last: ids.last, total: page.total)
    // The place of the page after it is certain now, so that one is requested again.
    if known.checked?[number] == nil, let next = page.next { lists[list].checked?[next] = nil }
    if list == .favourites {
      let isWhole =
        isLast && (number == .first || known.order.count == page.total)
        && (1..<(number.number ?? 1)).allSatisfy { known.checked?[PageToken($0)] != nil }
      taken.unliked = clearHearts(of: isWhole ? Array(photos.keys) : old)
    }
    return taken
  }

  /// Stores a photo from a list, without losing its details.
  package mutating func remember(_ photo: Photo) {
    guard let known = photos[photo.id] else {
      photos[photo.id] = photo
      return
    }
    var new = photo
    new.details = photo.details ?? known.details
    new.color = photo.color ?? known.color
    new.collections =
      photo.collections.map { collectionEdit.updated($0, of: photo.id) } ?? known.collections
    if likes.isNewer(photo.id) {
      new.isLiked = known.isLiked
      new.likes = known.likes
    }
    photos[photo.id] = new
    if new.aspect != known.aspect { views.invalidateRows() }
  }

  /// Adds photos read from the database.
  ///
  /// Photos that a list has loaded aren't replaced, because they are newer.
  package mutating func addPhotos(_ read: [Photo]) {
    for photo in read where photos[photo.id] == nil { photos[photo.id] = photo }
  }
}

extension PhotoList {
  /// Continues pagination after the next page was appended.
  fileprivate mutating func append(_ page: Page, hasNew: Bool, in list: ListID) {
    reopen()
    let next = pages.next(page.next, hasNewItems: hasNew)
    // The service always has a next page of random photos, even if it has only a few photos. So a
    // page without new ones ends the list.
    nextPage = list.kind == .random && !hasNew ? nil : next
  }
}

extension ListID {
  /// Whether the service can be asked for the list.
  ///
  /// False for a search without text, and for the history, which exists only on this computer.
  package var canBeAsked: Bool {
    switch self {
    case .search(let query): !query.text.isEmpty
    case .history: false
    default: true
    }
  }
}

extension Photo {
  /// The photo marked as liked, as every photo of the favourites is.
  ///
  /// The service's value isn't reliable there.
  fileprivate var liked: Photo {
    var photo = self
    photo.isLiked = true
    return photo
  }
}

extension Photo.ID {
  /// Returns the IDs without duplicates, in the order of their first occurrence.
  fileprivate static func unique(_ ids: [Photo.ID]) -> [Photo.ID] {
    var seen: Set<Photo.ID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
