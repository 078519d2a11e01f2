import AppCore
import Harness
import Model
import Testing

/// A launch with a list named on the command line, and a cached list.
@Suite struct BeginningTests {
  /// Starts the program at a list, with a cached list in the feed's tab.
  private func start(at list: ListID, cached: ListID) -> (AppState, [Effect]) {
    var state = Given.splash(Given.extendedLaunch)
    state.beginning = list
    let photos = (0..<30).map { Given.photo($0) }
    let kept = CachedList(photos: photos, next: 2, total: nil, time: 1_000)
    let effects = AppReducer.reduce(
      &state,
      .resumed(Account(), kept, of: cached, age: .seconds(7_200), sizes: [:])
    )
    return (state, effects)
  }

  @Test func `the cached feed is refreshed when the user gets there`() {
    var (state, effects) = start(at: .topic("fog"), cached: .feed)
    #expect(state.visit?.list == .topic("fog"))
    #expect(!effects.contains(.feed(.loadPage(1))))
    effects = AppReducer.reduce(&state, .pressed(.back))
    #expect(effects.contains(.feed(.loadPage(1))))
  }

  @Test func `the feed replaces the last run's topic`() {
    let (state, effects) = start(at: .feed, cached: .topic("fog"))
    #expect(state.source == .feed && state.beginning == nil)
    #expect(effects.contains(.cache(.readList(.feed))))
  }
}
