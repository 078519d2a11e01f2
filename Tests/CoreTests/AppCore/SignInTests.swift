@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct SignInTests {
  private let url: WebPage = "https://test/oauth"
  private let cancelling: [Effect] = [
    .cancel(Effect.ID(.signIn, "flow")), .cancel(Effect.ID(.signIn, "input")),
    .cancel(Effect.ID(.signIn, "browser")), .cancel(Effect.ID(.app, "session")),
  ]

  private func waiting(_ route: SignInState.Route = .loopback(port: 7436)) -> AppState {
    var state = Given.signIn()
    state.signIn.phase = .waiting(SignInState.BrowserWait(url: url, route: route))
    return state
  }

  private func typing(_ text: String) -> AppState {
    var state = waiting()
    _ = AppReducer.reduce(&state, .pressed(.paste))
    if !text.isEmpty { _ = AppReducer.reduce(&state, .signIn(.typed(.insert(text)))) }
    return state
  }

  @Test func `launching reads the session and opens the feed with it`() {
    var state = Given.splash()
    expect(&state, .started, [.session(.read), Given.splashTimer])
    let entered: [Effect] = [.cancel(Effect.ID(.app, "backdrop")), .feed(.loadPage(1))]
    expect(&state, .sessionRead(.success(Account(username: "ann"))), entered) {
      $0.account = Account(username: "ann")
      $0.stage = .main
      $0.feed.load = .loading
    }
    expect(&state, .sessionRead(.success(nil)))
  }

  @Test func `without a session the sign-in screen opens`() {
    var state = Given.splash()
    expect(&state, .sessionRead(.success(nil)), [.signIn(.findBackdrop)]) { $0.stage = .signIn }
  }

  @Test func `an unreadable session is reported, and sign-in opens`() {
    var state = Given.splash()
    let problem = Problem(.session, .notPermitted(path: "/x"))
    expect(&state, .sessionRead(.failure(problem)), [.signIn(.findBackdrop)]) {
      $0.stage = .signIn
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: nil))]
    }
  }

  @Test func `the demo service runs before its session is read`() {
    var state = Given.splash(Given.demoLaunch)
    expect(&state, .started, [.session(.startDemo), Given.splashTimer])
    expect(&state, .demoStarted(.success(Given.demoLaunch)), [.session(.read)]) {
      $0.program.isDemoRunning = true
    }
  }

  @Test func `a demo service that doesn't start is reported and restarted by key`() {
    var state = Given.splash(Given.demoLaunch)
    let problem = Problem(.signIn, .portBusy(80))
    expect(&state, .demoStarted(.failure(problem)), [.signIn(.findBackdrop)]) {
      $0.stage = .signIn
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: nil))]
    }
    state.alerts = []
    expect(&state, .pressed(.tryDemo), [.session(.startDemo)]) { $0.signIn.phase = .exchanging }
  }

  @Test func `signing in through the browser leads to the feed`() {
    var state = Given.signIn()
    expect(&state, .pressed(.open), [.signIn(.begin)]) { $0.signIn.phase = .preparing }
    // Pressing it again does nothing.
    expect(&state, .pressed(.open))
    expect(&state, .signIn(.signInPressed))
    expect(
      &state,
      .signIn(.addressReady(url: url, .loopback(port: 7436))),
      [.signIn(.openBrowser(url: url))]
    ) {
      $0.signIn.phase = .waiting(.init(url: "https://test/oauth", route: .loopback(port: 7436)))
    }
    expect(&state, .signIn(.exchanging)) {
      $0.signIn.beforeExchange = $0.signIn.waiting
      $0.signIn.phase = .exchanging
    }
    expect(&state, .signIn(.finished(.success(Account()))), [.feed(.loadPage(1))]) {
      $0.signIn = SignInState()
      $0.account = Account()
      $0.stage = .main
      $0.feed.load = .loading
    }
  }

  @Test func `with a busy port, the code is typed in from a browser on this computer`() {
    var state = Given.signIn()
    _ = AppReducer.reduce(&state, .pressed(.open))
    let route = SignInState.Route.outOfBand(warning: Problem(.signIn, .portBusy(7436)))
    expect(
      &state,
      .signIn(.addressReady(url: url, route)),
      [.signIn(.openBrowser(url: url))]
    ) { $0.signIn.phase = .waiting(.init(url: "https://test/oauth", route: route)) }
    expect(&state, .pressed(.otherMachine))
  }

  @Test func `a browser on another computer isn't opened on this one`() {
    var state = waiting()
    expect(&state, .pressed(.otherMachine), [.signIn(.switchToOutOfBand)])
    expect(&state, .signIn(.addressReady(url: "https://u/", .outOfBand(warning: nil)))) {
      $0.signIn.phase = .waiting(.init(url: "https://u/", route: .outOfBand(warning: nil)))
    }
    expect(&state, .pressed(.otherMachine))
    // Its key still opens it.
    expect(&state, .pressed(.openAgain), [.signIn(.openBrowser(url: "https://u/"))])
  }

  @Test func `without a browser the URL waits to be copied`() {
    var state = Given.signIn()
    state.launch.hasBrowser = false
    _ = AppReducer.reduce(&state, .pressed(.open))
    let effects = AppReducer.reduce(
      &state,
      .signIn(.addressReady(url: url, .loopback(port: 1)))
    )
    expectNoDifference(effects, [])
    #expect(Command.openAgain.unavailable(in: state) == .noBrowser)
    expect(
      &state,
      .pressed(.copyAddress),
      [.terminal(.copy(ClipboardText(url.text))), noticeTimer(1, seconds: 3)]
    ) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .copied)
    }
  }

  @Test func `the paste line opens, takes text, submits and closes`() {
    var state = waiting()
    var expected = SignInState.BrowserWait(url: url, route: .loopback(port: 7436))
    expected.input = TextField()
    expect(&state, .pressed(.paste)) { $0.signIn.phase = .waiting(expected) }
    #expect(state.place == .signInInput)
    // Nothing to submit yet.
    expect(&state, .pressed(.open))
    expected.input?.apply(.insert("code"))
    expect(&state, .signIn(.typed(.insert("code")))) { $0.signIn.phase = .waiting(expected) }
    expect(&state, .pressed(.open), [.signIn(.submit("code"))])
    let problem = Problem(.signIn, .notACallback)
    expected.rejected = problem
    expect(&state, .signIn(.pasteRejected(problem))) { $0.signIn.phase = .waiting(expected) }
    expected.rejected = nil
    expected.input?.apply(.delete(.left))
    expect(&state, .signIn(.typed(.delete(.left)))) { $0.signIn.phase = .waiting(expected) }
    expected.input = nil
    expect(&state, .pressed(.back)) { $0.signIn.phase = .waiting(expected) }
    #expect(state.place == .signInWaiting)
  }

  @Test func `a code that the service refuses leaves the line open, with the reason`() {
    var state = waiting()
    var expected = SignInState.BrowserWait(url: url, route: .loopback(port: 7436))
    expected.input = TextField()
    expected.input?.apply(.insert("wrong"))
    _ = AppReducer.reduce(&state, .signIn(.pasted("wrong")))
    _ = AppReducer.reduce(&state, .signIn(.exchanging))
    let problem = Problem(.signIn, .invalidGrant)
    expected.rejected = problem
    expect(&state, .signIn(.pasteRejected(problem))) {
      $0.signIn.phase = .waiting(expected)
      $0.signIn.beforeExchange = nil
    }
    #expect(state.place == .signInInput && state.alerts.isEmpty)
  }

  @Test func `a paste without an open line is submitted at once`() {
    var state = waiting()
    var expected = SignInState.BrowserWait(url: url, route: .loopback(port: 7436))
    expected.input = TextField()
    expected.input?.apply(.insert("http://localhost/?code=1"))
    expect(
      &state,
      .signIn(.pasted("http://localhost/\n?code=1\n")),
      [.signIn(.submit("http://localhost/?code=1"))]
    ) { $0.signIn.phase = .waiting(expected) }
  }

  @Test func `a paste is ignored if none is awaited`() {
    var state = Given.signIn()
    expect(&state, .signIn(.pasted("x")))
    expect(&state, .signIn(.typed(.insert("x"))))
    expect(&state, .signIn(.pasteRejected(Given.timeout)))
  }

  @Test func `cancelling asks for confirmation, and no changes nothing`() {
    var state = waiting()
    expect(&state, .pressed(.back)) {
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .confirmCancelSignIn)]
    }
    #expect(state.alerts.first?.focus == 0)
    expect(&state, .pressed(.no)) { $0.alerts = [] }
  }

  @Test(arguments: [AppCore.Command.open, .back, .close, .yes])
  func `Escape or q asks first, and Enter, Escape, q or y then cancels`(
    _ second: AppCore.Command
  ) {
    for first in [AppCore.Command.back, .close] {
      var state = waiting()
      _ = AppReducer.reduce(&state, .pressed(first))
      expect(&state, .pressed(second), cancelling) {
        $0.alerts = []
        $0.signIn.phase = .idle
      }
      #expect(state.place == .signIn)
    }
  }

  @Test func `confirming the cancellation stops everything, and late events change nothing`() {
    var state = waiting()
    _ = AppReducer.reduce(&state, .pressed(.back))
    expect(&state, .alerts(.buttonPressed(0)), cancelling) {
      $0.alerts = []
      $0.signIn.phase = .idle
    }
    expect(&state, .signIn(.addressReady(url: url, .loopback(port: 1))))
    expect(&state, .signIn(.exchanging))
    expect(&state, .signIn(.pasteRejected(Given.timeout)))
    expect(&state, .signIn(.finished(.failure(Given.timeout))))
    expect(&state, .signIn(.finished(.success(Account()))))
  }

  @Test func `the question closes when it is too late to cancel`() {
    for action in [SignInAction.exchanging, .finished(.success(Account()))] {
      var state = waiting()
      _ = AppReducer.reduce(&state, .pressed(.back))
      _ = AppReducer.reduce(&state, .signIn(action))
      expectNoDifference(state.alerts, [])
    }
    var state = waiting()
    _ = AppReducer.reduce(&state, .pressed(.back))
    expect(&state, .signIn(.finished(.failure(Given.timeout)))) {
      $0.signIn.phase = .idle
      $0.program.nextNumber = 2
      $0.alerts = [Alert(number: 2, kind: .problem(Given.timeout, retry: nil))]
    }
  }

  @Test func `sign-in can be cancelled while the URL is prepared or the code exchanged`() {
    for phase in [SignInState.Phase.preparing, .exchanging] {
      var state = Given.signIn()
      state.signIn.phase = phase
      #expect(state.place == .signInWaiting)
      _ = AppReducer.reduce(&state, .pressed(.back))
      #expect(state.alerts.map(\.kind) == [.confirmCancelSignIn])
      let effects = AppReducer.reduce(&state, .alerts(.buttonPressed(0)))
      expectNoDifference(effects, cancelling)
      #expect(state.signIn.phase == .idle)
    }
  }

  @Test func `a browser that doesn't open is reported beside the link, without an alert`() {
    var state = waiting()
    let problem = Problem(.browser, .noBrowser)
    expect(&state, .signIn(.browserFailed(problem)), [noticeTimer(1, seconds: 8)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(problem, retry: nil))
    }
    #expect(state.place == .signInWaiting)
    _ = AppReducer.reduce(&state, .signIn(.finished(.success(Account()))))
    expectNoDifference(state.alerts, [])
    #expect(state.place == .feed)
  }

  @Test func `missing keys show the reason, and the demo but no sign-in`() {
    var state = Given.signIn()
    state.launch.setup = .notConfigured(path: "/c")
    expect(&state, .signIn(.signInPressed))
    expect(&state, .pressed(.tryDemo), [.session(.startDemo)]) { $0.signIn.phase = .exchanging }
    // The demo has data of its own, so another program follows.
    expect(&state, .demoStarted(.success(Given.demoLaunch)), [.terminal(.enterDemo)])
  }

  @Test func `a demo that starts after it was cancelled doesn't sign in`() {
    for result in [Result<Launch, Problem>.success(Given.demoLaunch), .failure(Given.timeout)] {
      var state = Given.signIn()
      _ = AppReducer.reduce(&state, .pressed(.tryDemo))
      _ = AppReducer.reduce(&state, .pressed(.back))
      _ = AppReducer.reduce(&state, .alerts(.buttonPressed(0)))
      expect(&state, .demoStarted(result))
    }
  }

  @Test func `a failed demo start closes the question about cancelling`() {
    var state = Given.signIn()
    _ = AppReducer.reduce(&state, .pressed(.tryDemo))
    _ = AppReducer.reduce(&state, .pressed(.back))
    expect(&state, .demoStarted(.failure(Given.timeout))) {
      $0.signIn.phase = .idle
      $0.program.nextNumber = 2
      $0.alerts = [Alert(number: 2, kind: .problem(Given.timeout, retry: nil))]
    }
  }

  @Test func `the running demo signs in with one key`() {
    var state = Given.demo()
    for command in [Command.open, .tryDemo] {
      var state = state
      expect(&state, .pressed(command), [.signIn(.demo)]) { $0.signIn.phase = .exchanging }
      expect(&state, .pressed(command))
    }
    // The browser's key stays available.
    #expect(Command.openAgain.unavailable(in: state) == nil)
    expect(&state, .pressed(.openAgain), [.signIn(.begin)]) { $0.signIn.phase = .preparing }
  }

  @Test func `a key reloads the configuration, once at a time`() {
    var state = Given.signIn()
    state.launch.setup = .notConfigured(path: "/c")
    expect(&state, .pressed(.refresh), [.signIn(.rereadConfiguration)]) {
      $0.signIn.isRereading = true
    }
    expect(&state, .pressed(.refresh))
    expect(&state, .pressed(.tryDemo))
    expect(&state, .signIn(.configurationReread(.success(Given.launch))), [noticeTimer(1)]) {
      $0.signIn.isRereading = false
      $0.launch = Given.launch
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .configurationReread)
    }
  }

  @Test func `an unreadable configuration is reported, and the old one stays`() {
    var state = Given.signIn()
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    let problem = Problem(.configuration, .configurationKey(path: "/c", key: "k", line: 3))
    expect(&state, .signIn(.configurationReread(.failure(problem)))) {
      $0.signIn.isRereading = false
      $0.program.nextNumber = 1
      $0.alerts = [Alert(number: 1, kind: .problem(problem, retry: nil))]
    }
  }

  @Test func `deleting a word deletes the blanks after it`() {
    var field = TextField()
    field.apply(.insert("fog  over море "))
    for rest in ["fog  over ", "fog  ", "", ""] {
      field.apply(.delete(.wordLeft))
      #expect(field.text == rest)
    }
  }

  @Test func `keys move over characters, words and the whole line, and delete them`() {
    var field = TextField()
    field.apply(.insert("fog  over море"))
    let moves: [(TextField.Step, String)] = [
      (.right, "fog  over море"), (.left, "fog  over мор"), (.wordLeft, "fog  over "),
      (.wordLeft, "fog  "), (.wordLeft, ""), (.left, ""), (.wordRight, "fog"),
      (.right, "fog "), (.wordRight, "fog  over"), (.end, "fog  over море"), (.start, ""),
    ]
    for (step, before) in moves {
      field.apply(.move(step))
      #expect(field.before == before && field.text == "fog  over море")
    }
    let deletions: [(TextField.Step, String)] = [
      (.left, "fog  over море"), (.right, "og  over море"), (.wordRight, "  over море"),
      (.wordRight, " море"), (.end, ""), (.right, ""),
    ]
    for (step, text) in deletions {
      field.apply(.delete(step))
      #expect(field.text == text && field.before.isEmpty)
    }
  }

  @Test(arguments: [
    ("a\u{1B}[31mb\r\nc\td", "a[31mbcd"), ("х\u{202E}у", "ху"), (" a b ", " a b "),
  ])
  func `a typed line accepts no control characters`(_ typed: String, _ text: String) {
    var field = TextField()
    field.apply(.insert(typed))
    #expect(field.text == text)
    field.apply(.delete(.left))
    #expect(field.text == String(text.dropLast()))
    field.apply(.delete(.start))
    #expect(field.text.isEmpty)
    field.apply(.delete(.left))
    #expect(field.text.isEmpty)
    field.apply(.insert(String(repeating: "x", count: 5000)))
    #expect(field.text.count == TextField.maxCharacters)
  }
}
