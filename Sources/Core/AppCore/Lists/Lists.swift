import Model

/// The loaded part of a list of photos, and its state.
package struct PhotoList: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case idle
    /// A page is being loaded.
    case loading
    case failed(Problem)
  }

  /// The IDs of the photos in the service's order, without duplicates.
  package var order: [Photo.ID] = []
  /// The contents of `order` as a set, to drop photos that a page repeats.
  package var known: Set<Photo.ID> = []
  /// The page to request next; `nil` at the end of the list.
  package var nextPage: PageToken? = .first
  /// The pagination, which ends the list if its pages stop having new photos.
  package var pages = PageOrder()
  /// The pages that have arrived since the list was started over, by token; `nil` if the list
  /// isn't being checked.
  ///
  /// The others are requested again when the user gets there.
  package var checked: [PageToken: CheckedPage]?
  /// The ends of pages, if only the service knows where pages begin.
  package private(set) var ends: [CheckedPage] = []
  package var load: Load = .idle {
    didSet { if case .failed = load { isCutShort = true } }
  }
  /// Whether a page failed and none has arrived since.
  ///
  /// An incomplete last row is displayed in this state.
  package private(set) var isCutShort = false
  /// Whether the first page is being loaded again.
  ///
  /// Stays set if a change of tabs cancels the request, which is then repeated when the list is
  /// displayed again.
  package var isRefreshing = false
  /// The number of photos in the whole list as counted by the service; `nil` if unknown.
  package var total: Int?
  /// The choices of the pages, if the program filters what arrives.
  package var choices: [PageToken: PageChoice] = [:]
  /// The age of cached contents; `nil` once the service has responded.
  package var cacheAge: Duration?
  /// Whether the network returned while the list wasn't visible.
  ///
  /// The list is refreshed when it is shown.
  package var needsRefresh = false
  /// Whether the list was loaded so long ago that it is refreshed when it is displayed next.
  package var isOld = false
  /// Whether the current refresh runs in the background, without a command of the user.
  ///
  /// Connection failures of such a refresh aren't reported.
  package var isRefreshedInBackground = false

  /// The number of photos that these were chosen from; `nil` if none was left out, or the pages
  /// came from the cache.
  package var chosenFrom: Int? {
    let looked = choices.values.reduce(0) { $0 + $1.looked }
    let kept = choices.values.reduce(0) { $0 + $1.kept }
    return looked > kept && kept >= order.count ? looked : nil
  }

  package var hasEnded: Bool { nextPage == nil }

  /// Whether no further photos can follow for now: the list has ended, or a page has failed.
  package var isClosed: Bool { hasEnded || isCutShort }

  /// Clears `isCutShort` after a page has arrived.
  package mutating func reopen() { isCutShort = false }

  /// Whether a page that is being loaded is the one after the list.
  ///
  /// Other pages check photos that are already in the list.
  package func isNext(_ number: PageToken) -> Bool { !isRefreshing && number == nextPage }

  /// Removes a photo; at the service, the following ones move up by one.
  ///
  /// - Parameter service: the service that the list is from.
  package mutating func remove(_ id: Photo.ID, at service: ServiceDescription) {
    guard known.remove(id) != nil else { return }
    order.removeAll { $0 == id }
    total = total?.adding(count: -1)
    photosMovedUp(at: service)
  }

  /// Adjusts pagination after a photo was removed, which moves the following ones up.
  package mutating func photosMovedUp(at service: ServiceDescription) {
    checked = checked?.mapValues { _ in CheckedPage() }
    movePagesUp(at: service)
  }

  /// Makes the page to request next begin at or before the first photo that isn't loaded.
  mutating func movePagesUp(at service: ServiceDescription) {
    nextPage = nextPage?.orEarlier(service.page(after: order.count))
  }
}

extension PhotoList {
  /// Stores where a page ends, for services whose pages have no numbers.
  mutating func noteEnd(of page: [Photo.ID], _ next: PageToken?, at service: ServiceDescription) {
    guard service.paging == .tokens, let next, let last = page.last else { return }
    ends.removeAll { $0.next == next || $0.last == last }
    ends.append(CheckedPage(next: next, last: last))
  }

  /// Makes the pages come from the top again, because the service refuses to go on at the end.
  ///
  /// The photos stay, and the pages are merged into them.
  mutating func beginAgain(at service: ServiceDescription) {
    (nextPage, checked) = (.first, [:])
    // Pages may be short, so their number is only an estimate.
    pages = PageOrder(known: 2 * order.count / service.pageSize + 1)
  }

  /// Returns the last known page that begins within the first photos, and the index of its first
  /// photo.
  ///
  /// - Parameter count: The number of these photos.
  func page(within count: Int, at service: ServiceDescription) -> (page: PageToken, index: Int) {
    if let page = service.page(after: count) { return (page, count) }
    let places = Dictionary(uniqueKeysWithValues: zip(order.prefix(count), 1...))
    let found = ends.compactMap { end in
      end.last.flatMap { places[$0] }.flatMap { place in end.next.map { (page: $0, index: place) } }
    }
    return found.max { $0.index < $1.index } ?? (.first, 0)
  }
}

/// The number of photos of a page, and of those that the program kept.
package struct PageChoice: Equatable, Sendable {
  package var looked, kept: Int
}

/// The end of a page that has arrived, after which the next page begins.
package struct CheckedPage: Equatable, Sendable {
  /// The page after it; `nil` if there is none, or if photos have moved up since.
  package var next: PageToken?
  package var last: Photo.ID?
  /// The number of photos in the whole list as counted by the service.
  package var total: Int?

  package init(next: PageToken? = nil, last: Photo.ID? = nil, total: Int? = nil) {
    (self.next, self.last, self.total) = (next, last, total)
  }
}

/// The lists of the account, by ID.
///
/// A list that isn't stored equals an empty list that nothing has been requested for.
package struct Lists: Equatable, Sendable {
  private var known: [ListID: PhotoList] = [:]

  package subscript(id: ListID) -> PhotoList {
    get { known[id] ?? PhotoList() }
    _modify { yield &known[id, default: PhotoList()] }
  }

  /// The IDs of the stored lists, in no particular order.
  package var ids: Dictionary<ListID, PhotoList>.Keys { known.keys }

  package func contains(where condition: (PhotoList) -> Bool) -> Bool {
    known.values.contains(where: condition)
  }

  /// Removes a list, as if nothing had been requested for it.
  package mutating func remove(_ id: ListID) { known[id] = nil }

  package static func == (a: Lists, b: Lists) -> Bool {
    a.known.allSatisfy { b[$0] == $1 } && b.known.allSatisfy { a[$0] == $1 }
  }
}
