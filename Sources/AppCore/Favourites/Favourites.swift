import Library
import Model

/// Keeps the list of liked photographs in step with the hearts.
package enum FavouritesReducer {
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    command == .undo ? .handled(undo(&state)) : .ignored
  }

  /// Likes again what has left the list last, and selects it where it stood.
  private static func undo(_ state: inout AppState) -> [Effect] {
    guard let id = state.favouriteToRestore else { return [] }
    return state.like(id) + [.event(.favouriteRestored(id))]
  }

  // MARK: Hearts

  /// A heart has changed, wherever: the photograph is in the list if it is liked.
  static func heartChanged(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.launch.capabilities.contains(.favourites), let isLiked = state.photos[id]?.isLiked
    else { return [] }
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
    return state.keep(.favourites, isFresh: false) + appearing(state)
  }

  /// Back from full screen: what was unliked there leaves the list.
  static func fullScreenClosed(_ state: inout AppState) -> [Effect] {
    let unliked = state[.favourites].order.filter { state.photos[$0]?.isLiked == false }
    guard !unliked.isEmpty else { return [] }
    for id in unliked { state.removeFavourite(id, isUndoable: true) }
    return state.keep(.favourites, isFresh: false) + appearing(state)
  }

  private static func appearing(_ state: AppState) -> [Effect] {
    state.listInView == .favourites && state.photo == nil ? [.event(.listMoved(.favourites))] : []
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
