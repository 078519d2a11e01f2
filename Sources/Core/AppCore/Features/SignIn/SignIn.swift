import Canvas
import Model

/// The state of the sign-in screen.
package struct SignInState: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    case idle
    /// The login page's URL is being built and the listener started.
    case preparing
    /// The user signs in in the browser.
    case waiting(BrowserWait)
    /// The code is being exchanged for a token.
    case exchanging
  }

  /// The data that the waiting screen shows.
  package struct BrowserWait: Equatable, Sendable {
    /// The URL of the login page, which can be opened on any computer.
    package var url: WebPage
    package var route: Route
    /// The URL as a QR code; `nil` until it has been made.
    package var code: QRCode?
    /// The line for a pasted URL or code; `nil` if it is closed.
    package var input: TextField?
    /// The problem with the text pasted last.
    package var rejected: Problem?
  }

  /// The way the code returns to the program.
  package enum Route: Equatable, Sendable {
    /// The browser calls a listener on this computer.
    case loopback(port: Int)
    /// The page shows a code, which the user types.
    ///
    /// `warning` is the reason the browser can't return to the program; `nil` if the user chose the
    /// code.
    case outOfBand(warning: Problem?)
    /// The browser ends at a URL, which the user pastes.
    ///
    /// `warning` is the reason the browser can't return to the program; `nil` if the redirect URI
    /// isn't on this computer.
    case address(warning: Problem?)
  }

  package var phase: Phase = .idle
  /// The form for the keys; `nil` if it is closed.
  package var keys: Keys?
  /// Whether the service has rejected the current keys.
  package var hasBadKeys = false
  /// The waiting screen's data before a code was submitted, restored if the service rejects the
  /// code.
  package var beforeExchange: BrowserWait?
  /// Whether keys are being saved, or the configuration is being read again.
  package var isRereading = false
  /// Whether the steps to set up an account are open; used only if keys are missing.
  package var showsSteps = false
  /// The index of the focused button in `AppState.signInButtons`; Enter presses it.
  package var focus = 0

  package var waiting: BrowserWait? {
    if case .waiting(let waiting) = phase { waiting } else { nil }
  }
}

package enum SignInAction: Equatable, Sendable {
  case signInPressed
  case demoPressed
  /// The login page's URL is known, and the listener is ready if the route has one.
  case addressReady(url: WebPage, SignInState.Route)
  /// The QR code of the login page's URL is ready; `nil` if the URL is too long.
  case codeMade(QRCode?)
  /// A code was received and is being exchanged.
  case exchanging
  case pasteRejected(Problem)
  case finished(Result<Account, Problem>)
  case configurationReread(Result<Launch, Problem>)
  /// The result of saving the keys in the configuration file and reading it again.
  case keysSaved(Result<Launch, Problem>)
  /// The user pressed a URL that must be registered at the service.
  case addressPressed(String)
  case browserFailed(Problem)
  case typed(TextField.Edit)
  /// A URL or a code was pasted without opening the line first.
  case pasted(String)
  /// The splash has lasted long enough to show the mosaic.
  case backdropDue
  /// The photos of the mosaic were found, or there are none.
  case backdropFound([BundledPhoto])
}

package enum SignInEffect: Equatable, Sendable {
  /// Starts the browser flow, which sends `SignInAction`s until `.finished`.
  case begin
  /// Signs in to the demo service without a browser.
  case demo
  /// Continues the sign-in with a login page that shows a code, because the browser is on another
  /// computer.
  case switchToOutOfBand
  case submit(String)
  case openBrowser(url: WebPage)
  case rereadConfiguration
  case saveKeys(access: String, secret: String, path: String)
  /// Looks for the photos that are installed with the program.
  case findBackdrop

  fileprivate static let browser = Effect.ID(.signIn, "browser")

  package var id: Effect.ID {
    switch self {
    case .begin, .demo: Effect.ID(.signIn, "flow")
    case .switchToOutOfBand, .submit: Effect.ID(.signIn, "input")
    case .openBrowser: Self.browser
    case .rereadConfiguration, .saveKeys: Effect.ID(.signIn, "configuration")
    case .findBackdrop: Effect.ID(.app, "backdrop photos")
    }
  }
}

