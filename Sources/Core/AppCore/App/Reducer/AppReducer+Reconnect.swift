import Model

/// Reloads failed or cached content when the network may be back.
extension AppReducer {
  /// Reloads the content on the screen to test whether the network is back.
  ///
  /// Starts the retry timer again if there is nothing to load.
  static func tryAgain(_ state: inout AppState) -> [Effect] {
    guard state.isOffline, state.stage == .main else { return [] }
    var effects: [Effect] = []
    if let list = state.listInView, case .failed = state[list].load {
      effects = FeedReducer.reduce(&state, .retryPressed, in: list)
    } else if let list = state.listInView, state.asks(for: list) {
      effects = FeedReducer.refreshInBackground(&state, in: list)
    } else if state.isShown(.profile) {
      effects = ProfileReducer.resumeAfterReconnect(&state)
    }
    if effects.isEmpty { effects = FeedReducer.refreshInBackground(&state, in: state.source) }
    return effects.isEmpty ? [tryNetworkLater] : effects
  }

  /// Reloads content that failed because the service sent no response.
  ///
  /// Refreshes the visible list if it is cached. The other cached lists are refreshed when they are
  /// shown.
  static func resumeAfterReconnect(_ state: inout AppState) -> [Effect] {
    let pictures = [state.photo?.id, state.photo?.beside].compactMap(\.self).flatMap {
      PhotoReducer.retryPictures(&state, of: $0) { $0.cause.isNoAnswer }
    }
    return pictures + DetailsReducer.resumeAfterReconnect(&state) + resumeLists(&state)
  }

  private static func resumeLists(_ state: inout AppState) -> [Effect] {
    for list in Array(state.lists.ids) where list != state.listInView {
      state[list].needsRefresh = state[list].cacheAge != nil
      if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
        state[list].load = .idle
      }
    }
    let profile = state.isShown(.profile) ? ProfileReducer.resumeAfterReconnect(&state) : []
    guard let list = state.listInView else { return profile }
    let pictures = profile + FeedReducer.retryPictures(&state, in: list) { $0.cause.isNoAnswer }
    if case .failed(let problem) = state[list].load, problem.cause.isNoAnswer {
      return pictures + FeedReducer.reduce(&state, .retryPressed, in: list)
    }
    guard state[list].cacheAge != nil else { return pictures }
    return pictures + FeedReducer.refreshInBackground(&state, in: list)
  }
}
