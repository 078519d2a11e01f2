import Model

/// The root of the state machine: the only place where the state changes.
package enum AppReducer {
  package static func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .started:
      // The demo service has to run before its session means anything.
      return [.session(state.isDemo ? .startDemo : .read)]
    case .demoStarted(let result): return demoStarted(&state, result)
    case .sessionRead where state.stage != .splash:
      return []
    case .sessionRead(.success(let account)):
      guard let account else {
        state.stage = .signIn
        return []
      }
      return enter(&state, account)
    case .sessionRead(.failure(let problem)):
      state.stage = .signIn
      state.alert(.problem(problem, retry: nil))
      return []
    case .resized(let viewport):
      FeedReducer.relayout(&state) { $0.viewport = viewport }
      return state.screen == .feed ? FeedReducer.loadMoreIfNeeded(&state) : []
    case .pressed(let command): return perform(&state, command)
    case .unavailable(let command, let reason):
      return [state.show(.unavailable(command, reason))]
    case .tabPressed(let tab): return show(&state, tab)
    case .pictureChanged(let key, let status): return pictureChanged(&state, key, status)
    case .budgetChanged(let budget):
      state.budget = budget
      return []
    case .noticeExpired(let number):
      if state.notice?.number == number { state.notice = nil }
      return []
    case .signIn(let action): return SignInReducer.reduce(&state, action)
    case .feed, .likes, .details, .photo, .share, .profile:
      // A press on a frame drawn before the account was gone means nothing.
      return state.stage == .main ? reduceMain(&state, action) : []
    case .alerts(let action): return AlertsReducer.reduce(&state, action)
    case .help(let action): return HelpReducer.reduce(&state, action)
    }
  }

  private static func reduceMain(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .feed(let action): FeedReducer.reduce(&state, action)
    case .likes(let action): LikesReducer.reduce(&state, action)
    case .details(let action): DetailsReducer.reduce(&state, action)
    case .photo(let action): PhotoReducer.reduce(&state, action)
    case .share(let action): ShareReducer.reduce(&state, action)
    case .profile(let action): ProfileReducer.reduce(&state, action)
    default: []
    }
  }

  /// Signed in: the feed.
  static func enter(_ state: inout AppState, _ account: Account) -> [Effect] {
    state.account = account
    state.stage = .main
    state.tab = .feed
    return FeedReducer.appear(&state)
  }

  /// The service no longer accepts the session, wherever that came to light.
  static func sessionRefused(_ state: inout AppState) -> [Effect] {
    let effects = state.forgetAccount()
    state.alert(.signedOut)
    return [.session(.drop)] + effects
  }

  private static func demoStarted(
    _ state: inout AppState,
    _ result: Result<Launch, Problem>
  ) -> [Effect] {
    switch result {
    case .success(let launch):
      // Asked for from the sign-in screen, it means: let me in, unless that was cancelled since.
      guard state.stage == .splash || state.signIn.phase == .exchanging else { return [] }
      state.launch = launch
      state.isDemoRunning = true
      return state.stage == .splash ? [.session(.read)] : [.signIn(.demo)]
    case .failure(let problem):
      guard state.stage == .splash || state.signIn.phase == .exchanging else { return [] }
      state.stage = .signIn
      state.signIn.phase = .idle
      state.alerts.removeAll { $0.kind == .confirmCancelSignIn }
      state.alert(.problem(problem, retry: nil))
      return []
    }
  }

  private static func pictureChanged(
    _ state: inout AppState,
    _ key: PictureKey,
    _ status: PictureStatus
  ) -> [Effect] {
    state.pictures[key] = status
    // A picture that cannot be shown has its placeholder; one that did not come at all is asked
    // about, since the person is looking at nothing else.
    if case .failed(let problem) = status, case .photo(let id) = key.source,
      state.photo?.id == id, key.use == .full, problem.cause.isNoAnswer
    {
      state.alert(.problem(problem, retry: .photo(.retryPressed)))
    }
    return []
  }

  private static func show(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    guard state.place == state.screen, state.stage == .main, state.photo == nil, state.tab != tab
    else { return [] }
    state.tab = tab
    switch tab {
    case .feed:
      state.profile.isLoading = false
      return [.cancelReads(.profile)] + FeedReducer.appear(&state)
    case .profile:
      // A refresh stays wanted: it is asked for again on return.
      if state.feed.load == .loading { state.feed.load = .idle }
      state.details.loading = nil
      return [.cancelReads(.feed), .cancelReads(.details)] + ProfileReducer.appear(&state)
    }
  }

  private static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .redraw: return [.terminal(.redraw)]
    case .suspend: return [.terminal(.suspend)]
    case .quit: return [.quit]
    case .help where state.place != .help:
      state.help = HelpState(place: state.place)
      return []
    // What the notice on the screen offers comes before what the screen itself would retry.
    case .refresh where state.place == state.screen:
      if let retry = state.notice?.retry { return reduce(&state, retry) }
    default: break
    }
    switch state.place {
    case .alert: return performAlert(&state, command)
    case .help: return HelpReducer.perform(&state, command)
    case .share: return performShare(&state, command)
    case .qrCode: return command == .back ? ShareReducer.reduce(&state, .codeClosed) : []
    case .splash: return []
    case .signIn, .signInWaiting, .signInInput: return performSignIn(&state, command)
    case .photo: return PhotoReducer.perform(&state, command)
    case .feed, .profile: return performTab(&state, command)
    }
  }

  private static func performAlert(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveLeft, .previousTab: AlertsReducer.reduce(&state, .focusMoved(-1))
    case .moveRight, .nextTab: AlertsReducer.reduce(&state, .focusMoved(1))
    case .open: AlertsReducer.reduce(&state, .buttonPressed(state.alerts.first?.focus ?? 0))
    case .back: AlertsReducer.reduce(&state, .dismissed)
    default: []
    }
  }

  private static func performShare(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveUp, .previousTab: ShareReducer.move(&state, by: -1)
    case .moveDown, .nextTab: ShareReducer.move(&state, by: 1)
    case .open:
      guard let share = state.share else { return [] }
      return ShareReducer.reduce(&state, .rowPressed(share.focus))
    case .back: return ShareReducer.reduce(&state, .closePressed)
    default: break
    }
    return []
  }

  private static func performSignIn(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .open where state.place == .signIn: SignInReducer.reduce(&state, .signInPressed)
    case .tryDemo: SignInReducer.reduce(&state, .demoPressed)
    default: SignInReducer.perform(&state, command)
    }
  }

  private static func performTab(_ state: inout AppState, _ command: Command) -> [Effect] {
    let tabs = AppState.Tab.allCases
    switch command {
    case .nextTab: return show(&state, tabs[(state.tab.rawValue + 1) % tabs.count])
    case .previousTab:
      return show(&state, tabs[(state.tab.rawValue + tabs.count - 1) % tabs.count])
    case .feedTab: return show(&state, .feed)
    case .profileTab: return show(&state, .profile)
    default: break
    }
    guard state.tab == .profile else { return FeedReducer.perform(&state, command) }
    switch command {
    case .open, .signOut: return ProfileReducer.reduce(&state, .signOutPressed)
    case .refresh: return ProfileReducer.refresh(&state)
    default: return []
    }
  }
}

