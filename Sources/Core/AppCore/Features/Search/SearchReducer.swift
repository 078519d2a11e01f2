import Canvas
import Model

package enum SearchReducer {
  /// The timer that delays the search after a change of orientation.
  private static let timer = Effect.ID(.search, "rest")

  package static func reduce(_ state: inout AppState, _ action: SearchAction) -> [Effect] {
    switch action {
    case .findPressed:
      guard state.tab == .search, !state.search.isTyping else { return [] }
      state.search.isTyping = true
      state.search.input = TextField()
      return []
    case .typed(let edit):
      // The key that opens the search line isn't typed into an empty line.
      if state.search.line.text.isEmpty, case .insert(let text) = edit, text.count == 1,
        let character = text.first,
        state.program.keyMap.keys(of: .find).contains(.character(character))
      {
        return []
      }
      type(&state.search, edit)
      state.search.people = state.knownPeople(matching: state.search.input.text)
      return []
    case .lineClosed:
      closeLine(&state)
      state.search.choice = nil
      return []
    case .offerPressed(let text): return search(&state, text)
    case .topicPressed(let list): return open(&state, .topic(list))
    case .personPressed(let username): return open(&state, .person(username))
    case .removePressed(let text): return remove(&state, text)
    case .recentSearchesRead(let texts):
      // Searches made before the stored ones were read are newer.
      let own = state.search.recentSearches
      let known = Set(own.map { $0.lowercased() })
      let all = own + texts.filter { !known.contains($0.lowercased()) }
      state.search.recentSearches = Array(all.prefix(SearchState.recentSearchLimit))
      state.search.areRecentSearchesRead = true
      return []
    case .orientationPressed: return nextOrientation(&state)
    case .colorPressed:
      guard let query = state.search.query else { return [] }
      let focus = ColorChooser.colors.firstIndex(of: query.color) ?? 0
      state.colors = ColorChooser(focus: focus)
      return []
    case .colorChosen(let color):
      state.colors = nil
      guard var query = state.search.query, query.color != color else { return [] }
      query.color = color
      return ask(&state, query)
    case .sortPressed:
      guard var query = state.search.query else { return [] }
      query.sort = query.sort == .relevant ? .latest : .relevant
      return ask(&state, query)
    case .scopePressed:
      guard var query = state.search.query else { return [] }
      query.scope = query.scope == .featured ? .all : .featured
      return ask(&state, query)
    case .filtersCleared:
      guard let query = state.search.query, query.hasFilters else { return [] }
      return ask(&state, SearchQuery(query.text, sort: query.sort, scope: query.scope))
    case .delayPassed:
      let results = state[state.search.list]
      guard results.order.isEmpty, results.load == .idle, !results.hasEnded else { return [] }
      return [.event(.listShown(state.search.list))]
    }
  }

  /// Handles the commands of the search tab, except those that all lists have.
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .orientation: return .handled(reduce(&state, .orientationPressed))
    case .color: return .handled(reduce(&state, .colorPressed))
    case .sort: return .handled(reduce(&state, .sortPressed))
    case .scope: return .handled(reduce(&state, .scopePressed))
    case .nextTab, .previousTab:
      guard let words = state.search.query?.text, state.offers([.peopleSearch, .collections]) else {
        return .ignored
      }
      let isNext = command == .nextTab
      let found: OfferSubject = isNext ? .people(words) : .collectionsFound(words)
      return .handled([.event(.destinationChosen(.chooser(found)))])
    case .moveUp, .moveDown, .moveLeft, .moveRight:
      // After the line was closed, its suggestions are still on the screen.
      guard state.search.query == nil, !state.searchChoices.isEmpty else { return .ignored }
      return .handled(reduce(&state, .findPressed) + move(&state, command))
    case .open where state.search.query == nil: return .handled(reduce(&state, .findPressed))
    case .open where state.isNothingFound:
      let hasFilters = state.search.query?.hasFilters == true
      return .handled(reduce(&state, hasFilters ? .filtersCleared : .findPressed))
    default: return .ignored
    }
  }

  /// Prepares the search tab when it is shown.
  ///
  /// Without results, the search line is opened.
  static func appear(_ state: inout AppState) -> [Effect] {
    state.search.isTyping = state.search.query == nil
    // After a visit to a topic, the topic is still selected on the board.
    if !state.isBoardActive || state.search.chosen != nil { state.search.choice = nil }
    return readRecentSearches(state) + seekTopics(&state) + [.event(.listShown(state.search.list))]
  }

  // MARK: The line

  /// Handles the commands of the search line; letters are typed as text there.
  static func handleLine(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp, .moveDown, .moveLeft, .moveRight: return .handled(move(&state, command))
    case .open:
      let choice = state.search.choice.flatMap { state.searchChoices.contains($0) ? $0 : nil }
      return .handled(open(&state, choice ?? .text(state.search.line.text)))
    case .back:
      let origin = state.search.origin
      return .handled(
        reduce(&state, .lineClosed) + (origin.map { [.event(.destinationChosen(.tab($0)))] } ?? [])
      )
    case .removeQuery: return .handled(state.search.chosen.map { remove(&state, $0) } ?? [])
    default: return .ignored
    }
  }

  private static func move(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveUp: chooseRow(&state, down: false)
    case .moveDown: chooseRow(&state, down: true)
    case .moveLeft: choose(&state, -1)
    default: choose(&state, 1)
    }
    return []
  }

  private static func type(_ search: inout SearchState, _ edit: TextField.Edit) {
    search.input = search.line
    search.choice = nil
    // A line break or tab in pasted text separated words, so it becomes a space.
    if case .insert(let text) = edit {
      search.input.apply(.insert(String(text.map { $0.isWhitespace ? " " : $0 })))
    } else {
      search.input.apply(edit)
    }
  }

  /// Moves the selection through the suggestions.
  ///
  /// Above the first one, the typed text is selected.
  private static func choose(_ state: inout AppState, _ step: Int) {
    let choices = state.searchChoices
    let index = state.search.choice.flatMap { choices.firstIndex(of: $0) } ?? -1
    let next = max(-1, min(choices.count - 1, index + step))
    state.search.choice = next < 0 ? nil : choices[next]
  }

  /// Moves the selection by rows of chips or tiles.
  private static func chooseRow(_ state: inout AppState, down: Bool) {
    guard let choice = state.search.choice, state.searchChoices.contains(choice),
      state.areChipsActive || state.isBoardActive
    else { return choose(&state, down ? 1 : -1) }
    let next =
      state.isBoardActive
      ? state.searchBoard?.neighbour(of: choice, down: down)
      : state.searchChips.flatMap { chips in
        state.search.chosen.flatMap { chips.neighbour(of: $0, down: down) }
      }.map { .text($0.text) }
    if next != nil || !down { state.search.choice = next }
  }

  private static func remove(_ state: inout AppState, _ text: String) -> [Effect] {
    let offers = state.search.offers
    guard state.search.recentSearches.contains(text) else { return [] }
    state.search.recentSearches.removeAll { $0 == text }
    if state.search.chosen == text, let index = offers.firstIndex(of: text) {
      let rest = state.search.offers
      state.search.chosen = rest.isEmpty ? nil : rest[min(index, rest.count - 1)]
    }
    return [.search(.remove(text))]
  }

  private static func readRecentSearches(_ state: AppState) -> [Effect] {
    state.search.areRecentSearchesRead ? [] : [.search(.readRecentSearches)]
  }

  // MARK: Searching

  /// Closes the search line and clears its text.
  private static func closeLine(_ state: inout AppState) {
    state.search.isTyping = false
    state.search.input = TextField()
    state.search.people = []
  }

  /// Searches for a text, or opens a topic or photographer on top of the tab.
  private static func open(_ state: inout AppState, _ choice: SearchChoice) -> [Effect] {
    switch choice {
    case .text(let text): return search(&state, text)
    case .topic(let list):
      closeLine(&state)
      state.search.choice = choice
      return [.event(.destinationChosen(.list(list)))]
    case .person(let username):
      if let person = state.search.people.first(where: { $0.username == username }) {
        state.directory.add(person)
      }
      closeLine(&state)
      state.search.choice = nil
      return [.event(.destinationChosen(.list(.photographer(username))))]
    }
  }

  /// Loads the board's topics unless they are known.
  ///
  /// This costs at most one request, and none if they are cached.
  private static func seekTopics(_ state: inout AppState) -> [Effect] {
    guard state.search.query == nil, state.hasRoomForBoard else { return [] }
    let topics = state.offers(of: .topics)
    guard topics.all.isEmpty, topics.next == .first, topics.load != .loading else { return [] }
    state.directory.offers[.topics, default: .init()].load = .loading
    return [.chooser(.loadUnlessCached(.topics))]
  }

  private static func search(_ state: inout AppState, _ line: String) -> [Effect] {
    let text = line.collapsed
    guard !text.isEmpty else { return [] }
    closeLine(&state)
    state.search.choice = nil
    state.search.origin = nil
    // Searches that differ only in case are the same to services and users, so only the latest is
    // stored.
    let same = state.search.recentSearches.filter { $0.lowercased() == text.lowercased() }
    let recent = [text] + state.search.recentSearches.filter { !same.contains($0) }
    state.search.recentSearches = Array(recent.prefix(SearchState.recentSearchLimit))
    return same.filter { $0 != text }.map { .search(.remove($0)) } + [.search(.record(text))]
      + ask(&state, state.search.query(for: text))
  }

  /// Starts the search of the command line or of a link.
  static func begin(_ state: inout AppState, _ query: SearchQuery) -> [Effect] {
    state.search.filters[query.text.collapsed.lowercased()] = query
    return search(&state, query.text)
  }

  private static func nextOrientation(_ state: inout AppState) -> [Effect] {
    guard var query = state.search.query else { return [] }
    let all: [SearchQuery.Orientation?] = [nil] + SearchQuery.Orientation.allCases
    let index = all.firstIndex(of: query.orientation) ?? 0
    query.orientation = all[(index + 1) % all.count]
    return ask(&state, query, isDelayed: true)
  }

  /// Starts a new search and cancels the loads of the previous one.
  private static func ask(
    _ state: inout AppState,
    _ query: SearchQuery,
    isDelayed: Bool = false
  ) -> [Effect] {
    state.removeList(state.search.list)
    state.search.query = query
    state.search.filters[query.text.lowercased()] = query
    state.removeList(state.search.list)
    let dropped = [.cancelReads(.search)] + readRecentSearches(state)
    return isDelayed
      ? dropped + [.after(timer, SearchState.orientationDelay, .search(.delayPassed))]
      : dropped + [.event(.listShown(state.search.list))]
  }

  // MARK: Colours

  static func handleColors(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let focus = state.colors?.focus else { return .ignored }
    switch command {
    case .moveUp: return move(&state, by: -ColorChooser.columns)
    case .moveDown: return move(&state, by: ColorChooser.columns)
    case .moveLeft: return move(&state, by: -1)
    case .moveRight: return move(&state, by: 1)
    case .open: return .handled(reduce(&state, .colorChosen(ColorChooser.colors[focus])))
    default: return .ignored
    }
  }

  private static func move(_ state: inout AppState, by step: Int) -> CommandResult {
    guard let focus = state.colors?.focus, ColorChooser.colors.indices.contains(focus + step)
    else { return .done }
    state.colors?.focus = focus + step
    return .done
  }
}

extension AppState {
  /// Whether the service has responded that there are no results.
  package var isNothingFound: Bool {
    let results = self[search.list]
    return search.query != nil && results.order.isEmpty && results.load == .idle
      && results.hasEnded
  }
}
