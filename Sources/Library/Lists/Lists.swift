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
  package var nextPage: Int? = 1
  /// The last page that was appended.
  ///
  /// Requested again if the list may have grown since it ended.
  package var lastPage = 1
  /// The pagination, which ends the list if its pages stop having new photos.
  package var pages = PageOrder()
  /// The pages that have arrived since the list was started over, as the last photo of each by the
  /// page's index; `nil` if the list isn't being checked.
  ///
  /// The others are requested again when the user gets there.
  package var checked: [Int: Photo.ID]?
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

  package init() {}

  package var hasEnded: Bool { nextPage == nil }

  /// Whether no further photos can follow for now: the list has ended, or a page has failed.
  package var isClosed: Bool { hasEnded || isCutShort }

  /// Clears `isCutShort` after a page has arrived.
  package mutating func reopen() { isCutShort = false }

  /// Whether the page is requested to check photos that are already in the list.
  package func isCheck(_ number: Int) -> Bool {
    checked != nil && !isRefreshing && number < nextPage ?? .max
  }

  /// Removes a photo; at the service, the following ones move up by one.
  ///
  /// - Parameter service: the service that the list is from.
  package mutating func remove(_ id: Photo.ID, at service: ServiceDescription) {
    guard known.remove(id) != nil else { return }
    order.removeAll { $0 == id }
    total = total?.adding(count: -1)
    movePagesUp(at: service)
  }

  /// Adjusts pagination after photos were removed.
  ///
  /// At the service, the following photos have moved up. The page to request next must begin at or
  /// before the first photo that isn't loaded.
  package mutating func movePagesUp(at service: ServiceDescription) {
    if let page = nextPage { nextPage = min(page, service.page(after: order.count)) }
  }
}

/// The lists of the account, by ID.
///
/// A list that isn't stored equals an empty list that nothing has been requested for.
package struct Lists: Equatable, Sendable {
  private var known: [ListID: PhotoList] = [:]

  package init() {}

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
