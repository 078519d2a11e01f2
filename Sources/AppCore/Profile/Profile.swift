import Model

/// The signed-in person's own page.
package struct ProfileState: Equatable, Sendable {
  package var person: Person?
  package var isLoading = false
  package var problem: Problem?

  package init() {}
}

package enum ProfileAction: Equatable, Sendable {
  case loaded(Result<Person, Problem>)
  /// The session is gone, or could not be removed.
  case signedOut(Result<Account?, Problem>)
  case signOutPressed
  case refreshPressed
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
      state.profile.person = person
      state.account?.username = person.username
      return []
    case .loaded(.failure(let problem)):
      state.profile.isLoading = false
      if problem.cause == .unauthorized { return AppReducer.sessionRefused(&state) }
      // A refresh that failed has lost nothing: the page stands, and only says so.
      if state.profile.person == nil {
        state.profile.problem = problem
      } else {
        state.alert(.problem(problem, retry: .profile(.refreshPressed)))
      }
      return []
    case .refreshPressed:
      return refresh(&state)
    case .signOutPressed:
      state.alert(.confirmSignOut)
      return []
    case .signedOut(.success):
      let effects = state.forgetAccount()
      state.alert(.browserStaysSignedIn)
      return effects
    case .signedOut(.failure(let problem)):
      state.alert(.problem(problem, retry: nil))
      return []
    }
  }

  /// Asks for the person once; a failure is asked again only by Retry or on return.
  static func appear(_ state: inout AppState) -> [Effect] {
    guard state.profile.person == nil, !state.profile.isLoading else { return [] }
    state.profile.isLoading = true
    state.profile.problem = nil
    return [.profile(.load)]
  }

  /// Asks for the person anew, and for the avatar if that failed.
  static func refresh(_ state: inout AppState) -> [Effect] {
    guard !state.profile.isLoading else { return [] }
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
