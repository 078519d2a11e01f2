import Library
import Model

/// A row, chip or tile that can be chosen below the search line.
package enum SearchChoice: Hashable, Sendable {
  /// A recent search, or a word to search for.
  case text(String)
  /// A topic of the service.
  case topic(ListID)
  /// A photographer, by user name.
  case person(String)
}

/// A row below the search line while it is typed in.
package struct SearchSuggestion: Equatable, Sendable {
  package enum Group: Sendable { case topics, people, recent }

  package let group: Group
  package let choice: SearchChoice
  /// As the service sent it, or as it was typed; not yet inert.
  package let title: String
  /// Photos of a topic, by the service's count; `nil` if unknown.
  package let total: Int?

  /// The most rows of all groups together.
  package static let limit = 8
  /// The most topics, and the most photographers.
  static let groupLimit = 3

  init(_ group: Group, _ choice: SearchChoice, _ title: String, total: Int? = nil) {
    self.group = group
    self.choice = choice
    self.title = title
    self.total = total
  }
}

extension AppState {
  /// The topics, photographers and recent searches that match what is typed, all of them known
  /// without a request.
  ///
  /// With nothing typed over results, these are recent searches. Before the first search, the board
  /// or the chips have them.
  package var searchSuggestions: [SearchSuggestion] {
    guard search.isTyping else { return [] }
    let recent = search.offers.map { SearchSuggestion(.recent, .text($0), $0) }
    let query = Phrase(search.input.text)
    guard !search.input.text.isEmpty else { return search.query == nil ? [] : recent }
    let topics =
      knownTopics
      .best(SearchSuggestion.groupLimit, for: query) { $0.info.title }
      .map { SearchSuggestion(.topics, .topic($0.list), $0.info.title, total: $0.info.total) }
    let people = search.people
      .map { SearchSuggestion(.people, .person($0.username), $0.name) }
    return Array((topics + people + recent).prefix(SearchSuggestion.limit))
  }

  /// The topics that the service offers, without its feed.
  var knownTopics: [ListOffer] {
    offers(.topics) ? offers(of: .topics).all.filter { $0.list.kind == .topic } : []
  }

  /// Whether Enter opens a topic or a photographer rather than searches.
  package var opensChoice: Bool {
    switch search.choice {
    case .topic, .person: true
    case .text, nil: false
    }
  }

  /// The photographers whose name or user name matches what is typed: those of all photos in
  /// memory, and those whose pages were opened.
  func knownPeople(matching text: String) -> [Person] {
    let query = Phrase(text)
    guard offers(.people), !query.words.isEmpty else { return [] }
    var known = library.directory.people
    for photo in photos.values where known[photo.author.username] == nil {
      known[photo.author.username] = photo.author
    }
    return known.values.sorted { ($0.name, $0.username) < ($1.name, $1.username) }
      .best(SearchSuggestion.groupLimit, for: query) { $0.name + " " + $0.username }
  }
}

extension Array {
  /// Returns the first elements whose words begin as those of a query do, the best matches first.
  func best(_ count: Int, for query: Phrase, _ text: (Element) -> String) -> [Element] {
    guard !query.words.isEmpty else { return [] }
    let found = enumerated().compactMap { index, element in
      Phrase(text(element)).rankOfBeginnings(query).map { (rank: $0, index: index) }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.prefix(count)
      .map { self[$0.index] }
  }
}
