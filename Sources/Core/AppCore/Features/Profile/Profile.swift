import Model

package enum ProfileAction: Equatable, Sendable {
  case loaded(Result<Person, Problem>)
  /// The session was removed, or couldn't be removed.
  case signedOut(Result<Account?, Problem>)
  case signOutPressed
  case refreshPressed
  /// Shows a collection of the user.
  case collectionPressed(ListID)
  /// Retries loading the user's collections.
  case collectionsRetryPressed
}

package enum ProfileEffect: Equatable, Sendable {
  case load

  package var id: Effect.ID { Effect.ID(.profile, "load") }
}

package enum ProfileReducer {
  package static func reduce(_ state: inout AppState, _ action: ProfileAction) -> [Effect] {
    switch action {
    case .loaded where !state.profile.isLoading:
      return []
    case .loaded(.success(let person)):
      state.profile.isLoading = false
      state.profile.isRefreshedInBackground = false
      state.profile.cacheAge = nil
      state.profile.person = person
      state.account?.username = person.username
      return (state.offers(.cache) ? [.cache(.writeProfile(person))] : [])
        + loadCollections(&state)
    case .loaded(.failure(let problem)):
      let isInBackground = state.profile.isRefreshedInBackground
      state.profile.isLoading = false
      state.profile.isRefreshedInBackground = false
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      // If the profile is already shown, it stays and a notice reports the failure.
      if state.profile.person == nil {
        state.profile.problem = problem
        return []
      }
      // Without a network, the banner already reports it.
      guard !isInBackground || !problem.cause.isNoAnswer else { return [] }
      return [state.show(.failed(problem, retry: .profile(.refreshPressed)))]
    case .refreshPressed:
      return refresh(&state)
    case .collectionPressed(let list):
      guard let index = state.ownCollections?.all.firstIndex(where: { $0.list == list }) else {
        return []
      }
      state.profileFocus = .collection(index)
      return [.event(.destinationChosen(.list(list)))]
    case .collectionsRetryPressed:
      return reloadCollections(&state)
    case .signOutPressed:
      let waiting = state.likes.changes.count
      state.alert(waiting == 0 ? .confirmSignOut : .confirmSignOutLosing(likes: waiting))
      return []
    case .signedOut(.success):
      let effects = state.removeAccount()
      // The demo signs in without a browser.
      let service = state.launch.isDemo ? nil : state.launch.service.name
      let notice = state.show(.signedOut(browserAt: service))
      return effects + [notice] + (state.offers(.cache) ? [.cache(.removeAccount)] : [])
    case .signedOut(.failure(let problem)):
      state.alert(.problem(problem, retry: nil))
      return []
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .open: return .handled(reduce(&state, .signOutPressed))
    case .collections:
      return .handled(
        state.collectionsOwner.map { [.event(.destinationChosen(.chooser(.collections(of: $0))))] }
          ?? []
      )
    case .refresh: return .handled(refresh(&state))
    default: return .ignored
    }
  }

  /// Shows the cached profile until the service responds.
  static func show(_ state: inout AppState, _ person: Person, age: Duration) -> [Effect] {
    guard state.profile.person == nil else { return [] }
    state.profile.person = person
    state.profile.cacheAge = age
    state.profile.isRefreshedInBackground = state.profile.isLoading
    if state.profile.problem?.cause.isNoAnswer == true { state.profile.problem = nil }
    if state.account?.username == nil { state.account?.username = person.username }
    return []
  }

  /// Reloads a profile that failed to load or is out of date.
  static func resumeAfterReconnect(_ state: inout AppState) -> [Effect] {
    guard state.profile.problem?.cause.isNoAnswer == true || state.profile.cacheAge != nil else {
      return []
    }
    let effects = refresh(&state)
    if !effects.isEmpty { state.profile.isRefreshedInBackground = state.profile.cacheAge != nil }
    return effects
  }

  /// Reloads the user's profile, and the avatar if it failed.
  static func refresh(_ state: inout AppState) -> [Effect] {
    guard !state.profile.isLoading, state.offers(.profile) else { return [] }
    var effects: [Effect] = []
    if let person = state.profile.person {
      let key = PictureKey(.avatar(person.username), .thumbnail)
      if case .failed = state.pictures[key] {
        state.pictures[key] = nil
        effects.append(.pictures(.retry(key)))
      }
    }
    state.profile.isLoading = true
    state.profile.problem = nil
    return effects + [.profile(.load)]
  }
}

extension AppState {
  /// Loads the user's profile once.
  ///
  /// After a failure, it is loaded again on Retry or when the profile is shown again.
  mutating func loadProfile() -> [Effect] {
    let isCached = profile.cacheAge != nil
    guard profile.person == nil || isCached, !profile.isLoading, offers(.profile) else {
      return []
    }
    let isFirst = offers(.cache) && !isCached && !cache.isAvoided
    profile.isLoading = true
    profile.isRefreshedInBackground = isCached
    profile.problem = nil
    return (isFirst ? [.cache(.readProfile)] : []) + [.profile(.load)]
  }
}
