/// Names a list of photographs: on the screen, asked of a service, cached, or as the place where a
/// photograph was found.
package enum ListID: Hashable, Sendable {
  /// The service's own feed.
  case feed
  /// What the person who is signed in likes.
  case favourites
  case search(SearchQuery)

  /// What lists of one kind have in common: the place on the screen, the way of showing it.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case feed, favourites, search
  }

  package var kind: Kind {
    switch self {
    case .feed: .feed
    case .favourites: .favourites
    case .search: .search
    }
  }

  /// What a search is for; nil for other lists.
  package var query: SearchQuery? {
    if case .search(let query) = self { query } else { nil }
  }

  /// The list that photographs found in this one are filed under: a search without its filters.
  package var origin: ListID {
    if case .search(let query) = self { .search(SearchQuery(query.text)) } else { self }
  }
}

/// What is searched for, and how the results are narrowed.
package struct SearchQuery: Hashable, Sendable {
  /// The shapes a search can be narrowed to.
  package enum Orientation: String, Hashable, Sendable, CaseIterable {
    case landscape, portrait, squarish
  }

  /// The colours a search can be narrowed to.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    case blackAndWhite = "black_and_white"
    case black, white, yellow, orange, red, purple, magenta, green, teal, blue
  }

  /// As it was typed, without blanks around it; empty as long as nothing has been searched for.
  package var text: String
  package var orientation: Orientation?
  package var color: Color?

  package init(_ text: String, orientation: Orientation? = nil, color: Color? = nil) {
    self.text = text
    self.orientation = orientation
    self.color = color
  }
}

/// What is kept on this machine of a list, to be shown at once on the next start.
package struct KeptList: Equatable, Sendable {
  /// In the service's order, each once.
  package var photos: [Photo]
  /// The page to ask for behind them; nil at the list's end.
  package var next: Int?
  /// The service's own count of the whole list, where it told.
  package var total: Int?
  /// Seconds since 1970: when the service told the first page.
  package var time: Double

  package init(photos: [Photo], next: Int?, total: Int? = nil, time: Double) {
    self.photos = photos
    self.next = next?.clamped(to: Plausible.count)
    self.total = total?.clamped(to: Plausible.count)
    self.time = time.clamped(to: Plausible.time)
  }
}
