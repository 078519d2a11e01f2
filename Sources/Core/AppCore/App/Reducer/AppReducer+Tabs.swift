import Model

/// Switches between tabs.
extension AppReducer {
  /// Shows a tab, unless full screen or an overlay covers the current one.
  static func show(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    guard state.place == state.screen, state.stage == .main, state.photo == nil else { return [] }
    guard state.tab != tab else {
      // Pressing the tab's own key closes the lists opened on top of the tab.
      return state.visit == nil ? [] : leaveVisits(&state)
    }
    let gone = leave(&state)
    state.program.origin = nil
    state.search.origin = nil
    state.profileFocus = .list
    state.tab = tab
    return gone + appear(&state)
  }

  /// Shows a tab by key or button.
  ///
  /// Selects the photo that the notice reports, if the tab is the gallery.
  static func choose(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    if tab == .gallery, let id = state.notice?.galleryPhoto, Set.tabs.contains(state.place) {
      state.notice = nil
      if state.gallery.items[id] != nil { return [.event(.destinationChosen(.gallery(id)))] }
    }
    return show(&state, tab)
  }

  /// Cancels the requests of the current tab before another one is shown.
  static func leave(_ state: inout AppState) -> [Effect] {
    var effects: [Effect] = []
    if state.isShown(.profile) {
      state.profile.isLoading = false
      effects.append(.cancelReads(.profile))
    }
    if let list = state.listInView {
      state.details.loading = nil
      effects += FeedReducer.disappear(&state, list) + [.cancelReads(.details)]
    }
    return effects
  }

  /// Starts the requests of the tab or list that is now shown.
  static func appear(_ state: inout AppState) -> [Effect] {
    if let list = state.visit?.list { return appear(&state, list) }
    return switch state.tab {
    case .feed: appear(&state, state.source)
    case .profile:
      state.loadProfile()
        + (state.listInView.map { FeedReducer.appear(&state, in: $0) } ?? [])
    case .search: SearchReducer.appear(&state)
    case .gallery: GalleryReducer.appear(&state)
    }
  }

  private static func appear(_ state: inout AppState, _ list: ListID) -> [Effect] {
    let history = list == .history ? HistoryReducer.appear(&state) : []
    return history + VisitsReducer.loadHead(state, of: list)
      + FeedReducer.appear(&state, in: list)
  }
}
