import AppCore
import Canvas
import Harness
import Model
import Testing

/// What is searched, and how many photos were looked at.
@Suite struct SearchScopeTests {
  private let cat = SearchQuery("cat")

  /// Returns the search tab with results.
  private func found() -> AppState {
    var state = Given.feed(30).extended
    let page = Page(photos: (0..<30).map { Given.photo($0) }, next: 2)
    for action: AppAction in [
      .pressed(.searchTab), .search(.offerPressed("cat")),
      .feed(.pageLoaded(1, .success(page)), in: .search(cat)),
    ] {
      _ = AppReducer.reduce(&state, action)
    }
    return state
  }

  private func press(_ state: inout AppState, _ key: Key) {
    _ = AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
  }

  @Test func `all photos are searched instead of the featured ones, where there are both`() {
    var state = found()
    press(&state, .character("e"))
    #expect(state.search.query == cat)
    state.launch.service.capabilities.insert(.scopeFilter)
    press(&state, .character("e"))
    let all = SearchQuery("cat", scope: .all)
    #expect(state.search.query == all && state[.search(all)].load == .loading)
    _ = AppReducer.reduce(&state, .search(.orientationPressed))
    _ = AppReducer.reduce(&state, .search(.filtersCleared))
    #expect(state.search.query == all)
    press(&state, .character("e"))
    #expect(state.search.query == cat)
  }

  @Test func `the photos that a list was chosen from are counted, each page once`() {
    var state = found()
    let list = state.search.list
    func load(_ number: PageToken, _ photos: Range<Int>, next: PageToken?, looked: Int? = 50) {
      state.lists[list].load = .loading
      let page = Page(photos: photos.map { Given.photo($0) }, next: next, looked: looked)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(number, .success(page)), in: list))
    }
    // The first page came without a number, as from the cache.
    load(2, 30..<33, next: 3, looked: 3)
    #expect(state[list].chosenFrom == nil)
    load(3, 33..<33, next: nil)
    #expect(state[list].chosenFrom == nil && state[list].order.count == 33)
    state.lists[list].isRefreshing = true
    load(1, 0..<30, next: 2)
    #expect(state[list].chosenFrom == 103)
    state.lists[list].isRefreshing = true
    load(1, 100..<101, next: 2)
    #expect(state[list].chosenFrom == 50 && state[list].order.count == 1)
  }
}
