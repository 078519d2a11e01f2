import Library
import Model

/// From tab to tab.
extension AppReducer {
  static func show(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    guard state.place == state.screen, state.stage == .main, state.photo == nil else { return [] }
    guard state.tab != tab else {
      // Favourites are open over the profile: its tab closes them.
      return state.place == .favourites ? FavouritesReducer.reduce(&state, .closePressed) : []
    }
    let gone = leave(&state)
    state.search.origin = nil
    state.tab = tab
    return gone + appear(&state)
  }

  /// Shows a tab by key or button.
  ///
  /// Selects the notice's photograph in the gallery, if it has one.
  static func choose(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    if tab == .gallery, let id = state.notice?.keptPhoto, Set.tabs.contains(state.place) {
      state.notice = nil
      if state.gallery.items[id] != nil { return [.news(.galleryWanted(id))] }
    }
    return show(&state, tab)
  }

  /// What the tab on the screen was waiting for is no longer waited for.
  private static func leave(_ state: inout AppState) -> [Effect] {
    var effects: [Effect] = []
    if state.tab == .profile {
      state.focusesSignOut = false
      state.profile.isLoading = false
      effects.append(.cancelReads(.profile))
    }
    if let list = state.listInView {
      state.details.loading = nil
      effects += FeedReducer.disappear(&state, list) + [.cancelReads(.details)]
    }
    return effects
  }

  private static func appear(_ state: inout AppState) -> [Effect] {
    switch state.tab {
    case .feed: FeedReducer.appear(&state)
    case .profile:
      ProfileReducer.appear(&state)
        + (state.showsFavourites ? FeedReducer.appear(&state, in: .favourites) : [])
    case .search: SearchReducer.appear(&state)
    case .gallery: GalleryReducer.appear(&state)
    }
  }
}
