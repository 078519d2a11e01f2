/// Names a list of photographs: on the screen, asked of a service, cached, or as the place where a
/// photograph was found.
package enum ListID: Hashable, Sendable {
  /// The service's own feed.
  case feed
  /// What the person who is signed in likes.
  case favourites
  case search(SearchQuery)
  /// The photographs of a photographer, by user name.
  case photographer(String)
  /// What a photographer likes, by user name.
  case likes(of: String)
  /// The photographs of a topic, by its slug.
  case topic(String)
  /// The photographs of a collection, by its id.
  case collection(String)
  /// Photographs by chance: each page has others.
  case random(RandomChoice)
  /// What was opened lately on this machine, the latest first.
  case history

  /// What lists of one kind have in common: the way of showing them, the limits of what is kept.
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

  /// What distinguishes lists of one kind: a query's text, a user name, a slug or an id; nil
  /// where there is only one.
  package var name: String? {
    switch self {
    case .feed, .favourites, .random, .history: nil
    case .search(let query): query.text
    case .photographer(let name), .likes(of: let name), .topic(let name), .collection(let name):
      name
    }
  }

  /// The list of a kind with a name, which is empty where there is only one; searches without their
  /// filters.
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

  /// What a search is for; nil for other lists.
  package var query: SearchQuery? {
    if case .search(let query) = self { query } else { nil }
  }

  /// Whose list it is: the user name of a photographer; nil for other lists.
  package var person: String? {
    switch self {
    case .photographer(let name), .likes(of: let name): name
    default: nil
    }
  }

  /// The list that photographs found in this one are filed under: a search without its filters, all
  /// that chance brings.
  package var origin: ListID {
    switch self {
    case .search(let query): .search(SearchQuery(query.text))
    case .random: .random(.all)
    default: self
    }
  }
}

/// The photos that random ones are picked from: those that match every property.
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

  package init(
    photographer: String? = nil,
    topic: String? = nil,
    collection: String? = nil,
    query: String? = nil,
    orientation: SearchQuery.Orientation? = nil
  ) {
    self.photographer = photographer
    self.topic = topic
    self.collection = collection
    self.query = query
    self.orientation = orientation
  }

  package static let all = RandomChoice()

  package static func photographer(_ name: String) -> RandomChoice {
    RandomChoice(photographer: name)
  }

  package static func topic(_ slug: String) -> RandomChoice { RandomChoice(topic: slug) }

  package static func collection(_ id: String) -> RandomChoice { RandomChoice(collection: id) }

  package static func search(_ query: SearchQuery) -> RandomChoice {
    RandomChoice(query: query.text, orientation: query.orientation)
  }

  /// The choice nearest to a list.
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

  /// Whether services can pick from it: a search covers all topics and collections.
  package var isPossible: Bool { query == nil || (topic == nil && collection == nil) }
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

  /// What comes first.
  package enum Sort: String, Hashable, Sendable, CaseIterable {
    case relevant, latest
  }

  /// As it was typed, without blanks around it; empty as long as nothing has been searched for.
  package var text: String
  package var orientation: Orientation?
  package var color: Color?
  package var sort: Sort

  package init(
    _ text: String,
    orientation: Orientation? = nil,
    color: Color? = nil,
    sort: Sort = .relevant
  ) {
    self.text = text
    self.orientation = orientation
    self.color = color
    self.sort = sort
  }
}

/// What is kept on this machine of a list, to be shown at once on the next start.
package struct CachedList: Equatable, Sendable {
  /// In the service's order, each once.
  package var photos: [Photo]
  /// The page to ask for behind them; nil at the list's end.
  package var next: Int?
  /// The service's own count of the whole list, where it gave one.
  package var total: Int?
  /// Seconds since 1970: when the service sent the first page.
  package var time: Double

  package init(photos: [Photo], next: Int?, total: Int? = nil, time: Double) {
    self.photos = photos
    self.next = next?.clamped(to: SanityLimits.count)
    self.total = total?.clamped(to: SanityLimits.count)
    self.time = time.clamped(to: SanityLimits.time)
  }
}
