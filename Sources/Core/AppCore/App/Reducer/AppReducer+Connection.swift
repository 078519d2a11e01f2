import Model

/// Tracks whether the service can be reached, judged by its responses and their absence.
extension AppReducer {
  /// Updates the connection state after a request, and starts what waited for a response.
  static func updateConnectionState(
    _ state: inout AppState,
    _ reachability: ServiceReachability
  ) -> [Effect] {
    guard state.offers(.reconnecting), state.stage == .main else { return [] }
    guard case .response(let limit) = reachability else {
      state.isOffline = true
      return [tryNetworkLater]
    }
    let wasOffline = state.isOffline
    state.isOffline = false
    state.likes.isWaitAnnounced = false
    state.likes.backOff = LikesState.shortestBackOff
    // After a rate limit, the service would only refuse the likes that wait.
    let likes =
      switch limit {
      case nil: LikesReducer.sendWaiting(&state)
      case .reached(let minutes)?: LikesReducer.pause(&state, minutes: minutes)
      }
    guard wasOffline else { return likes }
    return likes + DownloadsReducer.networkIsBack(&state) + [.cancel(networkTimer)]
      + PhotoReducer.retryFilmstrip(&state) + resumeAfterReconnect(&state)
  }

  static let networkTimer = Effect.ID(.app, "network")
  static var tryNetworkLater: Effect {
    .after(networkTimer, AppState.networkRetryDelay, .networkAwaited)
  }
}
