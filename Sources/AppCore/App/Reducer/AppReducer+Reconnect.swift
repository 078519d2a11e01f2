import Library
import Model

/// What is asked for again, by what the person looks at, when the network may be back.
extension AppReducer {
  /// Asks for what is in sight, to see whether the network is back; what comes of it is heard.
  static func tryAgain(_ state: inout AppState) -> [Effect] {
    guard state.isOffline, state.stage == .main else { return [] }
    var effects: [Effect] = []
    if let list = state.listInView, case .failed = state[list].load {
      effects = FeedReducer.reduce(&state, .retryPressed, in: list)
    } else if let list = state.listInView {
      effects = FeedReducer.refreshBehind(&state, in: list)
    } else if state.isInFront(.profile) {
      effects = ProfileReducer.goOn(&state)
    }
    if effects.isEmpty { effects = FeedReducer.refreshBehind(&state, in: state.source) }
    return effects.isEmpty ? [tryNetworkLater] : effects
  }

  /// The network is back: what did not come is asked for again, and what is old is refreshed, as
  /// soon as it is seen.
  static func goOn(_ state: inout AppState) -> [Effect] {
    let id = state.photo?.id
    let pictures = id.map { PhotoReducer.retryPictures(&state, of: $0) { $0.cause.isNoAnswer } }
    return (pictures ?? []) + DetailsReducer.goOn(&state) + resumeLists(&state)
  }

  private static func resumeLists(_ state: inout AppState) -> [Effect] {
    for list in Array(state.library.lists.ids) where list != state.listInView {
      state[list].wantsRefresh = state[list].cacheAge != nil
      if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
        state[list].load = .idle
      }
    }
    let profile = state.isInFront(.profile) ? ProfileReducer.goOn(&state) : []
    guard let list = state.listInView else { return profile }
    let pictures = profile + FeedReducer.retryPictures(&state, in: list) { $0.cause.isNoAnswer }
    if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
      return pictures + FeedReducer.reduce(&state, .retryPressed, in: list)
    }
    guard state[list].cacheAge != nil else { return pictures }
    return pictures + FeedReducer.refreshBehind(&state, in: list)
  }
}
