import Library
import Model

/// The reducer that keeps the list of liked photos consistent with the hearts.
package enum FavouritesReducer {
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    command == .undo ? .handled(undo(&state)) : .ignored
  }

  /// Likes the photo that was removed last again and selects it at its previous position.
  private static func undo(_ state: inout AppState) -> [Effect] {
    guard let id = state.favouriteToRestore else { return [] }
    return state.like(id) + [.event(.favouriteRestored(id))]
  }

  // MARK: Hearts

  /// Adds or removes a photo in the list after its heart has changed on any screen.
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
      // A photo in full screen stays until full screen is closed, because the user may change their
      // mind.
      guard state.photo?.list != .favourites else { return [] }
      state.removeFavourite(id, isUndoable: true)
    }
    return state.cache(.favourites, isFresh: false) + appearing(state)
  }

  /// Removes the photos that were unliked in full screen.
  static func fullScreenClosed(_ state: inout AppState) -> [Effect] {
    let unliked = state[.favourites].order.filter { state.photos[$0]?.isLiked == false }
    guard !unliked.isEmpty else { return [] }
    for id in unliked { state.removeFavourite(id, isUndoable: true) }
    return state.cache(.favourites, isFresh: false) + appearing(state)
  }

  private static func appearing(_ state: AppState) -> [Effect] {
    state.listInView == .favourites && state.photo == nil ? [.event(.listMoved(.favourites))] : []
  }
}

extension PhotoList {
  /// Whether the list's photos are loaded, even if there are none.
  fileprivate var isLoaded: Bool { !order.isEmpty || hasEnded }
}

extension AppState {
  /// The photo that undo would restore; `nil` if no photo was removed.
  package var favouriteToRestore: Photo.ID? {
    favourites.removed.last { photos[$0.id]?.isLiked == false }?.id
  }
}
