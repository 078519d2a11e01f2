import Library
import Model

/// Whether the service can be reached, judged by its answers and their absence.
extension AppReducer {
  /// Updates connectivity after each action.
  static func updateConnectionState(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    guard state.offers(.reconnecting), state.stage == .main, let contact = action.contact else {
      return []
    }
    return state.inLibrary(.contact(contact))
  }

  static let networkTimer = Effect.ID(.app, "network")
  static var tryNetworkLater: Effect {
    .after(networkTimer, Library.networkRetryDelay, .networkAwaited)
  }
}

extension AppAction {
  /// What the action says about the connection to the service; nil for nothing.
  fileprivate var contact: Contact? {
    switch self {
    case .feed(.pageLoaded(_, let result), in: _): Contact(result)
    case .details(.loaded(_, let result)): Contact(result)
    case .profile(.loaded(let result)): Contact(result)
    case .likes(.answered(_, liked: _, let result)): Contact(result)
    case .collecting(.answered(_, let result)): Contact(result)
    case .collecting(.made(_, let result)): Contact(result)
    default: nil
    }
  }
}
