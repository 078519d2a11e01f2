import Model

/// A suggestion that can be selected below the search line: a row, chip or tile.
package enum SearchChoice: Hashable, Sendable {
  /// A recent search, or a suggested search text.
  case text(String)
  /// A topic of the service.
  case topic(ListID)
  /// A photographer, given by user name.
  case person(String)
}

/// A row below the search line while text is typed.
package struct SearchSuggestion: Equatable, Sendable {
  package enum Group: Sendable { case topics, people, recent }

  package let group: Group
  package let choice: SearchChoice
  /// The text as the service sent it or as it was typed, not yet sanitized for the terminal.
  package let title: String
  /// The number of photos of a topic, as reported by the service; `nil` if unknown.
  package let total: Int?

  /// The maximum number of rows of all groups together.
  package static let maxRows = 8
  /// The maximum number of topics, and of photographers.
  static let groupLimit = 3

  init(_ group: Group, _ choice: SearchChoice, _ title: String, total: Int? = nil) {
    self.group = group
    self.choice = choice
    self.title = title
    self.total = total
  }
}

extension AppState {
  /// The topics, photographers and recent searches that match the typed text, found without a
  /// request.
  ///
  /// Without typed text these are the recent searches if results are shown, otherwise none. Before
  /// the first search, the search board or the chips show the recent searches.
  package var searchSuggestions: [SearchSuggestion] {
    guard search.isTyping else { return [] }
    let recent = search.offers.map { SearchSuggestion(.recent, .text($0), $0) }
    let query = Phrase(search.input.text)
    guard !search.input.text.isEmpty else { return search.query == nil ? [] : recent }
    let people = search.people
      .map { SearchSuggestion(.people, .person($0.username), $0.name) }
    let all = suggestedTopics(matching: query) + people + recent
    return Array(all.prefix(SearchSuggestion.maxRows))
  }

  /// Returns the topics that match a query; the search ideas that match if no topics are loaded.
  private func suggestedTopics(matching query: Phrase) -> [SearchSuggestion] {
    guard knownTopics.isEmpty else {
      return
        knownTopics
        .best(SearchSuggestion.groupLimit, for: query) { $0.info.title }
        .map { SearchSuggestion(.topics, .topic($0.list), $0.info.title, total: $0.info.total) }
    }
    return program.searchIdeas.filter { !search.offers.contains($0) }
      .best(SearchSuggestion.groupLimit, for: query) { $0 }
      .map { SearchSuggestion(.topics, .text($0), $0) }
  }

  /// The loaded topics of the service, without its feed.
  var knownTopics: [ListOffer] {
    offers(.topics) ? offers(of: .topics).all.filter { $0.list.kind == .topic } : []
  }

  /// Whether Enter opens a topic or a photographer instead of searching.
  package var opensChoice: Bool {
    switch search.choice {
    case .topic, .person: true
    case .text, nil: false
    }
  }

  /// Returns the photographers whose name or user name matches a text, the best matches first.
  ///
  /// Searches the photographers of all photos in memory, and those whose pages were opened.
  func knownPeople(matching text: String) -> [Person] {
    let query = Phrase(text)
    guard offers(.people), !query.words.isEmpty else { return [] }
    var known = directory.people
    for author in photos.values.map(\.author)
    where !author.username.isEmpty && known[author.username] == nil {
      known[author.username] = author
    }
    return known.values.sorted { ($0.name, $0.username) < ($1.name, $1.username) }
      .best(SearchSuggestion.groupLimit, for: query) { $0.name + " " + $0.username }
  }
}

extension Array {
  /// Returns the best matches for a query, at most `count`.
  ///
  /// An element matches if its text has words that begin with the words of the query. Equally good
  /// matches stay in their order.
  func best(_ count: Int, for query: Phrase, _ text: (Element) -> String) -> [Element] {
    guard !query.words.isEmpty else { return [] }
    let found = enumerated().compactMap { index, element in
      Phrase(text(element)).rankOfBeginnings(query).map { (rank: $0, index: index) }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.prefix(count)
      .map { self[$0.index] }
  }
}
