import AppCore
import Canvas
import Harness
import Model
import Testing

/// The search line: how it closes, and the arrows in it.
@Suite struct SearchLineTests {
  /// The first visit to the tab.
  private var first: AppState {
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    return state
  }

  /// The results for "cat".
  private var results: AppState {
    var state = first
    type(&state, "cat")
    press(&state, Key(.enter))
    let page = Page(photos: (0..<30).map { Given.photo($0) }, next: 2, total: 1_234)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page)), in: state.search.list))
    return state
  }

  private func press(_ state: inout AppState, _ key: Key) {
    _ = AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
  }

  private func type(_ state: inout AppState, _ text: String) {
    for character in text { press(&state, .character(character)) }
  }

  @Test func `Escape returns to the tab that the line was opened from`() {
    for (tab, place) in [
      (AppState.Tab.gallery, Place.gallery), (.profile, .favourites), (.feed, .feed),
    ] {
      var state = results
      _ = AppReducer.reduce(&state, .tabPressed(tab))
      press(&state, .character("/"))
      type(&state, "dog")
      press(&state, Key(.escape))
      #expect(state.place == place && state.search.origin == nil)
      #expect(state.search.query == SearchQuery("cat") && state.search.input.text.isEmpty)
    }
    // If the user went to the search tab, or has searched since, Escape stays there.
    var state = results
    press(&state, .character("/"))
    press(&state, Key(.escape))
    #expect(state.place == .search)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    press(&state, .character("/"))
    type(&state, "dog")
    press(&state, Key(.enter))
    press(&state, .character("/"))
    press(&state, Key(.escape))
    #expect(state.place == .search)
  }

  @Test func `with an empty line, all four arrows move through the suggestions`() {
    var state = first
    state.program.searchIdeas = ["animals", "night", "sea"]
    for (key, chosen) in [
      (Key.Code.right, "animals"), (.right, "night"), (.right, "sea"), (.left, "night"),
      (.down, "night"), (.up, nil), (.down, "animals"), (.left, nil),
    ] as [(Key.Code, String?)] {
      press(&state, Key(key))
      #expect(state.search.chosen == chosen)
    }
    type(&state, "se")
    press(&state, Key(.left))
    #expect(state.search.chosen == nil && state.search.input.before == "s")
  }

  @Test func `a text in another case has the filters last used with it`() {
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    for text in ["cat", "dog", "CAT"] {
      _ = AppReducer.reduce(&state, .search(.findPressed))
      _ = AppReducer.reduce(&state, .search(.typed(.insert(text))))
      _ = AppReducer.reduce(&state, .pressed(.open))
      if text == "cat" { _ = AppReducer.reduce(&state, .search(.colorChosen(.black))) }
    }
    #expect(state.search.query == SearchQuery("CAT", color: .black))
    #expect(state.search.recentSearches.first == "CAT")
    #expect(!state.search.recentSearches.contains("cat"))
    _ = AppReducer.reduce(&state, .search(.recentSearchesRead(["Cat", "bird"])))
    #expect(state.search.recentSearches == ["CAT", "dog", "bird"])
  }
}
