import Library
import Model

/// Whether the service can be reached, as its answers and their absence tell; extended edition.
enum ConnectionReducer {
  /// To be called after every action: what it tells of the way to the service, and what follows.
  static func heard(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    guard state.offers(.reconnecting), state.stage == .main else { return [] }
    switch action.contact {
    case nil: return []
    case .silence?:
      state.isOffline = true
      return [tryLater]
    case .answer(let limit)?:
      let wasOffline = state.isOffline
      state.isOffline = false
      state.likes.backOff = LikesState.shortestBackOff
      let likes =
        switch limit {
        case nil: SilentLikesReducer.sendWaiting(&state)
        // They would only be refused.
        case .reached(let minutes)?: SilentLikesReducer.hold(&state, minutes: minutes)
        }
      guard wasOffline else { return likes }
      return likes + [.cancel(timer)] + DownloadsReducer.networkIsBack(&state) + goOn(&state)
    }
  }

  private static let timer = Effect.ID(.app, "network")
  /// How long after a failure the network is tried again.
  static let patience = Duration.seconds(30)
  private static var tryLater: Effect { .after(timer, patience, .networkAwaited) }

  /// Asks for what is in sight, to see whether the network is back; what comes of it is heard.
  static func tryAgain(_ state: inout AppState) -> [Effect] {
    guard state.isOffline, state.stage == .main else { return [] }
    var effects: [Effect] = []
    if let list = state.listInView, case .failed = state[list].load {
      effects = FeedReducer.reduce(&state, .retryPressed, in: list)
    } else if let list = state.listInView {
      effects = FeedReducer.refreshBehind(&state, in: list)
    } else if state.tab == .profile {
      effects = ProfileReducer.goOn(&state)
    }
    if effects.isEmpty { effects = FeedReducer.refreshBehind(&state, in: .feed) }
    return effects.isEmpty ? [tryLater] : effects
  }

  /// The network is back: what did not come is asked for again, and what is old is refreshed, as
  /// soon as it is seen.
  private static func goOn(_ state: inout AppState) -> [Effect] {
    for list in Array(state.library.lists.ids) where list != state.listInView {
      state[list].wantsRefresh = state[list].keptAge != nil
      if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
        state[list].load = .idle
      }
    }
    guard let list = state.listInView else {
      return state.tab == .profile ? ProfileReducer.goOn(&state) : []
    }
    let pictures = FeedReducer.retryPictures(&state, in: list) { $0.cause.isNoAnswer }
    if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
      return pictures + FeedReducer.reduce(&state, .retryPressed, in: list)
    }
    guard state[list].keptAge != nil else { return pictures }
    return pictures + FeedReducer.refreshBehind(&state, in: list)
  }
}

/// What an action tells of the way to the service.
private enum Contact {
  /// Nothing came back.
  case silence
  case answer(Limit?)

  /// The budget is spent; nil where it is not known for how many minutes.
  enum Limit { case reached(minutes: Int?) }

  init?<Value>(_ result: Result<Value, Problem>) {
    switch result {
    case .success: self = .answer(nil)
    case .failure(let problem):
      if problem.cause.isNoAnswer {
        self = .silence
      } else if case .rateLimited(let minutes) = problem.cause {
        self = .answer(.reached(minutes: minutes))
      } else if problem.cause.isAnswer {
        self = .answer(nil)
      } else {
        return nil
      }
    }
  }
}

extension AppAction {
  fileprivate var contact: Contact? {
    switch self {
    case .feed(.pageLoaded(_, let result), in: _): Contact(result)
    case .details(.loaded(_, let result)): Contact(result)
    case .profile(.loaded(let result)): Contact(result)
    case .likes(.answered(_, liked: _, let result)): Contact(result)
    default: nil
    }
  }
}

extension Problem.Cause {
  /// Whether the service itself said it.
  ///
  /// Not so a page of HTML: that may be a captive portal's.
  fileprivate var isAnswer: Bool {
    switch self {
    case .badRequest, .unauthorized, .forbidden, .notFound, .gone, .server, .unexpectedStatus,
      .notOffered:
      true
    default: false
    }
  }
}
