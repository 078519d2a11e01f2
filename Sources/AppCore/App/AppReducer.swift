import Model

/// The root of the state machine: the only place where the state changes.
package enum AppReducer {
  package static func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .started:
      // The demo service has to run before its session means anything.
      return [.session(state.isDemo ? .startDemo : .read)]
    case .demoStarted(let result): return demoStarted(&state, result)
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
      state.viewport = viewport
      FeedReducer.reflow(&state)
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
    case .feed(let action): return FeedReducer.reduce(&state, action)
    case .likes(let action): return LikesReducer.reduce(&state, action)
    case .details(let action): return DetailsReducer.reduce(&state, action)
    case .photo(let action): return PhotoReducer.reduce(&state, action)
    case .share(let action): return ShareReducer.reduce(&state, action)
    case .profile(let action): return ProfileReducer.reduce(&state, action)
    case .alerts(let action): return AlertsReducer.reduce(&state, action)
    case .help(let action): return HelpReducer.reduce(&state, action)
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
    guard state.stage == .main else { return [] }
    state.forgetAccount()
    state.alert(.signedOut)
    return [.session(.drop), .pictures(.clear)] + Effect.Scope.reads.map { .cancelReads($0) }
  }

  private static func demoStarted(
    _ state: inout AppState,
    _ result: Result<Launch, Problem>
  ) -> [Effect] {
    switch result {
    case .success(let launch):
      state.launch = launch
      // Asked for from the sign-in screen, it means: let me in.
      return state.stage == .splash ? [.session(.read)] : [.signIn(.demo)]
    case .failure(let problem):
      state.stage = .signIn
      state.signIn.phase = .idle
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
      state.alert(.problem(problem, retry: .pressed(.refresh)))
    }
    return []
  }

  private static func show(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    guard state.stage == .main, state.photo == nil, state.tab != tab else { return [] }
    state.tab = tab
    switch tab {
    case .feed:
      state.profile.isLoading = false
      return [.cancelReads(.profile)] + FeedReducer.appear(&state)
    case .profile:
      state.feed.load = state.feed.load == .loading ? .idle : state.feed.load
      state.feed.isRefreshing = false
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
    default: break
    }
    switch state.place {
    case .alert: return performAlert(&state, command)
    case .help: return HelpReducer.perform(&state, command)
    case .share: return performShare(&state, command)
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
  mutating func forgetAccount() {
    let launch = launch
    let waiting = alerts
    let number = nextNumber
    self = AppState(viewport: viewport, launch: launch)
    stage = .signIn
    alerts = waiting.filter { $0.kind == .signedOut }
    nextNumber = number
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
