@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct SearchTests {
  private let cat = SearchQuery("cat")
  private let restTimer = Effect.ID(.search, "rest")

  /// Returns a signed-in user's first visit to the tab, with these recent searches.
  private func tab(_ recent: [String] = ["cats", "Dogs", "catamaran", "sea", "fog", "tram"])
    -> AppState
  {
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    _ = AppReducer.reduce(&state, .search(.recentSearchesRead(recent)))
    return state
  }

  /// Returns the search tab with results.
  private func found(_ count: Int = 30, next: PageToken? = 2, total: Int? = 1_234) -> AppState {
    var state = tab([])
    type(&state, "cat")
    _ = AppReducer.reduce(&state, .pressed(.open))
    let page = Page(photos: (0..<count).map { Given.photo($0) }, next: next, total: total)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page)), in: state.search.list))
    return state
  }

  private func press(_ state: inout AppState, _ key: Key) {
    _ = AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
  }

  private func type(_ state: inout AppState, _ text: String) {
    for character in text {
      press(&state, .character(character))
    }
  }

  private func line(_ text: String) -> TextField {
    var field = TextField()
    field.apply(.insert(text))
    return field
  }

  private func load(_ query: SearchQuery) -> [Effect] {
    [.cache(.readList(.search(query))), .feed(.loadPage(1, of: .search(query)))]
  }

  // MARK: The line

  @Test func `the first visit opens the line and reads the recent searches`() {
    var state = Given.feed(30).extended
    expect(&state, .pressed(.searchTab), [.cancelReads(.feed), .cancelReads(.details)] + reads) {
      $0.tab = .search
      $0.search.isTyping = true
      $0.directory.offers[.topics, default: .init()].load = .loading
    }
    #expect(state.place == .searchInput)
    expect(&state, .search(.recentSearchesRead(["a", "b"]))) {
      $0.search.recentSearches = ["a", "b"]
      $0.search.areRecentSearchesRead = true
    }
    let left: [Effect] = [.cancelReads(.search), .cancelReads(.details)]
    expect(&state, .pressed(.nextTab), left) { $0.showGallery() }
  }

  private let reads: [Effect] = [
    .search(.readRecentSearches), .chooser(.loadUnlessCached(.topics)),
  ]

  @Test func `the search key opens the line in every tab`() {
    for place in [Place.feed, .profile, .favourites, .search, .gallery] {
      guard var state = Every.place[place]?.extended else { continue }
      #expect(KeyMap.action(for: .character("/"), in: state) == .pressed(.find))
      _ = AppReducer.reduce(&state, .pressed(.find))
      #expect(state.place == .searchInput)
    }
  }

  @Test func `a query is trimmed, saved and requested`() {
    var state = tab(["sea", "cat"])
    type(&state, "  cat ")
    let effects: [Effect] = [.search(.record("cat")), .cancelReads(.search)] + load(cat)
    expect(&state, .pressed(.open), effects) {
      $0.search.isTyping = false
      $0.search.input = TextField()
      $0.search.recentSearches = ["cat", "sea"]
      $0.search.query = SearchQuery("cat")
      $0.search.filters = ["cat": SearchQuery("cat")]
      $0[$0.search.list].load = .loading
    }
    #expect(state.place == .search)
  }

  @Test func `an empty line starts no search`() {
    var state = tab()
    expect(&state, .pressed(.open))
    type(&state, "   ")
    expect(&state, .pressed(.open))
  }

  @Test func `Escape returns to the results, which stay`() {
    var state = found()
    expect(&state, .pressed(.find)) { $0.search.isTyping = true }
    type(&state, "dog")
    // The text that wasn't searched for is removed.
    expect(&state, .pressed(.back)) {
      $0.search.isTyping = false
      $0.search.input = TextField()
    }
    #expect(state.search.query == cat && state[state.search.list].order.count == 30)
    expect(&state, .pressed(.find)) { $0.search.isTyping = true }
  }

  @Test func `keys in the line type, delete, clear and paste text`() {
    var state = tab()
    // In the empty line, the key that opens it types nothing.
    type(&state, "/q1?/ я")
    #expect(state.search.line.text == "q1?/ я")
    press(&state, Key(.backspace))
    #expect(state.search.line.text == "q1?/ ")
    press(&state, .control("u"))
    #expect(state.search.line.text.isEmpty)
    let paste = KeyMap.action(forPaste: "red\nboat\tat\u{1B}[31m", in: state)
    _ = paste.map { AppReducer.reduce(&state, $0) }
    #expect(state.search.line.text == "red boat at[31m")
  }

  @Test func `text is typed at the cursor, and a suggestion can be continued`() {
    var state = tab()
    type(&state, "ct")
    press(&state, Key(.left))
    type(&state, "a ")
    #expect(state.search.line.before == "ca " && state.search.line.after == "t")
    press(&state, Key(.delete))
    #expect(state.search.line.text == "ca ")
    press(&state, .control("u"))
    type(&state, "c")
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    press(&state, Key(.home))
    type(&state, "two ")
    #expect(state.search.chosen == nil && state.search.line.text == "two cats")
    #expect(state.search.line.after == "cats")
    // With a suggestion selected, the key that deletes to the right removes the recent search.
    press(&state, .control("u"))
    press(&state, .control("k"))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(KeyMap.action(for: Key(.delete), in: state) == .pressed(.removeQuery))
  }

  // MARK: Recent searches

  @Test func `a search in different case replaces the earlier one`() {
    var state = tab()
    type(&state, "DOGS")
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(effects.prefix(2) == [.search(.remove("Dogs")), .search(.record("DOGS"))])
    #expect(
      state.search.recentSearches.first == "DOGS" && !state.search.recentSearches.contains("Dogs")
    )
  }

  @Test func `five recent searches are suggested, or those that begin with the typed text`() {
    var state = tab()
    #expect(state.search.offers == ["cats", "Dogs", "catamaran", "sea", "fog"])
    type(&state, "CAT")
    #expect(state.search.offers == ["cats", "catamaran"])
    type(&state, "x")
    #expect(state.search.offers == [])
    state = tab()
    type(&state, "do")
    #expect(state.search.offers == ["Dogs"])
  }

  @Test func `the arrows select a suggestion, and Enter searches for it`() {
    var state = tab()
    type(&state, "c")
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.search.chosen = "cats" }
    expect(&state, .pressed(.moveDown)) { $0.search.chosen = "catamaran" }
    expect(&state, .pressed(.moveDown))
    #expect(state.search.line.text == "catamaran" && state.search.offers.count == 2)
    expect(&state, .pressed(.moveUp)) { $0.search.chosen = "cats" }
    var up = state
    expect(&up, .pressed(.moveUp)) { $0.search.chosen = nil }
    #expect(up.search.line.text == "c")

    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(effects.first == .search(.record("cats")))
    #expect(state.search.query == SearchQuery("cats"))
    #expect(state.search.recentSearches.first == "cats" && state.search.recentSearches.count == 6)
  }

  @Test func `typing continues a selected suggestion`() {
    var state = tab()
    expect(&state, .pressed(.moveDown)) { $0.search.chosen = "cats" }
    type(&state, "!")
    #expect(state.search.chosen == nil && state.search.input.text == "cats!")
  }

  @Test func `a suggestion is removed by key and by mouse`() {
    var state = tab(["a", "b", "c"])
    expect(&state, .pressed(.removeQuery))
    expect(&state, .pressed(.moveDown)) { $0.search.chosen = "a" }
    expect(&state, .pressed(.removeQuery), [.search(.remove("a"))]) {
      $0.search.recentSearches = ["b", "c"]
      $0.search.chosen = "b"
    }
    expect(&state, .search(.removePressed("c")), [.search(.remove("c"))]) {
      $0.search.recentSearches = ["b"]
    }
    expect(&state, .pressed(.removeQuery), [.search(.remove("b"))]) {
      $0.search.recentSearches = []
      $0.search.chosen = nil
    }
    expect(&state, .search(.removePressed("b")))
  }

  @Test func `searches made before the stored ones were read stay at the top`() {
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    type(&state, "new")
    let effects = AppReducer.reduce(&state, .pressed(.open))
    // The search has cancelled the pending read.
    #expect(effects.contains(.search(.readRecentSearches)))
    expect(&state, .search(.recentSearchesRead(["old", "new"]))) {
      $0.search.recentSearches = ["new", "old"]
      $0.search.areRecentSearchesRead = true
    }
  }

  @Test func `pressing a suggestion searches for it`() {
    var state = tab()
    let effects = AppReducer.reduce(&state, .search(.offerPressed("Dogs")))
    #expect(effects.contains(.feed(.loadPage(1, of: .search(SearchQuery("Dogs"))))))
    #expect(state.search.recentSearches.first == "Dogs" && state.place == .search)
  }

  // MARK: Results

  @Test func `a new search cancels the pending one`() {
    var state = found()
    state.views.restore(.search, .small)
    _ = AppReducer.reduce(&state, .pressed(.find))
    type(&state, "dog")
    let dog = SearchQuery("dog")
    let effects: [Effect] = [.search(.record("dog")), .cancelReads(.search)] + load(dog)
    expect(&state, .pressed(.open), effects) {
      $0.search.isTyping = false
      $0.search.input = TextField()
      $0.search.recentSearches = ["dog", "cat"]
      $0.lists.remove($0.search.list)
      $0.search.query = dog
      $0.search.filters["dog"] = dog
      $0.views.restore(.search, .small)
      $0[$0.search.list].load = .loading
    }
  }

  @Test func `pages are appended without duplicates`() {
    var state = found()
    let effects = AppReducer.reduce(&state, .pressed(.last))
    #expect(effects.contains(.feed(.loadPage(2, of: .search(cat)))))
    let page = Page(photos: [29, 30, 31, 30].map { Given.photo($0) }, next: nil, total: 1_234)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(page)), in: state.search.list))
    #expect(state[state.search.list].order == (0..<32).map(Given.id))
    #expect(state[state.search.list].hasEnded && state[state.search.list].total == 1_234)
    #expect(state.feed.order.count == 30)
  }

  @Test func `another tab cancels the page, and returning requests it again`() {
    var state = tab()
    type(&state, "cat")
    _ = AppReducer.reduce(&state, .pressed(.open))
    let reads: [Effect] = [.cancelReads(.search), .cancelReads(.details)]
    expect(&state, .tabPressed(.gallery), reads) {
      $0.showGallery()
      $0[$0.search.list].load = .idle
    }
    let effects = AppReducer.reduce(&state, .tabPressed(.search))
    #expect(
      effects == [.cache(.readList(.search(cat))), .feed(.loadPage(1, of: .search(cat)))]
    )
    #expect(state.place == .search)
  }

  // MARK: Filters

  @Test func `the orientation cycles, and is searched for after a pause`() {
    var state = found()
    var query = cat
    let dropped: [Effect] = [
      .cancelReads(.search), .after(restTimer, .milliseconds(400), .search(.delayPassed)),
    ]
    for next in [SearchQuery.Orientation.landscape, .portrait, .squarish, nil, .landscape] {
      query.orientation = next
      expect(&state, .pressed(.orientation), dropped) {
        $0.lists.remove($0.search.list)
        $0.search.query?.orientation = next
        $0.search.filters["cat"] = query
        $0[$0.search.list] = PhotoList()
      }
    }
    expect(&state, .search(.delayPassed), load(query)) { $0[$0.search.list].load = .loading }
    // Any response in the meantime comes too late.
    expect(&state, .search(.delayPassed))
  }

  @Test func `a colour is chosen from a list of all colours`() {
    var state = found()
    expect(&state, .pressed(.color)) { $0.colors = ColorChooser() }
    #expect(state.place == .colors)
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.colors?.focus = 2 }
    expect(&state, .pressed(.moveRight)) { $0.colors?.focus = 3 }
    expect(&state, .pressed(.moveLeft)) { $0.colors?.focus = 2 }
    let black = SearchQuery("cat", color: .black)
    expect(&state, .pressed(.open), [.cancelReads(.search)] + load(black)) {
      $0.colors = nil
      $0.lists.remove($0.search.list)
      $0.search.query = black
      $0.search.filters["cat"] = black
      $0[$0.search.list].load = .loading
    }
    expect(&state, .pressed(.color)) { $0.colors = ColorChooser(focus: 2) }
    // Choosing the same colour, or Escape, starts no new search.
    expect(&state, .pressed(.open)) { $0.colors = nil }
    expect(&state, .search(.colorPressed)) { $0.colors = ColorChooser(focus: 2) }
    expect(&state, .pressed(.back)) { $0.colors = nil }
  }

  @Test func `filters are restored with their query`() {
    var state = found()
    _ = AppReducer.reduce(&state, .search(.colorChosen(.blue)))
    _ = AppReducer.reduce(&state, .search(.offerPressed("dog")))
    #expect(state.search.query == SearchQuery("dog"))
    let effects = AppReducer.reduce(&state, .search(.offerPressed("cat")))
    #expect(effects.contains(.feed(.loadPage(1, of: .search(SearchQuery("cat", color: .blue))))))
  }

  @Test func `without results, Enter removes the filters, and then opens the line`() {
    var state = found()
    _ = AppReducer.reduce(&state, .search(.colorChosen(.blue)))
    let empty = FeedAction.pageLoaded(1, .success(Page(photos: [], next: nil, total: 0)))
    _ = AppReducer.reduce(&state, .feed(empty, in: state.search.list))
    #expect(state.isNothingFound)
    expect(&state, .pressed(.open), [.cancelReads(.search)] + load(cat)) {
      $0.lists.remove($0.search.list)
      $0.search.query = SearchQuery("cat")
      $0.search.filters["cat"] = SearchQuery("cat")
      $0[$0.search.list].load = .loading
    }
    _ = AppReducer.reduce(&state, .feed(empty, in: state.search.list))
    expect(&state, .pressed(.open)) { $0.search.isTyping = true }
  }

  @Test func `filters are available only with a query`() {
    var state = tab()
    _ = AppReducer.reduce(&state, .pressed(.back))
    for key in ["o", "c"] as [Character] {
      guard case .unavailable(_, .nothingSearched) = KeyMap.action(for: .character(key), in: state)
      else {
        Issue.record("\(key) is not refused")
        continue
      }
    }
    for action in [SearchAction.orientationPressed, .colorPressed, .filtersCleared] {
      expect(&state, .search(action))
    }
    // Without results, Enter opens the line.
    expect(&state, .pressed(.open)) { $0.search.isTyping = true }
  }

  @Test func `an error is shown in place, and Retry repeats the request`() {
    var state = tab()
    type(&state, "cat")
    _ = AppReducer.reduce(&state, .pressed(.open))
    let problem = Problem(.feed, .timedOut(host: "h"))
    expect(
      &state,
      .feed(.pageLoaded(1, .failure(problem)), in: state.search.list),
      [Given.tryLater]
    ) {
      $0[$0.search.list].load = .failed(problem)
      $0.isOffline = true
    }
    expect(&state, .pressed(.open), [.feed(.loadPage(1, of: .search(cat)))]) {
      $0[$0.search.list].load = .loading
    }
  }

  @Test func `signing out removes the search`() {
    var state = found()
    _ = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    #expect(state.search == SearchState())
  }
}
