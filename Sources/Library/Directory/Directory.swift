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

/// What is known of photographers, topics and collections: what stands above their lists, and what
/// there is to choose from.
package struct DirectoryState: Equatable, Sendable {
  /// Photographers by user name, from their own page or else from a photograph.
  package private(set) var people: [String: Person] = [:]
  /// User names of photographers whose own page was loaded.
  private var loadedUsernames: Set<String> = []
  /// What topics and collections are called.
  package private(set) var infos: [ListID: ListInfo] = [:]
  /// What there is to choose from.
  package var offers: [OfferSubject: Offers] = [:]

  /// Of one kind, page by page.
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

    /// Takes what an earlier start has left, unless the service was sooner.
    package mutating func takeCached(_ offers: [ListOffer]) {
      guard all.isEmpty, next == 1 else { return }
      all = offers
      isCached = true
    }

    /// Puts a list in front, or takes what is new of one.
    package mutating func take(_ offer: ListOffer) {
      guard let index = all.firstIndex(where: { $0.list == offer.list }) else {
        return all.insert(offer, at: 0)
      }
      all[index] = offer
    }

    /// Adds a page; the first page replaces everything.
    package mutating func take(_ page: OfferPage, number: Int) {
      let known = number == 1 ? [] : all
      let fresh = page.offers.filter { offer in !known.contains { $0.list == offer.list } }
      all = known + fresh
      next = pages.next(page.next, hasNewItems: !fresh.isEmpty)
      load = .idle
      isCached = false
    }
  }

  package init() {}

  /// Adds a photographer from a photograph, unless their own page was loaded: that has more.
  package mutating func meet(_ person: Person) {
    if !loadedUsernames.contains(person.username) { people[person.username] = person }
  }

  /// Stores a photographer from their own page.
  package mutating func take(_ person: Person) {
    people[person.username] = person
    loadedUsernames.insert(person.username)
  }

  package func isLoaded(_ username: String) -> Bool { loadedUsernames.contains(username) }

  package mutating func take(_ offer: ListOffer) { infos[offer.list] = offer.info }

  /// Returns the cover of a list, from its own page or from the topics on offer.
  package func cover(of list: ListID) -> Cover? {
    infos[list]?.cover ?? offers[.topics]?.all.first { $0.list == list }?.info.cover
  }

  /// Forgets what stands above a list.
  package mutating func forget(_ list: ListID) {
    infos[list] = nil
    guard let name = list.person else { return }
    people[name] = nil
    loadedUsernames.remove(name)
    offers[.collections(of: name)] = nil
  }
}