extension Effect.Scope {
  /// The scopes that read from the service.
  static let reads: [Effect.Scope] = [.feed, .details, .photo, .profile]
}

extension AppState {
  /// Back to the sign-in screen, with nothing left of the account.
  ///
  /// - Returns: the effects that stop what was still being done for it, and clear its caches.
  mutating func forgetAccount() -> [Effect] {
    let writes =
      likes.pending.map { LikesEffect.set($0.key, liked: $0.value).id }
      + likes.silent.keys.map(SilentLikesReducer.timer)
      + saves.keys.map { ShareEffect.save($0).id }
    let isDemoRunning = isDemoRunning
    let launch = launch
    let waiting = alerts
    let number = nextNumber
    self = AppState(viewport: viewport, launch: launch)
    stage = .signIn
    alerts = waiting.filter { $0.kind == .signedOut }
    nextNumber = number
    self.isDemoRunning = isDemoRunning
    return [.pictures(.clear)] + Effect.Scope.reads.map { .cancelReads($0) }
      + writes.sorted { $0.key < $1.key }.map { .cancel($0) }
  }
}

extension Problem.Cause {
  /// Whether nothing came back at all, so that trying again is the thing to do.
  package var isNoAnswer: Bool {
    switch self {
    case .unresolvedHost, .connectionRefused, .connectionLost, .timedOut, .transfer, .proxy: true
    default: false
    }
  }
}
