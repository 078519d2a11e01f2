import Library
import Model

extension AppState {
  /// What goes on with the next service that can be used.
  var switchService: [Effect] {
    launch.otherServices.first.map { [.terminal(.switchService($0.id))] } ?? []
  }
}

/// From tab to tab.
extension AppReducer {
  static func show(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    guard state.place == state.screen, state.stage == .main, state.photo == nil else { return [] }
    guard state.tab != tab else {
      // What is open over the tab is closed by its own key.
      return state.visit == nil ? [] : leaveVisits(&state)
    }
    let gone = leave(&state)
    state.search.origin = nil
    state.profileFocus = .list
    state.tab = tab
    return gone + appear(&state)
  }

  /// Shows a tab by key or button.
  ///
  /// Selects the notice's photograph in the gallery, if it has one.
  static func choose(_ state: inout AppState, _ tab: AppState.Tab) -> [Effect] {
    if tab == .gallery, let id = state.notice?.galleryPhoto, Set.tabs.contains(state.place) {
      state.notice = nil
      if state.gallery.items[id] != nil { return [.event(.destinationChosen(.gallery(id)))] }
    }
    return show(&state, tab)
  }

  /// What the tab on the screen was waiting for is no longer waited for.
  static func leave(_ state: inout AppState) -> [Effect] {
    var effects: [Effect] = []
    if state.isInFront(.profile) {
      state.profile.isLoading = false
      effects.append(.cancelReads(.profile))
    }
    if let list = state.listInView {
      state.details.loading = nil
      effects += FeedReducer.disappear(&state, list) + [.cancelReads(.details)]
    }
    return effects
  }

  /// What is in front may have waited for something while it was not.
  static func appear(_ state: inout AppState) -> [Effect] {
    if let list = state.visit?.list { return appear(&state, list) }
    return switch state.tab {
    case .feed: appear(&state, state.source)
    case .profile:
      ProfileReducer.appear(&state)
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
