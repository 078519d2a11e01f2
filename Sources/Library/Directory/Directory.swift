import Model

/// What lists can be chosen from.
package enum OfferSubject: Hashable, Sendable {
  case topics
  /// A photographer's collections, by user name.
  case collections(of: String)
  /// The photographers that a search finds.
  case people(String)
  /// The collections that a search finds.
  case collectionsFound(String)
}

/// The directory of photographers, topics and collections: the headings of their lists, and the
/// lists to choose from.
package struct DirectoryState: Equatable, Sendable {
  /// Photographers by user name, from their own page or else from a photograph.
  package private(set) var people: [String: Person] = [:]
  /// User names of photographers whose profile has been loaded.
  private var loadedUsernames: Set<String> = []
  /// What topics and collections are called.
  package private(set) var infos: [ListID: ListInfo] = [:]
  /// What there is to choose from.
  package var offers: [OfferSubject: Offers] = [:]

  /// The lists of one kind to choose from, loaded page by page.
  package struct Offers: Equatable, Sendable {
    /// In the service's order, each once.
    package private(set) var all: [ListOffer] = []
    /// The page to ask for next; nil at the end.
    package private(set) var next: Int? = 1
    private var pages = PageOrder()
    package var load: PhotoList.Load = .idle
    /// Whether this comes from the cache and the service has not answered yet.
    package private(set) var isCached = false

    package init() {}

    /// Restores cached lists, unless the service has already responded.
    package mutating func restore(_ offers: [ListOffer]) {
      guard all.isEmpty, next == 1 else { return }
      all = offers
      isCached = true
    }

    /// Inserts a list at the front, or updates the one with its id.
    package mutating func insert(_ offer: ListOffer) {
      guard let index = all.firstIndex(where: { $0.list == offer.list }) else {
        return all.insert(offer, at: 0)
      }
      all[index] = offer
    }

    /// Adds a page; the first page replaces everything.
    package mutating func merge(_ page: OfferPage, number: Int) {
      let known = number == 1 ? [] : all
      let fresh = page.offers.filter { offer in !known.contains { $0.list == offer.list } }
      all = known + fresh
      next = pages.next(page.next, hasNewItems: !fresh.isEmpty)
      load = .idle
      isCached = false
    }
  }

  package init() {}

  /// Adds a photographer from a photo, unless their profile was loaded: that has more.
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

  /// Stores the title and cover of a list.
  package mutating func store(_ offer: ListOffer) { infos[offer.list] = offer.info }

  /// Returns the cover of a list, from its own page or from the topics on offer.
  package func cover(of list: ListID) -> Cover? {
    infos[list]?.cover ?? offers[.topics]?.all.first { $0.list == list }?.info.cover
  }

  /// Removes the heading of a list, and its photographer.
  package mutating func remove(_ list: ListID) {
    infos[list] = nil
    guard let name = list.person else { return }
    people[name] = nil
    loadedUsernames.remove(name)
    offers[.collections(of: name)] = nil
  }
}
