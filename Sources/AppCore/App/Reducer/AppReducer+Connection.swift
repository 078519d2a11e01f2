import Model

/// Tracks whether the service can be reached, judged by its responses and their absence.
extension AppReducer {
  /// Updates the connection state if the action contains a response, or reports that none arrived.
  static func updateConnectionState(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    guard state.offers(.reconnecting), state.stage == .main, let reachability = action.reachability
    else {
      return []
    }
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

extension AppAction {
  /// The action's evidence about the connection to the service; `nil` if it has none.
  fileprivate var reachability: ServiceReachability? {
    switch self {
    case .feed(.pageLoaded(_, let result), in: _): ServiceReachability(result)
    case .details(.loaded(_, let result)): ServiceReachability(result)
    case .profile(.loaded(let result)): ServiceReachability(result)
    case .likes(.answered(_, liked: _, let result)): ServiceReachability(result)
    case .collectionEdit(.answered(_, let result)): ServiceReachability(result)
    case .collectionEdit(.made(_, let result)): ServiceReachability(result)
    // Some services create the header of an untitled list without a request.
    case .visits(.infoLoaded(_, .success(let offer))) where offer.info.title.isEmpty: nil
    case .visits(.infoLoaded(_, let result)): ServiceReachability(result)
    case .visits(.personLoaded(_, let result)): ServiceReachability(result)
    case .chooser(.loaded(_, page: _, let result)): ServiceReachability(result)
    case .addressInput(.photoLoaded(let result)): ServiceReachability(result)

    // Input of the user, timers, and data of this computer.
    case .feed(.scrolled, in: _), .feed(.cardPressed, in: _), .feed(.menuPressed, in: _),
      .feed(.retryPressed, in: _), .feed(.refreshPressed, in: _),
      .feed(.picturePressed, in: _), .feed(.aged, in: _), .details(.delayPassed),
      .details(.scrolled), .details(.retryPressed), .profile(.signedOut), .profile(.signOutPressed),
      .profile(.refreshPressed), .profile(.collectionPressed), .profile(.collectionsRetryPressed),
      .likes(.heartPressed), .likes(.retried), .likes(.waitingRetried), .likes(.restored),
      .collectionEdit(.retried),
      .visits(.authorPressed), .visits(.opened), .visits(.sectionPressed), .visits(.backPressed),
      .visits(.aged), .visits(.personRead), .visits(.infoRead), .chooser(.opened),
      .chooser(.topicsRead), .chooser(.topicsCached), .chooser(.sourceRead), .addressInput(.pasted),
      .addressInput(.found), .addressInput(.photoNamed), .addressInput(.unknown):
      nil
    // Files and pictures are loaded from other servers.
    case .downloads, .downloadsList, .pictureChanged, .colorMeasured: nil
    // The budget is also reported after a request without a response.
    case .budgetChanged, .suspensionEnded: nil
    case .started, .resumed, .sessionRead, .demoStarted, .resized, .terminalUnknown,
      .picturesBlocked, .savedWithoutCredit, .keysRead, .pressed, .unavailable,
      .unknownKeyPressed, .count,
      .tabPressed, .overlayClosed,
      .networkAwaited, .noticeExpired, .signIn, .sizeRead, .check, .search, .menu,
      .gallery, .cache, .dataFile, .marks, .photo, .share, .alerts, .help, .overlay:
      nil
    }
  }
}
