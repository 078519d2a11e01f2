import Library
import Model

/// Tracks whether the service can be reached, judged by its responses and their absence.
extension AppReducer {
  /// Updates the connection state if the action contains a response, or reports that none arrived.
  static func updateConnectionState(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    guard state.offers(.reconnecting), state.stage == .main, let reachability = action.reachability
    else {
      return []
    }
    return state.inLibrary(.reachability(reachability))
  }

  static let networkTimer = Effect.ID(.app, "network")
  static var tryNetworkLater: Effect {
    .after(networkTimer, Library.networkRetryDelay, .networkAwaited)
  }
}

extension AppAction {
  /// The action's evidence about the connection to the service; `nil` if it has none.
  fileprivate var reachability: ServiceReachability? {
    switch self {
    case .feed(.pageLoaded(_, let result), in: _): ServiceReachability(result)
    case .details(.loaded(_, let result)): ServiceReachability(result)
    case .profile(.loaded(let result)): ServiceReachability(result)
    case .likes(.answered(_, liked: _, let result)): ServiceReachability(result)
    case .collecting(.answered(_, let result)): ServiceReachability(result)
    case .collecting(.made(_, let result)): ServiceReachability(result)
    default: nil
    }
  }
}
