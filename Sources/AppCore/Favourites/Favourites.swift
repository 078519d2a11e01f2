import Library
import Model

package enum FavouritesAction: Equatable, Sendable {
  case openPressed
  case closePressed
}

package enum FavouritesReducer {
  package static func reduce(_ state: inout AppState, _ action: FavouritesAction) -> [Effect] {
    switch action {
    case .openPressed:
      guard state.offers(.favourites), state.tab == .profile, !state.showsFavourites
      else { return [] }
      state.showsFavourites = true
      // Photographs liked since the list was shown last stand in front of it: seen at once.
      return [.news(.listShown(.favourites))]
    case .closePressed:
      guard state.showsFavourites else { return [] }
      state.details.loading = nil
      state.showsFavourites = false
      return [.news(.listLeft(.favourites)), .cancelReads(.details), .news(.profileUncovered)]
    }
  }

  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .back where !state.showsDetails: .mine(reduce(&state, .closePressed))
    case .undo: .mine(undo(&state))
    default: .notMine
    }
  }

  /// Likes again what has left the list last, and selects it where it stood.
  private static func undo(_ state: inout AppState) -> [Effect] {
    guard let id = state.favouriteToRestore else { return [] }
    return [.news(.heartPressed(id)), .news(.favouriteRestored(id))]
  }

  // MARK: Hearts

  /// A heart has changed, wherever: the photograph is in the list if it is liked.
  static func heartChanged(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.offers(.favourites), let isLiked = state.photos[id]?.isLiked else { return [] }
    guard state[.favourites].isLoaded else {
      state.favourites.recent.removeAll { $0 == id }
      if isLiked { state.favourites.recent.insert(id, at: 0) }
      return []
    }
    guard isLiked != state[.favourites].known.contains(id) else { return [] }
    if isLiked {
      state.insertFavourite(id)
    } else {
      // In full screen the person still looks at it, and may change their mind; it leaves the list
      // when they come back.
      guard state.photo?.list != .favourites else { return [] }
      state.removeFavourite(id, isUndoable: true)
    }
    return state.keep(.favourites, isTold: false) + appearing(state)
  }

  /// Back from full screen: what was unliked there leaves the list.
  static func fullScreenClosed(_ state: inout AppState) -> [Effect] {
    let unliked = state[.favourites].order.filter { state.photos[$0]?.isLiked == false }
    guard !unliked.isEmpty else { return [] }
    for id in unliked { state.removeFavourite(id, isUndoable: true) }
    return state.keep(.favourites, isTold: false) + appearing(state)
  }

  private static func appearing(_ state: AppState) -> [Effect] {
    state.listInView == .favourites && state.photo == nil ? [.news(.listMoved(.favourites))] : []
  }
}

extension PhotoList {
  /// Whether the list shows what it has, even if that is nothing.
  fileprivate var isLoaded: Bool { !order.isEmpty || hasEnded }
}

extension AppState {
  /// What undo would bring back; nil where nothing has left the list.
  package var favouriteToRestore: Photo.ID? {
    favourites.removed.last { photos[$0.id]?.isLiked == false }?.id
  }
}
