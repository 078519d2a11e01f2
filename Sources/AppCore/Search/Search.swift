import Library
import Model

/// The search tab: the query line and what was found.
package struct SearchState: Equatable, Sendable {
  /// What the results are of; nil before the first search.
  package var query: SearchQuery?
  /// Whether the query line has the keyboard.
  package var isTyping = false
  /// The tab that the line was opened from by its key: leaving it without a search leads back
  /// there.
  package var origin: AppState.Tab?
  package var input = TextField()
  /// The chip, tile or row chosen with the arrows.
  package var choice: SearchChoice?
  /// The photographers in memory that match what is typed, the best matches first.
  package var people: [Person] = []
  /// Earlier searches, the newest first, each text once.
  package var history: [String] = []
  /// Whether those of earlier starts are among them.
  package var isHistoryRead = false
  /// What each text was searched for with, so that its filters come back with it.
  package var filters: [String: SearchQuery] = [:]

  package init() {}

  /// Earlier searches offered at once.
  package static let offerLimit = 5
  /// Earlier searches known at once.
  static let historyLimit = 50
  /// How long the orientation rests before it is searched with: each step would be a request, and
  /// these are counted by the hour.
  package static let rest = Duration.milliseconds(400)

  /// The list of the results; of no query as long as nothing has been searched for.
  package var list: ListID { .search(query ?? SearchQuery("")) }

  /// The chosen text; it stands in the line until it is changed there.
  package var chosen: String? {
    get { if case .text(let text) = choice { text } else { nil } }
    set { choice = newValue.map { .text($0) } }
  }

  /// What stands in the query line.
  package var line: TextField {
    guard let chosen else { return input }
    var line = TextField()
    line.apply(.insert(chosen))
    return line
  }

  /// The latest searches with words that begin as those typed do.
  package var offers: [String] {
    let query = Phrase(input.text)
    guard !query.words.isEmpty else {
      let start = input.text.collapsed
      return Array(history.lazy.filter { $0.hasPrefix(start) }.prefix(Self.offerLimit))
    }
    let found = history.lazy.filter { Phrase($0).rankOfBeginnings(query) != nil }
    return Array(found.prefix(Self.offerLimit))
  }
}

/// All colours that results can be narrowed to, and none.
package struct ColorChooser: Equatable, Sendable {
  package static let colors: [SearchQuery.Color?] = [nil] + SearchQuery.Color.allCases
  /// Colours beside each other.
  package static let columns = 2

  /// Index of the focused one.
  package var focus: Int

  package init(focus: Int = 0) { self.focus = focus }
}

package enum SearchAction: Equatable, Sendable {
  /// The query line is to be typed into.
  case findPressed
  case typed(TextField.Edit)
  /// The line is left without a search.
  case lineClosed
  case offerPressed(String)
  /// A topic on the board or below the line was pressed.
  case topicPressed(ListID)
  /// A photographer below the line was pressed, by user name.
  case personPressed(String)
  /// An earlier search is to be forgotten.
  case removePressed(String)
  case historyRead([String])
  case orientationPressed
  /// The colours are to be chosen from.
  case colorPressed
  case colorChosen(SearchQuery.Color?)
  /// The newest, or the most relevant, are to come first.
  case sortPressed
  case filtersCleared
  /// The orientation has not been changed for a while.
  case rested
}

package enum SearchEffect: Equatable, Sendable {
  case readHistory
  case record(String)
  case remove(String)

  package var id: Effect.ID {
    switch self {
    case .readHistory: Effect.ID(.search, "history")
    // Of one text what was wanted last counts.
    case .record(let text), .remove(let text): Effect.ID(.app, "history \(text)")
    }
  }
}

extension SearchQuery {
  package var hasFilters: Bool { orientation != nil || color != nil }
}

extension String {
  /// Words with one blank between them, and none around.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
