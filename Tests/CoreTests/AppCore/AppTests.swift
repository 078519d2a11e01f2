@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct AppTests {
  @Test func `a refused session is removed and sign-in is shown, whichever request was refused`() {
    let refused = Problem(.session, .unauthorized)
    let id = Given.id(0)
    var start = Given.feed(30)
    start.feed.load = .loading
    start.profile.isLoading = true
    start.likes.pending = [id: true]
    start.likes.changes = [id: Given.change(liked: true)]
    let actions: [AppAction] = [
      .feed(.pageLoaded(2, .failure(refused))),
      .likes(.answered(id, liked: true, .failure(refused))),
      .details(.loaded(id, .failure(refused))),
      .profile(.loaded(.failure(refused))),
    ]
    for action in actions {
      var state = start
      let effects = AppReducer.reduce(&state, action)
      var expected = Given.signIn()
      expected.program.nextNumber = 1
      expected.alerts = [Alert(number: 1, kind: .signedOut)]
      expectNoDifference(state, expected)
      expectNoDifference(
        Array(effects.prefix(7)),
        [
          .signIn(.findBackdrop), .session(.drop), .pictures(.clear), .cancelReads(.feed),
          .cancelReads(.details), .cancelReads(.photo), .cancelReads(.profile),
        ]
      )
      // Other requests refused at the same moment aren't reported again.
      for other in actions { expect(&state, other) }
    }
  }

  @Test func `a timer can't close a newer notice`() {
    var state = Given.feed(30)
    expect(&state, .unavailable(.like, .likesNotOffered), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unavailable(.like, .likesNotOffered))
    }
    expect(&state, .unavailable(.open, .noBrowser), [noticeTimer(2)]) {
      $0.program.nextNumber = 2
      $0.notice = Notice(number: 2, text: .unavailable(.open, .noBrowser))
    }
    expect(&state, .noticeExpired(1))
    expect(&state, .noticeExpired(2)) { $0.notice = nil }
    #expect(noticeTimer(1).traits.isRead == false)
  }

  @Test func `a notice disappears with the screen, unless it opened that screen`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .unavailable(.like, .likesNotOffered))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(state.notice != nil)
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.screen == .photo && state.notice == nil)
    _ = AppReducer.reduce(&state, .pressed(.share))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.copyLink)))
    #expect(state.notice != nil)
  }

  /// Returns full screen with a photo whose like was refused.
  private func refused() -> AppState {
    var state = Given.fullScreen(3, of: 30, viewport: Viewport(columns: 120, rows: 40)).extended
    for command in [Command.filmstrip, .like] { _ = AppReducer.reduce(&state, .pressed(command)) }
    let problem = Problem(.like, .server(status: 500))
    let answer = LikesAction.answered(Given.id(3), liked: true, .failure(problem))
    _ = AppReducer.reduce(&state, .likes(answer))
    return state
  }

  @Test func `a notice about a photo disappears when another one is shown`() {
    for action in [
      AppAction.pressed(.moveRight), .pressed(.moveLeft), .pressed(.last),
      .photo(.filmstripPressed(Given.id(4))), .pressed(.back),
    ] {
      var state = refused()
      #expect(state.noticeRetry == .likes(.retried([Given.id(3): true])))
      _ = AppReducer.reduce(&state, action)
      #expect(state.photo?.id != Given.id(3) && state.notice == nil)
      #expect(state.noticeRetry == nil)
    }
    // It stays while the same photo is shown. Notices about other things stay too.
    var state = refused()
    _ = AppReducer.reduce(&state, .pressed(.zoomIn))
    #expect(state.notice != nil)
    state = refused()
    state.notice = Notice(number: 1, text: .newPhotos(3))
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.notice != nil)
  }

  @Test func `a notice makes way for the hints of an opened view`() {
    for (command, place) in [
      (Command.share, Place.share), (.help, .help), (.palette, .palette), (.details, .photo),
    ] {
      var state = refused()
      _ = AppReducer.reduce(&state, .pressed(command))
      #expect(state.place == place && state.notice == nil, "\(command)")
    }
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .unavailable(.open, .noBrowser))
    _ = AppReducer.reduce(&state, .pressed(.menu))
    #expect(state.place == .menu && state.notice == nil)
    // Later events are reported.
    _ = AppReducer.reduce(&state, .unavailable(.open, .noBrowser))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(state.place == .menu && state.notice != nil)
  }

  @Test func `a notice has no Retry if the screen has one`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(Given.timeout))))
    #expect(state.noticeRetry == .feed(.refreshPressed))
    state.feed.load = .failed(Given.timeout)
    #expect(state.noticeRetry == nil)
    state.feed.load = .idle
    #expect(state.noticeRetry != nil)
  }

  @Test func `Escape closes a notice if there is nothing else to close`() {
    var state = Given.feed(3)
    _ = AppReducer.reduce(&state, .pressed(.details))
    _ = AppReducer.reduce(&state, .unavailable(.open, .noBrowser))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(!state.showsDetails && state.notice != nil)
    expect(&state, .pressed(.back)) { $0.notice = nil }
    expect(&state, .pressed(.back))
    // An overlay has its own hints there, and closes alone.
    _ = AppReducer.reduce(&state, .unavailable(.open, .noBrowser))
    _ = AppReducer.reduce(&state, .pressed(.help))
    expect(&state, .pressed(.back)) { $0.help = nil }
  }

  @Test func `alerts are queued, and equal ones only once`() {
    var state = Given.signIn()
    let first = Problem(.browser, .noBrowser)
    let second = Problem(.session, .notFound)
    for problem in [first, second, first] {
      _ = AppReducer.reduce(&state, .signIn(.configurationReread(.failure(problem))))
    }
    expectNoDifference(
      state.alerts,
      [
        Alert(number: 1, kind: .problem(first, retry: nil)),
        Alert(number: 2, kind: .problem(second, retry: nil)),
      ]
    )
    #expect(state.place == .alert)
    expect(&state, .alerts(.buttonPressed(0))) { $0.alerts.removeFirst() }
    expect(&state, .alerts(.buttonPressed(5)))
    expect(&state, .alerts(.dismissed)) { $0.alerts = [] }
    expect(&state, .alerts(.dismissed))
    expect(&state, .alerts(.buttonPressed(0)))
    expect(&state, .alerts(.focusMoved(1)))
    #expect(state.place == .signIn)
  }

  @Test func `the focus of an alert stops at its ends, and Tab wraps around`() {
    var state = Given.feed(30)
    state.alerts = [Alert(number: 1, kind: .confirmSignOut)]
    for (command, focus) in [
      (Command.moveRight, 1), (.moveLeft, 0), (.moveLeft, 0), (.moveRight, 1), (.nextTab, 0),
      (.previousTab, 1),
    ] { expect(&state, .pressed(command)) { $0.alerts[at: 0]?.focus = focus } }
    // Commands that move something on the screen below do nothing.
    for command in [Command.first, .last, .moveUp, .pageDown, .like, .refresh, .signOut] {
      expect(&state, .pressed(command))
    }
    expect(&state, .tabPressed(.profile))
  }

  @Test func `help opens over the screen, scrolls and closes`() {
    var state = Given.feed(30)
    expect(&state, .pressed(.help)) { $0.help = HelpState(place: .feed) }
    #expect(state.place == .help)
    expect(&state, .pressed(.moveUp))
    expect(&state, .pressed(.moveDown)) { $0.help?.scroll = 1 }
    expect(&state, .pressed(.pageDown)) { $0.help?.scroll = 21 }
    expect(&state, .pressed(.pageUp)) { $0.help?.scroll = 1 }
    expect(&state, .pressed(.last)) { $0.help?.scroll = 1_000 }
    expect(&state, .pressed(.first)) { $0.help?.scroll = 0 }
    var second = state
    expect(&state, .pressed(.back)) { $0.help = nil }
    expect(&second, .pressed(.help)) { $0.help = nil }
    expect(&second, .help(.scrolled(rows: 3)))
    expect(&second, .overlayClosed(.help))
  }

  @Test func `redraw, suspend and quit work everywhere`() {
    for state in Every.place.values {
      for (command, effect) in [
        (Command.redraw, Effect.terminal(.redraw)), (.suspend, .terminal(.suspend)),
        (.quit, .quit),
      ] {
        var state = state
        expect(&state, .pressed(command), [effect])
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `q closes what Escape closes, and otherwise quits`(_ place: Place) throws {
    var state = try #require(Every.place[place])
    var escaped = state
    let key = Key.character("q")
    let effects = AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
    let isLast = [.splash, .signIn, .feed, .profile, .favourites, .search, .gallery].contains(place)
    let hasHint = Command.hints(at: place).contains(.close)
    #expect((hasHint && Command.close.definition.isHinted(state)) == isLast)
    if [.signInInput, .searchInput, .palette, .chooser, .address, .check].contains(place) {
      #expect(KeyMap.action(for: key, in: escaped) != .pressed(.close))
    } else if isLast {
      #expect(effects == [.quit])
      expectNoDifference(state, escaped)
    } else {
      #expect(effects == AppReducer.reduce(&escaped, .pressed(.back)))
      expectNoDifference(state, escaped)
      #expect(state.place != place)
    }
  }

  @Test func `q closes the details and removes the marks before it quits, even with a notice`() {
    for var state in [Given.feed(30), Every.place[.search] ?? Given.feed(30)] {
      _ = AppReducer.reduce(&state, .pressed(.details))
      #expect(!state.hints(at: state.place).contains(.close))
      #expect(!AppReducer.reduce(&state, .pressed(.close)).contains(.quit))
      #expect(!state.showsDetails)
      _ = AppReducer.reduce(&state, .unavailable(.like, .nothingSelected))
      #expect(AppReducer.reduce(&state, .pressed(.close)) == [.quit])
    }
    var gallery = Given.gallery(3)
    _ = AppReducer.reduce(&gallery, .pressed(.mark))
    expect(&gallery, .pressed(.close)) { $0.program.galleryView.marks = [] }
    expect(&gallery, .pressed(.close), [.quit])
  }

  @Test func `y and n answer every alert`() {
    let problem = Alert.Kind.problem(Given.timeout, retry: .feed(.refreshPressed))
    for kind in [problem, .problem(Given.timeout, retry: nil), .signedOut, .confirmSignOut] {
      for (command, index) in [(Command.yes, 0), (.no, kind.buttons.count - 1)] {
        var state = Given.feed(30)
        state.alerts = [Alert(number: 1, kind: kind)]
        var pressed = state
        let effects = AppReducer.reduce(&pressed, .alerts(.buttonPressed(index)))
        expect(&state, .pressed(command), effects) { $0 = pressed }
      }
    }
  }

  @Test func `the request budget is stored for an hour`() {
    var state = Given.feed(30)
    let budget = RateBudget(limit: 50, remaining: 3)
    let over = AppAction.budgetChanged(nil)
    let timer = Effect.after(Effect.ID(.app, "budget"), .seconds(3600), over)
    expect(&state, .budgetChanged(budget), [timer]) { $0.budget = budget }
    expect(&state, over) { $0.budget = nil }
  }

  @Test func `a picture's status is stored, and full screen alerts only about network failures`() {
    var state = Given.fullScreen(2)
    let key = PictureKey(.photo(Given.id(2)), .full)
    expect(&state, .pictureChanged(key, .blurHash)) { $0.pictures = [key: .blurHash] }
    let gone = PictureStatus.failed(Problem(.picture, .notFound))
    expect(&state, .pictureChanged(key, gone)) { $0.pictures = [key: gone] }
    let lost = Problem(.picture, .connectionLost(host: "images.test"))
    expect(&state, .pictureChanged(key, .failed(lost))) {
      $0.pictures = [key: .failed(lost)]
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(lost, retry: .photo(.retryPressed)))]
    }
    // Retry works with a menu open below.
    state.share = ShareState(photo: Given.id(2))
    expect(&state, .pressed(.open), [.pictures(.retry(key))]) {
      $0.alerts = []
      $0.pictures = [:]
    }
    let other = PictureKey(.photo(Given.id(3)), .full)
    expect(&state, .pictureChanged(other, .failed(lost))) { $0.pictures = [other: .failed(lost)] }
  }

  @Test func `a session refused while an alert is open leaves only that alert`() {
    var state = Given.feed(30)
    state.alerts = [Alert(number: 1, kind: .confirmSignOut)]
    state.program.nextNumber = 1
    state.feed.load = .loading
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(Problem(.feed, .unauthorized)))))
    expectNoDifference(state.alerts, [Alert(number: 2, kind: .signedOut)])
  }

  @Test func `effects that leaving a screen cancels are reads`() {
    let id = Given.id(0)
    #expect(Effect.feed(.loadPage(1)).traits.isRead)
    #expect(Effect.details(.load(id)).traits.isRead)
    #expect(Effect.profile(.load).traits.isRead)
    #expect(!Effect.likes(.set(id, liked: true)).traits.isRead)
    #expect(!Effect.downloads(.run(DownloadID(id), .feed, position: 1)).traits.isRead)
    #expect(!Effect.session(.remove).traits.isRead)
    #expect(!Effect.signIn(.begin).traits.isRead)
  }
}
