import Library
import Model

/// Whether the service can be reached, as its answers and their absence tell; extended edition.
enum ConnectionReducer {
  /// Updates connectivity after each action.
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
      let answered = Effect.news(.serviceAnswered(limit))
      return wasOffline ? [answered, .cancel(timer), .news(.networkReturned)] : [answered]
    }
  }

  private static let timer = Effect.ID(.app, "network")
  static var tryLater: Effect { .after(timer, AppState.networkPatience, .networkAwaited) }
}

extension AppState {
  /// How long after a failure the network is tried again.
  static let networkPatience = Duration.seconds(30)
}

/// What an action says about the way to the service.
private enum Contact {
  /// Nothing came back.
  case silence
  case answer(News.Limit?)

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
      .notOffered, .refused:
      true
    default: false
    }
  }
}
