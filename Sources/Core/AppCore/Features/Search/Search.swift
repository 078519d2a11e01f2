import Model

/// The search tab: the search line and the results.
package struct SearchState: Equatable, Sendable {
  /// The query of the results; `nil` before the first search.
  package var query: SearchQuery?
  /// Whether the search line has the keyboard.
  package var isTyping = false
  /// The tab that the search line was opened from by key.
  ///
  /// Leaving the line without a search returns there.
  package var origin: AppState.Tab?
  /// The text that the user has typed.
  ///
  /// A selected suggestion replaces it only on the screen.
  package var input = TextField()
  /// The chip, tile or row selected with the arrow keys.
  package var choice: SearchChoice?
  /// The photographers in memory that match the typed text, the best matches first.
  package var people: [Person] = []
  /// The recent searches, the newest first, each text once.
  package var recentSearches: [String] = []
  /// Whether the recent searches of previous runs have been read.
  package var areRecentSearchesRead = false
  /// The queries with the filters last used, by their texts in lower case.
  ///
  /// The filters are restored when a text is searched for again.
  package var filters: [String: SearchQuery] = [:]

  /// The maximum number of recent searches suggested.
  package static let offerLimit = 5
  /// The maximum number of recent searches in memory.
  static let recentSearchLimit = 50
  /// The delay between the last change of orientation and the search.
  ///
  /// Each search is a request, and services limit requests per hour.
  package static let orientationDelay = Duration.milliseconds(400)

  /// Returns the query for a text, with the filters last used with it.
  func query(for text: String) -> SearchQuery {
    var query = filters[text.lowercased()] ?? SearchQuery(text)
    query.text = text
    return query
  }

  /// The list of the results; before the first search, the list of an empty query.
  package var list: ListID { .search(query ?? SearchQuery("")) }

  /// The text of the selected suggestion.
  ///
  /// The search line shows it until the user edits it.
  package var chosen: String? {
    get { if case .text(let text) = choice { text } else { nil } }
    set { choice = newValue.map { .text($0) } }
  }

  /// The content of the search line.
  package var line: TextField {
    guard let chosen else { return input }
    var line = TextField()
    line.apply(.insert(chosen))
    return line
  }

  /// The latest searches whose words begin like the typed words.
  package var offers: [String] {
    let query = Phrase(input.text)
    guard !query.words.isEmpty else {
      let start = input.text.collapsed
      return Array(recentSearches.lazy.filter { $0.hasPrefix(start) }.prefix(Self.offerLimit))
    }
    let found = recentSearches.lazy.filter { Phrase($0).rankOfBeginnings(query) != nil }
    return Array(found.prefix(Self.offerLimit))
  }
}

/// The menu of colours that filter the results, with an entry for no colour.
package struct ColorChooser: Equatable, Sendable {
  package static let colors: [SearchQuery.Color?] = [nil] + SearchQuery.Color.allCases
  /// The number of colours in a row.
  package static let columns = 2

  /// The index of the focused colour.
  package var focus: Int

  package init(focus: Int = 0) { self.focus = focus }
}

package enum SearchAction: Equatable, Sendable {
  /// Opens the search line for typing.
  case findPressed
  case typed(TextField.Edit)
  /// The user left the line without a search.
  case lineClosed
  case offerPressed(String)
  /// A topic on the board or below the line was pressed.
  case topicPressed(ListID)
  /// A photographer below the line was pressed, given by user name.
  case personPressed(String)
  /// Removes a recent search.
  case removePressed(String)
  case recentSearchesRead([String])
  case orientationPressed
  /// Opens the menu of colours.
  case colorPressed
  case colorChosen(SearchQuery.Color?)
  /// Sorts the results by date instead of relevance, or the other way round.
  case sortPressed
  /// Searches all photos instead of the featured ones, or the other way round.
  case scopePressed
  case filtersCleared
  /// The orientation hasn't changed for `SearchState.orientationDelay`.
  case delayPassed
}

package enum SearchEffect: Equatable, Sendable {
  case readRecentSearches
  case record(String)
  case remove(String)

  package var id: Effect.ID {
    switch self {
    case .readRecentSearches: Effect.ID(.search, "recent searches")
    // Both effects share an ID, so that the last one wins for each text.
    case .record(let text), .remove(let text): Effect.ID(.app, "recent search \(text)")
    }
  }
}

extension SearchQuery {
  package var hasFilters: Bool { orientation != nil || color != nil }
}
