import Library
import Model

extension FeedReducer {
  /// Begins a list: with what is kept of it, refreshed behind, or with its first page.
  static func begin(_ state: inout AppState, in list: ListID) -> [Effect] {
    appear(&state, in: list)
  }

  /// What is kept of a list is read as long as there is nothing else to show of it.
  static func readCached(_ state: AppState, _ list: ListID) -> [Effect] {
    guard state.offers(.cache), !state.cache.isAvoided, state[list].order.isEmpty, list.canBeAsked,
      list.kind != .random
    else { return [] }
    return [.cache(.readList(list))]
  }

  /// Shows the cached list until the service answers.
  static func show(
    _ state: inout AppState,
    _ cached: CachedList?,
    age: Duration,
    in list: ListID
  ) -> [Effect] {
    // Something else may be searched for by now, or the list be closed.
    guard state.lists.contains(list) else { return [] }
    let taken = state.library.take(cached, age: age, in: list)
    if list == .favourites, taken != .nothing { state.tidyFavourites() }
    switch taken {
    case .nothing: return []
    case .shown(let failed):
      var effects: [Effect] = []
      if let failed, !failed.cause.isNoAnswer {
        effects.append(state.show(.failed(failed, retry: .feed(.refreshPressed, in: list))))
      }
      return effects + [.event(.photoInFrontChanged)]
    case .appended(let replacesPage):
      let page = replacesPage ? [Effect.cancel(list.pageEffect)] : []
      return page + state.keep(list, isFresh: false)
    }
  }

  /// Asks for what is new while the person looks at what is kept.
  static func refreshBehind(_ state: inout AppState, in list: ListID) -> [Effect] {
    let effects = reduce(&state, .refreshPressed, in: list)
    if !effects.isEmpty { state[list].isRefreshedBehind = true }
    return effects
  }

  /// A refresh that the person did not ask for has failed: the list stands.
  ///
  /// The banner already says that the network is gone.
  static func refreshBehindFailed(
    _ state: inout AppState,
    _ problem: Problem,
    in list: ListID
  ) -> [Effect] {
    state[list].isRefreshedBehind = false
    guard !problem.cause.isNoAnswer else { return [] }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension AppState {
  /// Writes a list to disk for the next start.
  ///
  /// - Parameter isFresh: whether its first page has just come from the service.
  func keep(_ list: ListID, isFresh: Bool) -> [Effect] {
    library.cache(list, isFresh: isFresh).map(Effect.init)
  }
}
