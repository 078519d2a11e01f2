/// The identity of a list of photos, on the screen, at a service and in the cache.
///
/// Also names the list that a photo was found in.
package enum ListID: Hashable, Sendable {
  /// The service's main feed.
  case feed
  /// The photos that the signed-in user likes.
  case favourites
  case search(SearchQuery)
  /// The photos of a photographer, by user name.
  case photographer(String)
  /// The photos that a photographer likes, by user name.
  case likes(of: String)
  /// The photos of a topic, by its slug.
  case topic(String)
  /// The photos of a collection, by its ID.
  case collection(String)
  /// Random photos. Each request returns other photos.
  case random(RandomChoice)
  /// The photos opened most recently on this computer, latest first.
  case history

  /// The kind of a list.
  ///
  /// Lists of one kind are displayed alike and share the limits of the cache.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case feed, favourites, search, photographer, likes, topic, collection, random,
      history
  }

  package var kind: Kind {
    switch self {
    case .feed: .feed
    case .favourites: .favourites
    case .search: .search
    case .photographer: .photographer
    case .likes: .likes
    case .topic: .topic
    case .collection: .collection
    case .random: .random
    case .history: .history
    }
  }

  /// The text that distinguishes lists of one kind: a query's text, a user name, a slug or an ID.
  ///
  /// `nil` if the kind has only one list.
  package var name: String? {
    switch self {
    case .feed, .favourites, .random, .history: nil
    case .search(let query): query.text
    case .photographer(let name), .likes(of: let name), .topic(let name), .collection(let name):
      name
    }
  }

  /// Creates the list of a kind with a name; a search has no filters.
  ///
  /// - Parameter name: ignored if the kind has only one list.
  package init(_ kind: Kind, name: String) {
    self =
      switch kind {
      case .feed: .feed
      case .favourites: .favourites
      case .search: .search(SearchQuery(name))
      case .photographer: .photographer(name)
      case .likes: .likes(of: name)
      case .topic: .topic(name)
      case .collection: .collection(name)
      case .random: .random(.all)
      case .history: .history
      }
  }

  /// The query of a search; `nil` for other lists.
  package var query: SearchQuery? {
    if case .search(let query) = self { query } else { nil }
  }

  /// The user name of the photographer whose photos or likes these are; `nil` for other lists.
  package var person: String? {
    switch self {
    case .photographer(let name), .likes(of: let name): name
    default: nil
    }
  }

  /// The list stored as the origin of photos found in this one: a search without its filters,
  /// random photos without their source.
  package var origin: ListID {
    switch self {
    case .search(let query): .search(SearchQuery(query.text))
    case .random: .random(.all)
    default: self
    }
  }
}

/// The set of photos that random photos are drawn from: photos that match every property.
package struct RandomChoice: Hashable, Sendable {
  /// The user name of the photographer.
  package var photographer: String?
  /// The slug of the topic.
  package var topic: String?
  /// The ID of the collection.
  package var collection: String?
  /// The words of a search.
  package var query: String?
  package var orientation: SearchQuery.Orientation?
  package var scope: SearchQuery.Scope

  package init(
    photographer: String? = nil,
    topic: String? = nil,
    collection: String? = nil,
    query: String? = nil,
    orientation: SearchQuery.Orientation? = nil,
    scope: SearchQuery.Scope = .featured
  ) {
    self.photographer = photographer
    self.topic = topic
    self.collection = collection
    self.query = query
    self.orientation = orientation
    self.scope = scope
  }

  package static let all = RandomChoice()

  package static func photographer(_ name: String) -> RandomChoice {
    RandomChoice(photographer: name)
  }

  package static func topic(_ slug: String) -> RandomChoice { RandomChoice(topic: slug) }

  package static func collection(_ id: String) -> RandomChoice { RandomChoice(collection: id) }

  package static func search(_ query: SearchQuery) -> RandomChoice {
    RandomChoice(query: query.text, orientation: query.orientation, scope: query.scope)
  }

  /// Creates the choice that best matches a list; `all` if the service can't draw from that list.
  package init(like list: ListID?) {
    self =
      switch list {
      case .photographer(let name): .photographer(name)
      case .topic(let slug): .topic(slug)
      case .collection(let id): .collection(id)
      case .search(let query) where !query.text.isEmpty: .search(query)
      case .random(let choice): choice
      case .search, .feed, .favourites, .likes, .history, nil: .all
      }
  }
}

/// The text of a search and its filters.
package struct SearchQuery: Hashable, Sendable {
  /// The shapes that a search can be restricted to.
  package enum Orientation: String, Hashable, Sendable, CaseIterable {
    case landscape, portrait, squarish
  }

  /// The colours that a search can be restricted to.
  package enum Color: String, Hashable, Sendable, CaseIterable {
    case blackAndWhite = "black_and_white"
    case black, white, yellow, orange, red, purple, magenta, green, teal, blue
  }

  /// The order of the results.
  package enum Sort: String, Hashable, Sendable, CaseIterable {
    case relevant, latest
  }

  /// The photos that are searched, where a service distinguishes them.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    case featured, all
  }

  /// The filters in use.
  package var filters: Capabilities {
    Capabilities(
      [
        orientation.map { _ in .orientationFilter }, color.map { _ in .colorFilter },
        sort == .relevant ? nil : .sorting, scope == .featured ? nil : .scopeFilter,
      ].compactMap(\.self)
    )
  }

  /// The maximum number of characters that commands and links may search for.
  package static let maxLength = 200

  /// The text as typed, without surrounding blanks; empty before the first search.
  package var text: String
  package var orientation: Orientation?
  package var color: Color?
  package var sort: Sort
  package var scope: Scope

  package init(
    _ text: String,
    orientation: Orientation? = nil,
    color: Color? = nil,
    sort: Sort = .relevant,
    scope: Scope = .featured
  ) {
    self.text = text
    self.orientation = orientation
    self.color = color
    self.sort = sort
    self.scope = scope
  }
}

/// The cached part of a list, shown at the next launch before the service responds.
package struct CachedList: Equatable, Sendable {
  /// The photos in the service's order, without duplicates.
  package var photos: [Photo]
  /// The page to request after these photos; `nil` at the end of the list.
  package var next: PageToken?
  /// The number of photos in the whole list as counted by the service; `nil` if unknown.
  package var total: Int?
  /// The time when the service sent the first page, in seconds since 1970.
  package var time: Double

  package init(photos: [Photo], next: PageToken?, total: Int? = nil, time: Double) {
    self.photos = photos
    self.next = next
    self.total = total?.clamped(to: SanityLimits.count)
    self.time = time.clamped(to: SanityLimits.time)
  }
}
