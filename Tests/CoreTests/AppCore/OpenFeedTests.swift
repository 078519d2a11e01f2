import AppCore
import Harness
import Model
import Testing

/// A feed that stays open for hours, also on a suspended computer.
@Suite struct OpenFeedTests {
  private var hour: Effect {
    .after(Effect.ID(.app, "hour of feed "), .seconds(3600), aged)
  }

  private var aged: AppAction { .feed(.aged(.seconds(3600))) }

  /// Returns the feed as the service has just sent it.
  private func fresh() -> AppState {
    var state = Given.splash(Given.extendedLaunch)
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(AppReducer.reduce(&state, loaded(0..<30)).contains(hour))
    return state
  }

  @Test func `after an hour in view, new photos are looked for, and the age is shown`() {
    var state = fresh()
    expect(&state, aged, [hour, .feed(.loadPage(1)), growing]) {
      $0.feed.cacheAge = .seconds(3600)
      $0.feed.load = .loading
      $0.feed.isRefreshing = true
      $0.feed.isRefreshedInBackground = true
      $0.cache.isAging = true
    }
    var failing = state
    _ = AppReducer.reduce(&failing, failed)
    #expect(failing.feed.cacheAge == .seconds(3600) && failing.alerts.isEmpty)
    let effects = AppReducer.reduce(&state, loaded(-2..<28))
    #expect(effects.contains(hour) && state.feed.cacheAge == nil)
    #expect(state.notice?.text == .newPhotos(2))
  }

  @Test func `an hour passes without a request if the budget is low, or the feed isn't in view`() {
    var state = fresh()
    state.budget = RateBudget(limit: 50, remaining: 25)
    expect(&state, aged, [hour, growing]) {
      $0.feed.cacheAge = .seconds(3600)
      $0.cache.isAging = true
    }
    state = fresh()
    _ = AppReducer.reduce(&state, .tabPressed(.gallery))
    #expect(AppReducer.reduce(&state, aged) == [hour, growing])
    #expect(AppReducer.reduce(&state, .tabPressed(.feed)).contains(.feed(.loadPage(1))))
  }

  @Test func `after a suspension, the list in view is refreshed quietly`() {
    var state = fresh()
    #expect(AppReducer.reduce(&state, .suspensionEnded) == [.feed(.loadPage(1))])
    #expect(AppReducer.reduce(&state, .suspensionEnded).isEmpty)
    _ = AppReducer.reduce(&state, loaded(0..<30))
    #expect(state.notice == nil)
    state.budget = RateBudget(limit: 50, remaining: 25)
    #expect(AppReducer.reduce(&state, .suspensionEnded).isEmpty)
    var signedOut = Given.signIn(Given.extendedLaunch)
    expect(&signedOut, .suspensionEnded)
  }

  @Test func `a timer that is late counts the delay`() {
    let late = Duration.seconds(12 * 3600 + 59)
    #expect(AppAction.cache(.minutesPassed(1)).delayed(by: late) == .cache(.minutesPassed(721)))
    let age = Duration.seconds(13 * 3600 + 59)
    #expect(aged.delayed(by: late) == .feed(.aged(age)))
    #expect(AppAction.networkAwaited.delayed(by: late) == .networkAwaited)
  }

  private var growing: Effect {
    .after(Effect.ID(.app, "age"), .seconds(60), .cache(.minutesPassed(1)))
  }

  private func loaded(_ numbers: Range<Int>) -> AppAction {
    .feed(.pageLoaded(1, .success(Given.page(numbers, next: 2))))
  }

  private var failed: AppAction {
    .feed(.pageLoaded(1, .failure(Problem(.feed, .connectionRefused(host: "h")))))
  }
}
