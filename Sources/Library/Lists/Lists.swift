import Model

/// What is known of one endless list of photographs.
package struct PhotoList: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case idle
    /// A page is on its way.
    case loading
    case failed(Problem)
  }

  /// The photographs in the service's order, each once.
  package var order: [Photo.ID] = []
  /// The same as a set, for dropping what a page repeats.
  package var known: Set<Photo.ID> = []
  /// The page to ask for next; nil at the end of the list.
  package var nextPage: Int? = 1
  /// The last page that was taken at the end: asked again, when the end may have moved.
  package var lastPage = 1
  /// Ends a list whose pages go on and bring nothing.
  package var pages = PageOrder()
  package var load: Load = .idle {
    didSet { if case .failed = load { isCutShort = true } }
  }
  /// A page did not come, and none has since: what waits for it to fill a row is shown.
  package private(set) var isCutShort = false
  /// Whether the page on its way is the first one, asked again; stays set while another tab has
  /// cancelled it, to be asked for on return.
  package var isRefreshing = false
  /// The service's own count of the whole list, where it gave one.
  package var total: Int?
  /// Age of cached content; nil once the service has answered.
  package var cacheAge: Duration?
  /// Set if the network returned while the list wasn't visible.
  ///
  /// The list is refreshed when it is shown.
  package var needsRefresh = false
  /// Whether it was loaded a while ago, so that it is refreshed when it is next shown.
  package var isOld = false
  /// The refresh on its way was not asked for by the person: nothing is said unless it matters.
  package var isRefreshedBehind = false

  package init() {}

  package var hasEnded: Bool { nextPage == nil }

  /// Whether nothing is to come, or nothing is known to.
  package var isClosed: Bool { hasEnded || isCutShort }

  /// Allows more pages after one has arrived.
  package mutating func reopen() { isCutShort = false }

  /// Follows the service's pages after a photo was removed: the first photo of the next page is on
  /// this one now, so that page may have to be loaded again.
  package mutating func movePagesUp(ofSize size: Int) {
    if let page = nextPage { nextPage = min(page, order.count / max(1, size) + 1) }
  }
}

/// All lists, by name.
///
/// One that nothing is known of is the same as an empty one that nothing has been asked for.
package struct Lists: Equatable, Sendable {
  private var known: [ListID: PhotoList] = [:]

  package init() {}

  package subscript(id: ListID) -> PhotoList {
    get { known[id] ?? PhotoList() }
    _modify { yield &known[id, default: PhotoList()] }
  }

  /// The lists of which something is known, in no order.
  package var ids: Dictionary<ListID, PhotoList>.Keys { known.keys }

  package func contains(where condition: (PhotoList) -> Bool) -> Bool {
    known.values.contains(where: condition)
  }

  /// Forgets a list.
  package mutating func remove(_ id: ListID) { known[id] = nil }

  package static func == (a: Lists, b: Lists) -> Bool {
    a.known.allSatisfy { b[$0] == $1 } && b.known.allSatisfy { a[$0] == $1 }
  }
}
