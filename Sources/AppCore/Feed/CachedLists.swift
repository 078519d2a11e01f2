import Library
import Model

extension FeedReducer {
  /// Reads the cached copy of a list that has no photos yet.
  static func readCached(_ state: AppState, _ list: ListID) -> [Effect] {
    guard state.offers(.cache), !state.cache.isAvoided, state[list].order.isEmpty, list.canBeAsked,
      list.kind != .random
    else { return [] }
    return [.cache(.readList(list))]
  }

  /// Shows the cached copy of a list until the service responds.
  static func show(
    _ state: inout AppState,
    _ cached: CachedList?,
    age: Duration,
    in list: ListID
  ) -> [Effect] {
    // The user may have closed the list or searched for something else since.
    guard state.lists.contains(list) else { return [] }
    let taken = state.library.merge(cached, age: age, in: list)
    if list == .favourites, taken != .nothing { state.tidyFavourites() }
    switch taken {
    case .nothing: return []
    case .shown(let failed):
      var effects: [Effect] = []
      if let failed, !failed.cause.isNoAnswer {
        effects.append(state.show(.failed(failed, retry: .feed(.refreshPressed, in: list))))
      }
      return effects + [.event(.currentPhotoChanged)]
    case .appended(let replacesPage):
      let page = replacesPage ? [Effect.cancel(list.pageEffect)] : []
      return page + state.cache(list, isFresh: false)
    }
  }

  /// Refreshes a list in the background while its cached copy is shown.
  static func refreshInBackground(_ state: inout AppState, in list: ListID) -> [Effect] {
    let effects = reduce(&state, .refreshPressed, in: list)
    if !effects.isEmpty { state[list].isRefreshedInBackground = true }
    return effects
  }

  /// Looks for new photos of a list in view, if the service's quota of requests allows that.
  static func lookAgain(_ state: inout AppState, in list: ListID) -> [Effect] {
    guard state.offers(.cache), list.hasNews, !state[list].order.isEmpty,
      state.budget?.hasMoreThanHalf ?? true
    else { return [] }
    return refreshInBackground(&state, in: list)
  }

  /// Handles a failed refresh in the background.
  ///
  /// The list stays as it is.
  ///
  /// Without a network, the banner already reports it and no notice is shown.
  static func backgroundRefreshFailed(
    _ state: inout AppState,
    _ problem: Problem,
    in list: ListID
  ) -> [Effect] {
    state[list].isRefreshedInBackground = false
    guard !problem.cause.isNoAnswer else { return [] }
    return [state.show(.failed(problem, retry: .feed(.refreshPressed, in: list)))]
  }
}

extension AppState {
  /// Caches a list in the database.
  ///
  /// - Parameter isFresh: whether its first page has just been loaded from the service.
  func cache(_ list: ListID, isFresh: Bool) -> [Effect] {
    library.cache(list, isFresh: isFresh).map(Effect.init)
  }
}
