import Model

/// What a page of the service has changed about a list.
package struct PageMerge: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// The page has nothing in common with what is shown: the person says when it is replaced.
    case setAside
    /// Photographs came behind those that were there.
    case appended
    /// So many new photographs came in front.
    case inFront(Int)
    /// The list starts over, with so many photographs.
    case replaced(Int)
    /// The list is what the page says; before, its order was `old`.
    case whole(new: Int, old: [Photo.ID])
  }

  package var change: Change
  /// Whether a photograph turned out to have another shape.
  package var isReshaped = false
}

extension Library {
  // MARK: Asking

  /// Begins to load a list's next page, unless one is on its way, the last one failed or the list
  /// has ended.
  ///
  /// - Returns: the page's number; nil where nothing is to be asked for.
  package mutating func beginNextPage(of list: ListID) -> Int? {
    guard lists[list].load == .idle, let page = lists[list].nextPage, list.canBeAsked else {
      return nil
    }
    readingBegins()
    lists[list].load = .loading
    return page
  }

  /// Begins to load a list's first page once more.
  ///
  /// - Returns: whether it is to be asked for: not while a page is on its way.
  package mutating func beginRefresh(of list: ListID) -> Bool {
    guard lists[list].load != .loading, list.canBeAsked else { return false }
    readingBegins()
    lists[list].load = .loading
    lists[list].isRefreshing = true
    return true
  }

  // MARK: Taking

  /// Takes a page that has come.
  package mutating func take(_ page: Page, _ number: Int, in list: ListID) -> PageMerge {
    var known = lists[list]
    let (isRefresh, isBehind) = (known.isRefreshing, known.isRefreshedBehind)
    known.load = .idle
    known.isRefreshing = false
    known.isRefreshedBehind = false
    let fresh = page.photos.map(\.id).filter { !known.known.contains($0) }
    let reshaped = page.photos.map { remember(list == .favourites ? $0.liked : $0) }
    var taken = PageMerge(change: .appended, isReshaped: reshaped.contains(true))
    let isWhole = list == .favourites && page.next == nil
    // Nothing in common with what the person looks at: they say when it is to be replaced.
    if isRefresh, isBehind, !isWhole, !fresh.isEmpty, fresh.count == page.photos.count {
      lists[list] = known
      taken.change = .setAside
      return taken
    }
    known.total = page.total ?? known.total
    if isRefresh || number == 1 { known.cacheAge = nil }
    if isRefresh {
      taken.change =
        isWhole ? known.takeWhole(page) : known.takeRefresh(page, new: Photo.ID.unique(fresh))
    } else {
      known.goesOn()
      known.order += Photo.ID.unique(fresh)
      let next = known.pages.next(page.next, hasNewItems: !fresh.isEmpty)
      // Chance goes on for ever, also where there are only a few.
      known.nextPage = list.kind == .random && fresh.isEmpty ? nil : next
      known.lastPage = number
    }
    known.known.formUnion(fresh)
    lists[list] = known
    return taken
  }

  /// Stores a photograph from a list, without losing its details.
  ///
  /// - Returns: whether it has another shape than it was known to have.
  @discardableResult
  package mutating func remember(_ photo: Photo) -> Bool {
    guard let known = photos[photo.id] else {
      photos[photo.id] = photo
      return false
    }
    var new = photo
    new.details = photo.details ?? known.details
    new.color = photo.color ?? known.color
    new.collections = photo.collections ?? known.collections
    if likes.isNewer(photo.id) {
      new.isLiked = known.isLiked
      new.likes = known.likes
    }
    photos[photo.id] = new
    return new.aspect != known.aspect
  }
}

extension PhotoList {
  /// New photographs come in front; where the two do not meet there would be a hole, and the list
  /// starts over.
  fileprivate mutating func takeRefresh(_ page: Page, new: [Photo.ID]) -> PageMerge.Change {
    // An empty page says nothing about the photographs that are here.
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
    // The service has more than this page: where the list has ended it may go on by now.
    if hasEnded, page.next != nil { nextPage = lastPage }
    return .inFront(new.count)
  }

  /// Takes a page that is the whole list: what is not in it has left elsewhere.
  fileprivate mutating func takeWhole(_ page: Page) -> PageMerge.Change {
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
  /// Whether the service can be asked for the list: not for a search without words, nor for the
  /// history, which only this computer has.
  package var canBeAsked: Bool {
    switch self {
    case .search(let query): !query.text.isEmpty
    case .history: false
    default: true
    }
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

extension Photo.ID {
  /// Each once, in the order in which they come first.
  fileprivate static func unique(_ ids: [Photo.ID]) -> [Photo.ID] {
    var seen: Set<Photo.ID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
