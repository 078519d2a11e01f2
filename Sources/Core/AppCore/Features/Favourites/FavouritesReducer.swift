import Model

/// The reducer that keeps the list of liked photos consistent with the hearts.
package enum FavouritesReducer {
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
    return state.cache(.favourites, isFresh: false) + visibleListChanged(&state)
  }

  /// Removes the photos that were unliked in full screen.
  static func fullScreenClosed(_ state: inout AppState) -> [Effect] {
    let unliked = state[.favourites].order.filter { state.photos[$0]?.isLiked == false }
    guard !unliked.isEmpty else { return [] }
    for id in unliked { state.removeFavourite(id, isUndoable: true) }
    return state.cache(.favourites, isFresh: false) + visibleListChanged(&state)
  }

  /// Follows a change of the list if it is on the screen, where it may need more photos.
  private static func visibleListChanged(_ state: inout AppState) -> [Effect] {
    guard state.listInView == .favourites, state.photo == nil else { return [] }
    return state.followChange(of: .favourites)
  }
}

extension PhotoList {
  /// Whether the list's photos are loaded, even if there are none.
  fileprivate var isLoaded: Bool { !order.isEmpty || hasEnded }
}
