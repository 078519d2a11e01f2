@testable import AppCore
import CustomDump
import Harness
import Model
import Testing

/// Likes that can't be sent yet.
///
/// The likes wait for the network, or for the next hourly budget.
@Suite struct WaitingLikesTests {
  private let id = Given.id(0)
  private let retry = Effect.ID(.likes, "retry")

  private func ask(_ id: Photo.ID, _ liked: Bool) -> [Effect] {
    [.likes(.set(id, liked: liked))]
  }

  /// Returns the timer of the notice that likes wait for the network.
  private func announced(_ number: Int) -> Effect {
    noticeTimer(number, seconds: 5)
  }

  private func retryLater(_ seconds: Int) -> Effect {
    .after(retry, .seconds(seconds), .likes(.waitingRetried))
  }

  private func answered(
    _ number: Int,
    _ liked: Bool = true,
    _ cause: Problem.Cause? = nil
  ) -> AppAction {
    let answer = LikeResponse(isLiked: liked, likes: nil)
    let result: Result<LikeResponse, Problem> =
      cause.map { .failure(Problem(.like, $0)) } ?? .success(answer)
    return .likes(.answered(Given.id(number), liked: liked, result))
  }

  /// Returns the requests among effects.
  private func sent(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .likes = $0 { true } else { false } }
  }

  private let refused = Problem.Cause.connectionRefused(host: "h")

  /// Returns a feed whose last request didn't reach the service.
  private func offline() -> AppState {
    var state = Given.feed(30, next: nil).extended
    state.isOffline = true
    return state
  }

  @Test func `without a response the heart stays, and the like is retried`() {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .pressed(.like))
    let failed = [retryLater(5), announced(1), Given.tryLater]
    expect(&state, answered(0, true, refused), failed) {
      $0.likes.pending = [:]
      $0.likes.isWaitAnnounced = true
      $0.isOffline = true
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .likesWaitForNetwork)
    }
    #expect(state.photos[id]?.isLiked == true && state.alerts.isEmpty)
    // Intervals grow up to a minute.
    for (seconds, next) in [(10, 10), (20, 20), (40, 40), (60, 60), (60, 60)] {
      #expect(AppReducer.reduce(&state, .likes(.waitingRetried)) == ask(id, true))
      #expect(state.likes.backOff == .seconds(next))
      let effects = AppReducer.reduce(&state, answered(0, true, refused))
      #expect(effects == [retryLater(seconds), Given.tryLater])
    }
    let done = AppReducer.reduce(&state, .likes(.waitingRetried))
    #expect(done == ask(id, true))
    let settled: [Effect] = [.cache(.writeLike(Given.liked(0), nil))]
    expect(&state, answered(0), settled + [Given.isBack]) {
      $0.likes = LikesState()
      $0.isOffline = false
    }
  }

  @Test func `offline nothing is sent, and an even number of presses sends nothing later`() {
    var state = offline()
    let first = AppReducer.reduce(&state, .pressed(.like))
    #expect(first == [.cache(.writeLike(Given.liked(0), true)), retryLater(5), announced(1)])
    #expect(state.photos[id]?.isLiked == true && state.photos[id]?.likes == 11)
    let second = AppReducer.reduce(&state, .pressed(.like))
    #expect(second == [.cache(.writeLike(Given.photo(0), nil))])
    #expect(state.photos[id]?.isLiked == false && state.likes.changes.isEmpty)
    #expect(AppReducer.reduce(&state, .likes(.waitingRetried)).isEmpty)
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    let page = AppAction.feed(.pageLoaded(1, .success(Given.page(0..<30))))
    #expect(sent(AppReducer.reduce(&state, page)).isEmpty)
  }

  @Test func `waiting for the network is announced once, and again after it returned`() {
    var state = offline()
    func isAnnounced(_ number: Int) -> Bool {
      state.notice = nil
      _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(number))))
      return state.notice?.text == .likesWaitForNetwork
    }
    #expect((0..<3).map(isAnnounced) == [true, false, false])
    state.notice = nil
    // Online again, then offline again.
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30)))))
    #expect(!state.isOffline && state.notice?.text != .likesWaitForNetwork)
    for number in 0..<3 { _ = AppReducer.reduce(&state, answered(number)) }
    state.isOffline = true
    #expect((3..<5).map(isAnnounced) == [true, false])
    // The text is the same for several likes.
    var marked = offline()
    _ = marked.like([Given.id(0), Given.id(1)])
    #expect(marked.notice?.text == .likesWaitForNetwork)
  }

  @Test func `any response of the service sends all waiting likes, each once`() {
    var state = offline()
    for number in 0..<3 { _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(number)))) }
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    let page = AppAction.feed(.pageLoaded(1, .success(Given.page(0..<30))))
    let sent = sent(AppReducer.reduce(&state, page))
    #expect(sent == (0..<3).map { .likes(.set(Given.id($0), liked: true)) })
    #expect(!state.isOffline)
    // The page that was requested before doesn't revert the hearts.
    #expect((0..<3).allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
    // Another response doesn't send them again.
    #expect(self.sent(AppReducer.reduce(&state, answered(0))).isEmpty)
  }

  @Test func `a list that finds the budget spent pauses waiting likes`() {
    var state = offline()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    let limited = Problem(.feed, .rateLimited(minutes: 12))
    let effects = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(limited))))
    #expect(sent(effects).isEmpty && state.likes.isHeld && !state.isOffline)
    #expect(effects.contains(retryLater(720)))
    #expect(AppReducer.reduce(&state, .likes(.waitingRetried)) == ask(id, true))
  }

  @Test func `likes of an earlier run are retried without a network too`() {
    var state = offline()
    let kept = PendingLike(photo: Given.photo(0), isLiked: true)
    let effects = AppReducer.reduce(&state, .cache(.likesRead([kept])))
    #expect(effects.contains(retryLater(5)))
    #expect(AppReducer.reduce(&state, .likes(.waitingRetried)) == ask(id, true))
  }

  @Test func `a like that may have arrived must be taken back`() {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, answered(0, true, .timedOut(host: "h")))
    #expect(state.likes.changes[id]?.isUnsure == true)
    // It may have reached the service, so taking it back is sent too.
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state.likes.changes[id]?.target == false && state.photos[id]?.isLiked == false)
    #expect(AppReducer.reduce(&state, .likes(.waitingRetried)) == ask(id, false))
    _ = AppReducer.reduce(&state, answered(0, false))
    #expect(state.likes == LikesState())
  }

  @Test func `a spent budget pauses likes until the announced time, and says so once`() {
    var state = Given.feed(30, next: nil).extended
    for number in 0..<2 { _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(number)))) }
    let first = answered(0, true, .rateLimited(minutes: 12))
    let effects: [Effect] = [
      .after(retry, .seconds(720), .likes(.waitingRetried)), noticeTimer(1, seconds: 5),
    ]
    expect(&state, first, effects) {
      $0.likes.pending[Given.id(0)] = nil
      $0.likes.isHeld = true
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .likesWait(minutes: 12))
    }
    let again = AppReducer.reduce(&state, answered(1, true, .rateLimited(minutes: 12)))
    #expect(again.isEmpty)
    // Neither a press nor another response wastes a request.
    let pressed = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(2))))
    #expect(pressed == [.cache(.writeLike(Given.liked(2), true))])
    #expect((0..<3).allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
    #expect(AppReducer.reduce(&state, .likes(.waitingRetried)) == ask(id, true))
    let rest = sent(AppReducer.reduce(&state, answered(0)))
    #expect(rest == [1, 2].map { .likes(.set(Given.id($0), liked: true)) })
  }

  @Test func `paused likes are retried when the service responds earlier`() {
    var state = Given.feed(30, next: nil).extended
    for number in 0..<2 { _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(number)))) }
    for number in 0..<2 {
      _ = AppReducer.reduce(&state, answered(number, true, .rateLimited(minutes: 12)))
    }
    // The last request of the hour says nothing about the next one.
    let answer = AppAction.profile(.loaded(.success(Given.person)))
    state.budget = RateBudget(limit: 50, remaining: 0)
    #expect(sent(AppReducer.reduce(&state, answer)).isEmpty && state.likes.isHeld)
    state.budget = RateBudget(limit: 50, remaining: 49)
    let effects = AppReducer.reduce(&state, answer)
    #expect(effects.contains(.cancel(retry)))
    #expect(sent(effects) == [.likes(.set(id, liked: true))])
    let rest = sent(AppReducer.reduce(&state, answered(0)))
    #expect(rest == [.likes(.set(Given.id(1), liked: true))])
  }

  @Test func `likes of an earlier run are shown and sent, beginning with one`() {
    var state = Given.feed(3, next: nil).extended
    let known = Given.photo(1, liked: true, likes: 11)
    let other = Given.photo(7, liked: false, likes: 4)
    let likes = [
      PendingLike(photo: known, isLiked: true), PendingLike(photo: other, isLiked: false),
    ]
    let effects = AppReducer.reduce(&state, .cache(.likesRead(likes)))
    #expect(effects == ask(Given.id(1), true))
    // One was already in the page, and the other is in no list.
    #expect(state.photos[Given.id(1)]?.isLiked == true && state.photos[Given.id(1)]?.likes == 11)
    #expect(state.photos[Given.id(7)]?.isLiked == false && state.photos[Given.id(7)]?.likes == 4)
    let sent = AppReducer.reduce(&state, answered(1))
    #expect(sent.contains(.likes(.set(Given.id(7), liked: false))))
    _ = AppReducer.reduce(&state, answered(7, false))
    #expect(state.likes.changes.isEmpty && state.photos[Given.id(7)]?.likes == 4)
  }

  @Test func `signing out says how many likes are lost, and removes them`() {
    var state = offline()
    for number in 0..<2 { _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(number)))) }
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .pressed(.signOut))
    #expect(state.alerts.map(\.kind) == [.confirmSignOutLosing(likes: 2)])
    #expect(state.alerts.first?.focus == 1)
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [.session(.remove)])
    let effects = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    #expect(effects.contains(.cancel(retry)) && effects.last == .cache(.removeAccount))
    #expect(state.likes == LikesState())
  }

  @Test func `the basic edition stores and delays no likes`() {
    var state = Given.feed(30, next: nil)
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, answered(0, true, refused))
    #expect(!state.isOffline && state.alerts.count == 1 && state.photos[id]?.isLiked == false)
  }
}
