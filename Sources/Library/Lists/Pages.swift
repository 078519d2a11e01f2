import Model

/// The result of merging a page of the service into a list.
package struct PageMerge: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// The page has no photo in common with the list and wasn't merged. The user decides when to
    /// replace the list.
    case setAside
    /// Photos were added at the end.
    case appended
    /// This number of new photos was inserted at the front.
    case inFront(Int)
    /// The list was replaced by this number of photos.
    case replaced(Int)
    /// The page is the whole list. `new` is the number of added photos, `old` the previous order.
    case whole(new: Int, old: [Photo.ID])
  }

  package var change: Change
  /// Whether a photo has another aspect ratio than before.
  package var isReshaped = false
}

extension Library {
  // MARK: Requests

  /// Starts loading a list's next page, unless a page is being loaded, the last one failed, or the
  /// list has ended.
  ///
  /// - Returns: the page's number; `nil` if there is nothing to request.
  package mutating func beginNextPage(of list: ListID) -> Int? {
    guard lists[list].load == .idle, let page = lists[list].nextPage, list.canBeAsked else {
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
    guard lists[list].load != .loading, list.canBeAsked else { return false }
    readingBegins()
    lists[list].load = .loading
    lists[list].isRefreshing = true
    return true
  }

  // MARK: Responses

  /// Merges a page of the service into a list.
  package mutating func merge(_ page: Page, _ number: Int, in list: ListID) -> PageMerge {
    let page = collectionEdit.updated(page, of: list)
    var known = lists[list]
    let (isRefresh, isInBackground) = (known.isRefreshing, known.isRefreshedInBackground)
    known.load = .idle
    known.isRefreshing = false
    known.isRefreshedInBackground = false
    let fresh = page.photos.map(\.id).filter { !known.known.contains($0) }
    let reshaped = page.photos.map { remember(list == .favourites ? $0.liked : $0) }
    var taken = PageMerge(change: .appended, isReshaped: reshaped.contains(true))
    let isWhole = list == .favourites && page.next == nil
    // The page has nothing in common with what the user sees. The user decides when to replace it.
    if isRefresh, isInBackground, !isWhole, !fresh.isEmpty, fresh.count == page.photos.count,
      !known.order.isEmpty
    {
      lists[list] = known
      taken.change = .setAside
      return taken
    }
    known.total = page.total ?? known.total
    if isRefresh || number == 1 {
      known.cacheAge = nil
      known.isOld = false
    }
    if isRefresh {
      taken.change =
        isWhole ? known.replaceAll(page) : known.mergeRefresh(page, new: Photo.ID.unique(fresh))
    } else {
      known.reopen()
      known.order += Photo.ID.unique(fresh)
      let next = known.pages.next(page.next, hasNewItems: !fresh.isEmpty)
      // The service always has a next page of random photos, even if it has only a few photos. So a
      // page without new ones ends the list.
      known.nextPage = list.kind == .random && fresh.isEmpty ? nil : next
      known.lastPage = number
    }
    known.known.formUnion(fresh)
    lists[list] = known
    return taken
  }

  /// Stores a photo from a list, without losing its details.
  ///
  /// - Returns: whether the photo has another aspect ratio than before.
  @discardableResult
  package mutating func remember(_ photo: Photo) -> Bool {
    guard let known = photos[photo.id] else {
      photos[photo.id] = photo
      return false
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
    return new.aspect != known.aspect
  }
}

extension PhotoList {
  /// Inserts new photos at the front.
  ///
  /// The list starts over if the page contains none of the old photos, because there may be a gap.
  fileprivate mutating func mergeRefresh(_ page: Page, new: [Photo.ID]) -> PageMerge.Change {
    // An empty page doesn't invalidate the photos in the list.
    let isEmpty = page.photos.isEmpty && !order.isEmpty
    let repeats = page.photos.contains { known.contains($0.id) }
    guard repeats || isEmpty else {
      var anew = PhotoList()
      anew.order = new
      anew.nextPage = page.next
      anew.total = total
      self = anew
      return .replaced(new.count)
    }
    order.insert(contentsOf: new, at: 0)
    // The service has more pages than this one, so a list that has ended may have grown.
    if hasEnded, page.next != nil { nextPage = lastPage }
    return .inFront(new.count)
  }

  /// Replaces the list by a page that is the whole list.
  ///
  /// Photos missing from it were removed elsewhere.
  fileprivate mutating func replaceAll(_ page: Page) -> PageMerge.Change {
    let old = order
    order = Photo.ID.unique(page.photos.map(\.id))
    let new = order.count { !known.contains($0) }
    known = Set(order)
    nextPage = nil
    lastPage = 1
    return .whole(new: new, old: old)
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
