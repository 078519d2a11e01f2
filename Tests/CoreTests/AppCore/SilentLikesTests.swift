@testable import AppCore
import CustomDump
import Harness
import Model
import Testing

/// Likes in the extended edition: the heart changes before the service confirms.
@Suite struct SilentLikesTests {
  private let id = Given.id(0)

  private func feed(_ count: Int = 30, liked: Bool = false) -> AppState {
    Given.feed(count) { Given.photo($0, liked: liked) }.extended
  }

  private func ask(_ id: Photo.ID, _ liked: Bool) -> [Effect] {
    [.likes(.set(id, liked: liked))]
  }

  /// Returns the effects of a press: it is stored, then sent.
  private func press(_ id: Photo.ID, _ liked: Bool, likes: Int? = nil) -> [Effect] {
    let photo = Given.liked(Given.number(of: id), liked, likes: likes)
    return [.cache(.writeLike(photo, liked))] + ask(id, liked)
  }

  /// Returns the effects after the last response: the stored like is removed.
  private func settled(_ id: Photo.ID, _ liked: Bool = false, likes: Int? = nil) -> [Effect] {
    [.cache(.writeLike(Given.liked(Given.number(of: id), liked, likes: likes), nil))]
  }

  /// Returns the timer of a notice that offers Retry.
  private func offerTimer(_ number: Int) -> Effect {
    .after(Effect.ID(.app, "notice"), .seconds(8), .noticeExpired(number))
  }

  private func answer(_ liked: Bool, _ likes: Int? = nil) -> Result<LikeResponse, Problem> {
    .success(LikeResponse(isLiked: liked, likes: likes))
  }

  private func failure(_ cause: Problem.Cause) -> Result<LikeResponse, Problem> {
    .failure(Problem(.like, cause))
  }

