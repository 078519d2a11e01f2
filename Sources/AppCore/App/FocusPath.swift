import Library
import Model

/// The way of a command: whoever is nearest to the person gets it first.
extension AppReducer {
  private typealias Handler = (inout AppState, Command) -> Handling

  static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    if command == .close {
      // What Escape closes; a notice goes by itself.
      guard state.hasSomethingOpen else { return [.quit] }
      return perform(&state, .back)
    }
    for handler in path(state) {
      if case .mine(let effects) = handler(&state, command) { return effects }
    }
    return []
  }

  /// Alert, top overlay, full screen, tab, program: an alert and an overlay hide what is below.
  private static func path(_ state: AppState) -> [Handler] {
    if !state.alerts.isEmpty { return [AlertsReducer.perform, performProgram] }
    if let overlay = state.overlays.last { return [overlay.perform, performProgram] }
    return [performOffer] + screenHandlers(state) + [closeNotice, performProgram]
  }

  private static func screenHandlers(_ state: AppState) -> [Handler] {
    let inFront = DownloadsListReducer.performInFront
    let marks = MarksReducer.perform
    switch state.stage {
    case .splash: return []
    case .signIn: return [SignInReducer.perform]
    case .main: break
    }
    let details = DetailsReducer.perform
    let belonging = VisitsReducer.performBelonging
    guard state.photo == nil else {
      return [inFront, details, belonging, random, PhotoReducer.perform]
    }
    let every: [Handler] = [inFront, details, marks, belonging, keepSelected]
    guard state.visit == nil else { return every + [VisitsReducer.perform, list, performTabs] }
    switch state.tab {
    case .feed: return every + [list, performTabs]
    case .profile where state.offers(.favourites):
      let profile: [Handler] = [ProfileReducer.performFocus, FavouritesReducer.perform]
      return [inFront, details, marks, refreshProfile] + profile
        + [belonging, keepSelected, list, performTabs]
    case .profile: return [ProfileReducer.perform, performTabs]
    case .search where state.search.isTyping: return [SearchReducer.performLine, performTabs]
    case .search: return every + [SearchReducer.perform, list, performTabs]
    case .gallery: return [inFront, marks, belonging, GalleryReducer.perform, performTabs]
    }
  }

  private static func random(_ state: inout AppState, _ command: Command) -> Handling {
    command == .random ? .mine(RandomReducer.next(&state)) : .notMine
  }

  /// What the notice on the screen offers comes before what the screen itself would retry.
  private static func performOffer(_ state: inout AppState, _ command: Command) -> Handling {
    guard command == .refresh, let retry = state.noticeRetry else { return .notMine }
    return .mine(reduce(&state, retry))
  }

  /// With nothing else to leave, Escape closes the notice.
  private static func closeNotice(_ state: inout AppState, _ command: Command) -> Handling {
    guard command == .back, state.notice != nil else { return .notMine }
    state.notice = nil
    return .done
  }

  private static func list(_ state: inout AppState, _ command: Command) -> Handling {
    state.listInView.map { FeedReducer.perform(&state, command, in: $0) } ?? .notMine
  }

  /// Reloads the person, the favourites, and the collections where they are shown.
  private static func refreshProfile(_ state: inout AppState, _ command: Command) -> Handling {
    guard command == .refresh, case .mine(let favourites) = list(&state, command) else {
      return .notMine
    }
    let collections = state.ownCollections == nil ? [] : ProfileReducer.reloadCollections(&state)
    return .mine(ProfileReducer.refresh(&state) + favourites + collections)
  }

  /// Downloads the selected photograph of any list.
  private static func keepSelected(_ state: inout AppState, _ command: Command) -> Handling {
    guard command == .download else { return .notMine }
    return .mine(state.currentPhoto.map { state.download($0) } ?? [])
  }

  private static func performTabs(_ state: inout AppState, _ command: Command) -> Handling {
    let tabs = AppState.Tab.all(in: state.launch.capabilities)
    func neighbour(_ step: Int) -> AppState.Tab {
      let place = tabs.firstIndex(of: state.tab) ?? 0
      return tabs[(place + tabs.count + step) % tabs.count]
    }
    switch command {
    case .nextTab: return .mine(show(&state, neighbour(1)))
    case .previousTab: return .mine(show(&state, neighbour(-1)))
    case .feedTab: return .mine(show(&state, .feed))
    case .profileTab: return .mine(show(&state, .profile))
    case .searchTab: return .mine(show(&state, .search))
    case .galleryTab: return .mine(choose(&state, .gallery))
    case .find:
      return .mine(find(&state))
    case .downloads: return .mine(DownloadsListReducer.reduce(&state, .toggled))
    case .random: return .mine(RandomReducer.next(&state))
    case .history: return .mine([.news(.destinationChosen(.list(.history)))])
    case .clearHistory:
      state.alert(.confirmClearHistory)
      return .done
    case .topics: return .mine(ChooserReducer.reduce(&state, .opened(.topics)))
    case .slideshow: return .mine(showSlides(&state))
    case .signOut: return .mine(ProfileReducer.reduce(&state, .signOutPressed))
    case .switchService: return .mine(state.switchService)
    default: return .notMine
    }
  }

  private static func find(_ state: inout AppState) -> [Effect] {
    let origin = state.tab
    let effects = show(&state, .search) + SearchReducer.reduce(&state, .findPressed)
    if origin != state.tab { state.search.origin = origin }
    return effects
  }

  /// Full screen from the selected photograph on, by itself.
  private static func showSlides(_ state: inout AppState) -> [Effect] {
    let opened: [Effect] =
      if state.isInFront(.gallery) {
        state.selectedInGallery.map { GalleryReducer.reduce(&state, .photoPressed($0)) } ?? []
      } else if let list = state.listInView, let id = state.selected(in: list) {
        state.openFullScreen(id, from: list)
      } else {
        []
      }
    return settle(&state, opened) + PhotoReducer.startSlideshow(&state)
  }

  private static func performProgram(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .redraw: return .mine([.terminal(.redraw)])
    case .suspend: return .mine([.terminal(.suspend)])
    case .quit: return .mine([.quit])
    default:
      guard let overlay = Overlay(openedBy: command, over: state) else { return .notMine }
      state.overlays.append(overlay)
      return .done
    }
  }
}