package enum SignInReducer {
  package static func reduce(_ state: inout AppState, _ action: SignInAction) -> [Effect] {
    switch action {
    case .signInPressed:
      guard isIdle(state), state.launch.setup == .ready else { return [] }
      state.signIn.phase = .preparing
      return [.signIn(.begin)]
    case .demoPressed:
      guard isIdle(state) else { return [] }
      state.signIn.phase = .exchanging
      // If the demo service isn't running, it must be started first.
      return state.isDemo && state.program.isDemoRunning ? [.signIn(.demo)] : [.session(.startDemo)]
    case .addressReady, .exchanging, .finished:
      // Results that arrive after the user has cancelled are ignored.
      return state.stage == .signIn && state.signIn.phase != .idle ? progress(&state, action) : []
    case .codeMade(let code):
      change(&state) { $0.code = code }
      return []
    case .pasteRejected(let problem):
      // The service rejected the code, so the line is open again with the typed text.
      if state.signIn.phase == .exchanging, let waiting = state.signIn.beforeExchange {
        state.signIn.phase = .waiting(waiting)
        state.signIn.beforeExchange = nil
      }
      change(&state) {
        $0.input = $0.input ?? TextField()
        $0.rejected = problem
      }
      return []
    case .configurationReread(.success(let launch)):
      state.signIn.isRereading = false
      state.signIn.hasBadKeys = false
      state.launch = launch
      return [state.show(.configurationReread)]
    case .keysSaved(.success(let launch)):
      state.signIn = SignInState()
      state.launch = launch
      return [state.show(.saved(path: launch.configurationPath))]
    case .keysSaved(.failure(let problem)):
      state.signIn.isRereading = false
      if state.signIn.keys == nil { state.alert(.problem(problem, retry: nil)) }
      state.signIn.keys?.problem = problem
      return []
    case .addressPressed(let address):
      return copy(&state, ClipboardText(address))
    case .configurationReread(.failure(let problem)):
      state.signIn.isRereading = false
      state.alert(.problem(problem, retry: nil))
      return []
    case .browserFailed(let problem):
      // The screen has the link for another browser, so this is no reason to interrupt.
      return [state.show(.failed(problem, retry: nil))]
    case .typed(let edit) where state.signIn.keys != nil:
      if state.notice?.text == .unavailable(.open, .keysIncomplete) { state.notice = nil }
      state.signIn.keys?.apply(edit)
      return []
    case .typed(let edit):
      change(&state) {
        $0.input?.apply(edit)
        $0.rejected = nil
      }
      return []
    case .pasted(let text):
      guard state.signIn.waiting != nil else { return [] }
      change(&state) {
        $0.input = TextField()
        $0.input?.apply(.insert(text))
        $0.rejected = nil
      }
      return submit(state)
    case .backdropDue: return state.stage == .splash ? findBackdrop(state) : []
    case .backdropFound(let photos):
      state.program.backdrop = photos
      return []
    }
  }

  /// Handles the progress of a running sign-in.
  private static func progress(_ state: inout AppState, _ action: SignInAction) -> [Effect] {
    switch action {
    case .addressReady(let url, let route):
      // No page is opened if the user chose the code, because the browser may be on another
      // computer, or if one was opened before.
      let isElsewhere = route == .outOfBand(warning: nil) || state.signIn.waiting != nil
      state.signIn.phase = .waiting(SignInState.BrowserWait(url: url, route: route))
      return state.launch.hasBrowser && !isElsewhere ? [.signIn(.openBrowser(url: url))] : []
    case .exchanging:
      state.alerts.removeAll { $0.kind == .confirmCancelSignIn }
      state.signIn.beforeExchange = state.signIn.waiting
      state.signIn.phase = .exchanging
      return []
    case .finished(.success(let account)):
      // Alerts about the sign-in no longer apply. Others may not have been read yet.
      state.alerts.removeAll(where: \.concernsSignIn)
      state.signIn = SignInState()
      return [.event(.signedIn(account))]
    case .finished(.failure(let problem)):
      state.alerts.removeAll { $0.kind == .confirmCancelSignIn }
      state.signIn.phase = .idle
      state.signIn.beforeExchange = nil
      state.signIn.hasBadKeys = problem.cause == .invalidClient && !state.isDemo
      state.alert(.problem(problem, retry: nil))
      return []
    default:
      return []
    }
  }

  /// Whether a sign-in can be started.
  ///
  /// False while keys are being saved or the configuration is being read.
  private static func isIdle(_ state: AppState) -> Bool {
    state.stage == .signIn && state.signIn.phase == .idle && !state.signIn.isRereading
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .open where state.hasButtons: state.focusedButton.map { handle(&state, $0) } ?? .ignored
    case .moveUp where state.hasButtons: moveFocus(&state, by: -1)
    case .moveDown where state.hasButtons: moveFocus(&state, by: 1)
    case .previousTab where state.hasButtons: moveFocus(&state, by: -1, wraps: true)
    case .nextTab where state.hasButtons: moveFocus(&state, by: 1, wraps: true)
    case .openAgain where state.offersSetup: openSteps(&state)
    case .back where state.showsSteps: closeSteps(&state)
    case .open where state.signIn.keys != nil: .handled(submitKeys(&state))
    case .moveUp where state.signIn.keys != nil: focusKeys(&state, onSecret: false)
    case .moveDown where state.signIn.keys != nil: focusKeys(&state, onSecret: true)
    case .nextTab where state.signIn.keys != nil, .previousTab where state.signIn.keys != nil:
      focusKeys(&state, onSecret: state.signIn.keys?.isSecret == false)
    case .open where state.needsKeys: openKeys(&state)
    case .back where state.signIn.keys != nil: closeKeys(&state)
    case .copyAddress where state.needsKeys:
      .handled(
        state.launch.service.developerPage.map { reduce(&state, .addressPressed($0.text)) } ?? []
      )
    case .copyRedirects where state.needsKeys:
      .handled(copy(&state, ClipboardText(lines: state.launch.redirectAddresses)))
    case .openAgain where state.needsKeys:
      .handled(state.launch.service.developerPage.map { [.signIn(.openBrowser(url: $0))] } ?? [])
    case .paste where state.needsKeys: openKeys(&state)
    case .openAgain where state.signIn.phase == .idle: .handled(reduce(&state, .signInPressed))
    case .browse where isIdle(state):
      .handled(state.launch.openService.map { [.terminal(.switchService($0.id))] } ?? [])
    case .tryDemo: .handled(reduce(&state, .demoPressed))
    case .refresh where state.signIn.phase == .idle: .handled(reread(&state))
    case .switchService where isIdle(state): .handled(state.switchService)
    case .back where state.signIn.waiting?.input != nil: closeInput(&state)
    case .back where state.signIn.phase != .idle: .handled(askToCancel(&state))
    default: handleWaiting(&state, command)
    }
  }

  // MARK: The browser

  /// Handles commands while the user is in the browser.
  private static func handleWaiting(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let waiting = state.signIn.waiting else { return .ignored }
    switch command {
    case .copyAddress:
      return .handled(copy(&state, ClipboardText(waiting.url.text)))
    case .openAgain:
      return .handled([.signIn(.openBrowser(url: waiting.url))])
    case .paste:
      change(&state) { $0.input = TextField() }
      return .done
    case .otherMachine:
      guard case .loopback = waiting.route else { return .done }
      return .handled([.signIn(.switchToOutOfBand)])
    case .open: return .handled(submit(state))
    default: return .ignored
    }
  }

  private static func copy(_ state: inout AppState, _ text: ClipboardText) -> [Effect] {
    [.terminal(.copy(text)), state.show(.copied)]
  }

  private static func reread(_ state: inout AppState) -> [Effect] {
    // The demo has no configuration, so reading it again would leave the demo.
    guard !state.isDemo, isIdle(state) else { return [] }
    state.signIn.isRereading = true
    return [.signIn(.rereadConfiguration)]
  }

  private static func submit(_ state: AppState) -> [Effect] {
    guard let input = state.signIn.waiting?.input, !input.text.isEmpty else { return [] }
    return [.signIn(.submit(input.text))]
  }

  private static func closeInput(_ state: inout AppState) -> CommandResult {
    change(&state) {
      $0.input = nil
      $0.rejected = nil
    }
    return .done
  }

  /// Cancels the sign-in after the user has confirmed it.
  ///
  /// The listener stops with the flow's task.
  static func cancel(_ state: inout AppState) -> [Effect] {
    guard state.signIn.phase != .idle else { return [] }
    state.signIn.phase = .idle
    state.signIn.beforeExchange = nil
    return [
      .cancel(SignInEffect.begin.id), .cancel(SignInEffect.submit("").id),
      .cancel(SignInEffect.browser), .cancel(SessionEffect.startDemo.id),
    ]
  }

  private static func askToCancel(_ state: inout AppState) -> [Effect] {
    state.alert(.confirmCancelSignIn)
    return []
  }

  private static func change(
    _ state: inout AppState,
    _ body: (inout SignInState.BrowserWait) -> Void
  ) {
    guard var waiting = state.signIn.waiting else { return }
    body(&waiting)
    state.signIn.phase = .waiting(waiting)
  }
}