  @Test(arguments: [false, true])
  func `the heart and its count change at once, and the response's count replaces it`(
    _ liked: Bool
  ) {
    var state = feed(liked: liked)
    expect(&state, .pressed(.like), press(id, !liked, likes: liked ? 9 : 11)) {
      $0.favourites.recent = liked ? [] : [Given.id(0)]
      $0.likes.pending = [Given.id(0): !liked]
      $0.likes.changes = [
        Given.id(0): LikeChange(confirmed: LikeResponse(isLiked: liked, likes: 10), target: !liked)
      ]
      $0.photos[Given.id(0)]?.isLiked = !liked
      $0.photos[Given.id(0)]?.likes = liked ? 9 : 11
    }
    #expect(!state.showsPendingLike(of: id))
    let answered = AppAction.likes(.answered(id, liked: !liked, answer(!liked, 40)))
    expect(&state, answered, settled(id, !liked, likes: 40)) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.photos[Given.id(0)]?.likes = 40
    }
    expect(&state, answered)
  }

  @Test func `without a count in the response, the local count stays`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .likes(.answered(id, liked: true, answer(true))))
    #expect(state.photos[id]?.likes == 11)
    // A service that sends no counts gets none.
    state.photos[id]?.likes = nil
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state.photos[id]?.isLiked == false && state.photos[id]?.likes == nil)
  }

  @Test func `the heart never shows that a response is pending, and follows each press`() {
    var state = feed()
    // No timer runs beside the request.
    #expect(AppReducer.reduce(&state, .pressed(.like)) == press(id, true))
    #expect(!state.showsPendingLike(of: id))
    expect(&state, .pressed(.like), [.cache(.writeLike(Given.photo(0), false))]) {
      $0.favourites.recent = []
      $0.likes.changes[Given.id(0)]?.target = false
      $0.photos[Given.id(0)]?.isLiked = false
      $0.photos[Given.id(0)]?.likes = 10
    }
    let answered = AppAction.likes(.answered(id, liked: true, answer(true, 11)))
    expect(&state, answered, ask(id, false)) {
      $0.likes.pending = [Given.id(0): false]
      $0.likes.changes[Given.id(0)]?.confirmed = LikeResponse(isLiked: true, likes: 11)
    }
    #expect(!state.showsPendingLike(of: id))
    // In the basic edition the same press waits, and shows it.
    var basic = Given.feed(3)
    _ = AppReducer.reduce(&basic, .pressed(.like))
    #expect(basic.showsPendingLike(of: id))
  }

  @Test func `a response that contradicts the like is accepted`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    expect(&state, .likes(.answered(id, liked: true, answer(false, 10))), settled(id)) {
      $0.favourites.recent = []
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.photos[Given.id(0)]?.isLiked = false
      $0.photos[Given.id(0)]?.likes = 10
    }
  }

  @Test func `a refusal reverts the heart, and the notice offers Retry`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .server(status: 500))
    let refused = RefusedLikes(likes: [id: true], problem: problem)
    let answered = AppAction.likes(.answered(id, liked: true, .failure(problem)))
    expect(&state, answered, settled(id) + [offerTimer(1)]) {
      $0.favourites.recent = []
      $0.likes.pending = [:]
      $0.likes.changes = [:]
      $0.photos[Given.id(0)]?.isLiked = false
      $0.photos[Given.id(0)]?.likes = 10
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .likesRefused(refused))
    }
    #expect(state.notice?.retry == .likes(.retried([id: true])))
    // Nothing covers the view.
    #expect(state.place == .feed)
    var expired = state
    expect(&expired, .noticeExpired(1)) { $0.notice = nil }
    // A press on an outdated frame acts on the notice shown there.
    var late = expired
    #expect(AppReducer.reduce(&late, .likes(.retried([id: true]))) == press(id, true))
    // The key has its usual meaning again.
    #expect(AppReducer.reduce(&expired, .pressed(.refresh)) == [.feed(.loadPage(1))])

    var retried = state
    #expect(AppReducer.reduce(&retried, .pressed(.refresh)) == press(id, true))
    #expect(retried.notice == nil && retried.photos[id]?.isLiked == true)
    // The heart itself retries too, and the notice then no longer mentions it.
    #expect(AppReducer.reduce(&state, .likes(.heartPressed(id))) == press(id, true))
    #expect(state.notice == nil)
  }

  @Test func `Retry repeats every like that the notice counts`() {
    var state = feed()
    for number in 0..<3 {
      let id = Given.id(number)
      _ = AppReducer.reduce(&state, .likes(.heartPressed(id)))
      _ = AppReducer.reduce(
        &state,
        .likes(.answered(id, liked: true, failure(.server(status: 503))))
      )
    }
    guard case .likesRefused(let refused)? = state.notice?.text else {
      Issue.record("no notice of refused likes")
      return
    }
    #expect(refused.likes == [Given.id(0): true, Given.id(1): true, Given.id(2): true])
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    #expect(
      AppReducer.reduce(&state, .pressed(.refresh)) == press(Given.id(0), true)
        + press(Given.id(2), true)
    )
    #expect(state.notice == nil)
    #expect((0..<3).allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
  }

  @Test func `the notice's key works on every screen, but not through an overlay`() {
    for prepare in [[Command.profileTab], [.open], [.open, .help], [.open, .share]] {
      var state = feed()
      _ = AppReducer.reduce(&state, .pressed(.like))
      for command in prepare { _ = AppReducer.reduce(&state, .pressed(command)) }
      _ = AppReducer.reduce(&state, .likes(.answered(id, liked: true, failure(.notFound))))
      let effects = AppReducer.reduce(&state, .pressed(.refresh))
      #expect((effects == press(id, true)) == (state.place == state.screen), "\(prepare)")
    }
  }

  @Test func `a failure that is no longer wanted isn't reported`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .pressed(.like))
    let refused = AppAction.likes(.answered(id, liked: true, failure(.forbidden(message: nil))))
    expect(&state, refused, settled(id)) {
      $0.likes.pending = [:]
      $0.likes.changes = [:]
    }
  }

  @Test func `a like that may have arrived is taken back`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .pressed(.like))
    let lost = AppAction.likes(.answered(id, liked: true, failure(.server(status: 502))))
    expect(&state, lost, ask(id, false)) {
      $0.likes.pending = [Given.id(0): false]
      $0.likes.changes[Given.id(0)]?.isUnsure = true
    }
    _ = AppReducer.reduce(
      &state,
      .likes(.answered(id, liked: false, .failure(Problem(.unlike, .server(status: 502)))))
    )
    // The heart looks as wanted, but the service must still be told.
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == press(id, false))
  }

  @Test func `withdrawn likes are reported once, and pending requests run on`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(0))))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(2))))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(3))))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(3))))
    _ = AppReducer.reduce(&state, .pressed(.open))
    state.photo?.focus = .like
    let problem = Problem(.like, .notOffered)
    let first = AppAction.likes(.answered(Given.id(0), liked: true, .failure(problem)))
    expect(&state, first, settled(Given.id(0)) + [noticeTimer(1)]) {
      $0.favourites.recent = [Given.id(2), Given.id(1)]
      $0.likes.pending[Given.id(0)] = nil
      $0.likes.changes[Given.id(0)] = nil
      $0.photos[Given.id(0)]?.isLiked = false
      $0.photos[Given.id(0)]?.likes = 10
      $0.likes.isUnavailable = true
      $0.photo?.focus = .picture
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.like, .likesNotOffered))
    }
    let rest: [(Int, Result<LikeResponse, Problem>)] = [
      (1, failure(.notOffered)), (2, failure(.server(status: 500))), (3, answer(true, 11)),
    ]
    for (number, result) in rest {
      let id = Given.id(number)
      let effects = AppReducer.reduce(&state, .likes(.answered(id, liked: true, result)))
      #expect(effects == settled(id, number == 3))
      #expect(state.photos[id]?.isLiked == (number == 3))
    }
    #expect(state.alerts.isEmpty)
    #expect(state.notice?.text == .unavailable(.like, .likesNotOffered))
    #expect(state.likes.changes.isEmpty && state.likes.pending.isEmpty)
    #expect(Command.like.unavailable(in: state) == .likesNotOffered)
    expect(&state, .likes(.heartPressed(id)))
    expect(&state, .likes(.retried([id: true])))
    expect(&state, .pressed(.like))
  }

  @Test func `a refused session discards all likes and cancels their requests`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(0))))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    let effects = AppReducer.reduce(
      &state,
      .likes(.answered(id, liked: true, failure(.unauthorized)))
    )
    #expect(state.stage == .signIn && state.likes == LikesState())
    #expect(state.alerts.map(\.kind) == [.signedOut])
    #expect(effects.contains(.cancel(LikesEffect.set(Given.id(1), liked: true).id)))
  }

  @Test func `earlier requested pages and details don't revert a heart`() {
    for isAnsweredFirst in [false, true] {
      var state = feed()
      _ = AppReducer.reduce(&state, .pressed(.details))
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      #expect(state.feed.load == .loading && state.details.loading == id)
      _ = AppReducer.reduce(&state, .pressed(.like))
      let answered = AppAction.likes(.answered(id, liked: true, answer(true, 12)))
      if isAnsweredFirst { _ = AppReducer.reduce(&state, answered) }
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30, next: 2)))))
      _ = AppReducer.reduce(&state, .details(.loaded(id, .success(Given.photo(0)))))
      #expect(state.photos[id]?.isLiked == true)
      if !isAnsweredFirst { _ = AppReducer.reduce(&state, answered) }
      #expect(state.photos[id]?.likes == 12)
      // A request sent now includes the like, and may report that it was removed elsewhere.
      _ = AppReducer.reduce(&state, .feed(.refreshPressed))
      #expect(state.likes.confirmed.isEmpty)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30, next: 2)))))
      #expect(state.photos[id]?.isLiked == false)
    }
  }

  @Test func `full screen has a heart to press, and Tab reaches it`() {
    var state = Given.fullScreen(2).extended
    let id = Given.id(2)
    #expect(state.hasPhotoHeart && Command.like.unavailable(in: state) == nil)
    #expect(AppReducer.reduce(&state, .pressed(.like)) == press(id, true))
    var focuses: [PhotoState.Focus?] = []
    for _ in 0..<5 {
      _ = AppReducer.reduce(&state, .pressed(.nextTab))
      focuses.append(state.photo?.focus)
    }
    #expect(focuses == [.back, .like, .download, .share, .picture])
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.previousTab)) }
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.photos[id]?.isLiked == false && state.photo?.focus == .like)
    // The feed shows it too.
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.selected(in: .feed) == id && state.likes.changes[id]?.target == false)

    var basic = Given.fullScreen(2)
    for _ in 0..<3 { _ = AppReducer.reduce(&basic, .pressed(.nextTab)) }
    #expect(!basic.hasPhotoHeart && basic.photo?.focus == .picture)
  }
}

extension AppState {
  /// This state in the extended edition.
  var extended: AppState {
    var state = self
    state.launch.edition = .extended
    return state
  }
}
