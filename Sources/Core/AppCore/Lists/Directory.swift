import Model

/// A set of lists that the user can choose from.
package enum OfferSubject: Hashable, Sendable {
  case topics
  /// A photographer's collections, by user name.
  case collections(of: String)
  /// The photographers found by a query.
  case people(String)
  /// The collections found by a query.
  case collectionsFound(String)
}

/// The data of photographers, topics and collections: the headers of their lists, and the lists to
/// choose from.
package struct DirectoryState: Equatable, Sendable {
  /// The photographers by user name.
  ///
  /// The data is from their profile if it has loaded, otherwise from a photo or the cache.
  package private(set) var people: [String: Person] = [:]
  /// The user names of photographers whose profile has been loaded.
  private var loadedUsernames: Set<String> = []
  /// The headers of topics and collections.
  package private(set) var infos: [ListID: ListInfo] = [:]
  /// The lists to choose from.
  package var offers: [OfferSubject: Offers] = [:]

  /// The lists of one subject, loaded page by page.
  package struct Offers: Equatable, Sendable {
    /// The lists in the service's order, without duplicates.
    package private(set) var all: [ListOffer] = []
    /// The page to request next; `nil` after the last page.
    package private(set) var next: PageToken? = .first
    private var pages = PageOrder()
    package var load: PhotoList.Load = .idle
    /// Whether the lists come from the cache and the service hasn't responded yet.
    package private(set) var isCached = false

    /// Restores cached lists, unless the service has already responded.
    package mutating func restore(_ offers: [ListOffer]) {
      guard all.isEmpty, next == .first else { return }
      all = offers
      isCached = true
    }

    /// Inserts a list at the front, or replaces the entry with the same ID.
    package mutating func insert(_ offer: ListOffer) {
      guard let index = all.firstIndex(where: { $0.list == offer.list }) else {
        return all.insert(offer, at: 0)
      }
      all[index] = offer
    }

    /// Appends a page; the first page replaces everything.
    package mutating func merge(_ page: OfferPage, number: PageToken) {
      let known = number == .first ? [] : all
      let fresh = page.offers.filter { offer in !known.contains { $0.list == offer.list } }
      all = known + fresh
      next = pages.next(page.next, hasNewItems: !fresh.isEmpty)
      load = .idle
      isCached = false
    }
  }

  /// Stores a photographer from a photo or the cache, unless their profile has been loaded.
  ///
  /// The profile has more data.
  package mutating func add(_ person: Person) {
    if !loadedUsernames.contains(person.username) { people[person.username] = person }
  }

  /// Stores a photographer from their profile.
  package mutating func store(_ person: Person) {
    people[person.username] = person
    loadedUsernames.insert(person.username)
  }

  /// Whether the photographer's profile has been loaded.
  package func isLoaded(_ username: String) -> Bool { loadedUsernames.contains(username) }

  /// Stores the header of a list.
  package mutating func store(_ offer: ListOffer) { infos[offer.list] = offer.info }

  /// Returns the cover of a list, from its own page or from the list of topics.
  package func cover(of list: ListID) -> Cover? {
    infos[list]?.cover ?? offers[.topics]?.all.first { $0.list == list }?.info.cover
  }

  /// Removes the header of a list.
  ///
  /// For a list of a photographer, removes the photographer and their collections.
  package mutating func remove(_ list: ListID) {
    infos[list] = nil
    guard let name = list.person else { return }
    people[name] = nil
    loadedUsernames.remove(name)
    offers[.collections(of: name)] = nil
  }
}

extension OfferSubject {
  /// The words of the search; `nil` if the subject isn't a search.
  package var words: String? {
    switch self {
    case .people(let words), .collectionsFound(let words): words
    case .topics, .collections: nil
    }
  }
}
