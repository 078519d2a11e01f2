import Model

/// The responder chain: offers each command to the innermost view first.
extension AppReducer {
  private typealias Handler = (inout AppState, Command) -> CommandResult

  static func handle(_ state: inout AppState, _ command: Command) -> [Effect] {
    if command == .close {
      // If something is open, the command acts like Esc; otherwise it quits. A notice doesn't
      // count, because it expires on a timer.
      guard state.hasSomethingOpen else { return [.quit] }
      return handle(&state, .back)
    }
    // Esc comes back if it has closed what a link opened, or if it has nothing to close.
    let comesBack =
      command == .back
      && (state.photo != nil || state.visit != nil
        || !state.hasSomethingOpen && state.notice == nil)
    for handler in path(state) {
      if case .handled(let effects) = handler(&state, command) {
        return effects + (comesBack ? comeBack(state) : [])
      }
    }
    return comesBack ? comeBack(state) : []
  }

  /// Returns to the service that a link led away from, if nothing is open any more.
  private static func comeBack(_ state: AppState) -> [Effect] {
    guard let origin = state.program.origin, !state.hasSomethingOpen else { return [] }
    return [.terminal(.openElsewhere(origin, nil))]
  }

  /// Returns the handlers, innermost first: alert, topmost overlay, full screen, tab, program.
  ///
  /// An alert or an overlay excludes the views below it.
  private static func path(_ state: AppState) -> [Handler] {
    if !state.alerts.isEmpty { return [AlertsReducer.handle, handleProgram] }
    if let overlay = state.overlays.last { return [actOutside, overlay.handle, handleProgram] }
    return [handleRetry] + screenHandlers(state) + [closeNotice, handleProgram]
  }

  private static func screenHandlers(_ state: AppState) -> [Handler] {
    let inFront = DownloadsListReducer.handleDownloadCommand
    let marks = MarksReducer.handle
    switch state.stage {
    case .splash: return []
    case .signIn: return [SignInReducer.handle]
    case .main: break
    }
    let details = DetailsReducer.handle
    let photo = handlePhotoCommand
    guard state.photo == nil else {
      let actions: [Handler] = state.slideshow == nil ? [photo] : []
      return [inFront, details, random, PhotoReducer.handle] + actions
    }
    let every: [Handler] = [marks, photo, inFront, details]
    guard state.visit == nil else { return every + [VisitsReducer.handle, list, handleTabs] }
    switch state.tab {
    case .feed where state.hasSignOutInBar:
      return [ProfileReducer.handleFocus] + every + [list, handleTabs]
    case .feed: return every + [list, handleTabs]
    case .profile where state.offers(.favourites):
      let profile: [Handler] = [refreshProfile, restoreFavourite]
      return [ProfileReducer.handleFocus] + every + profile + [list, handleTabs]
    case .profile: return [ProfileReducer.handle, handleTabs]
    case .search where state.search.isTyping: return [SearchReducer.handleLine, handleTabs]
    case .search: return every + [SearchReducer.handle, list, handleTabs]
    case .gallery: return [marks, photo, inFront, GalleryReducer.handle, handleTabs]
    }
  }

  private static func random(_ state: inout AppState, _ command: Command) -> CommandResult {
    command == .random ? .handled(RandomReducer.next(&state)) : .ignored
  }

  /// Handles Refresh with the notice's Retry, before the screen's own handler refreshes.
  private static func handleRetry(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard command == .refresh, let retry = state.noticeRetry else { return .ignored }
    return .handled([.event(.chosen(retry))])
  }

  /// Performs a command for the photos as if their sheet weren't open.
  ///
  /// The sheet stays only over what changes the photo.
  private static func actOutside(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let sheet = state.share, state.place == .share, Command.outside.contains(command) else {
      return .ignored
    }
    state.share = nil
    defer { if [.like, .download].contains(command) { state.share = sheet } }
    if let reason = command.unavailable(in: state) {
      return .handled([state.show(.unavailable(command, reason))])
    }
    return .handled(handle(&state, command))
  }

  /// Closes the notice if no other handler has handled Esc.
  private static func closeNotice(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard command == .back, state.notice != nil else { return .ignored }
    state.notice = nil
    return .done
  }

  private static func list(_ state: inout AppState, _ command: Command) -> CommandResult {
    state.listInView.map { FeedReducer.handle(&state, command, in: $0) } ?? .ignored
  }

  /// Likes the photo again that was removed last, and selects it at its previous position.
  private static func restoreFavourite(
    _ state: inout AppState,
    _ command: Command
  ) -> CommandResult {
    guard command == .undo else { return .ignored }
    guard let id = state.favouriteToRestore else { return .done }
    // The like puts the photo into the list.
    let liked = deliverEvents(&state, state.like(id))
    return .handled(liked + FeedReducer.select(&state, id, in: .favourites))
  }

  /// Reloads the profile, the favourites, and the collections if they are shown.
  private static func refreshProfile(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard command == .refresh, case .handled(let favourites) = list(&state, command) else {
      return .ignored
    }
    let collections = state.ownCollections == nil ? [] : ProfileReducer.reloadCollections(&state)
    return .handled(ProfileReducer.refresh(&state) + favourites + collections)
  }

  /// Handles the commands for the current photo: in a list, the gallery and full screen,
  /// where Enter presses the focused button.
  static func handlePhotoCommand(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let id = state.currentPhoto else { return .ignored }
    let button = command == .open ? state.photo?.focus.command : nil
    switch button ?? command {
    // A service may allow likes in lists only.
    case .like where state.photo != nil && !state.hasPhotoHeart: return .done
    case .like: return .handled(state.like(id))
    case .download: return .handled(state.download(id))
    case .share:
      state.share = ShareState(photo: id)
      return .done
    case .menu:
      state.openMenu(of: id)
      return .done
    case .author: return .handled(state.openAuthor(of: id))
    case .collect: return .handled(state.chooseCollection(for: [id]))
    default: return .ignored
    }
  }

  private static func handleTabs(_ state: inout AppState, _ command: Command) -> CommandResult {
    let tabs = AppState.Tab.all(in: state.launch.capabilities)
    func neighbour(_ step: Int) -> AppState.Tab {
      let index = tabs.firstIndex(of: state.tab) ?? 0
      return tabs[(index + tabs.count + step) % tabs.count]
    }
    switch command {
    case .nextTab: return .handled(show(&state, neighbour(1)))
    case .previousTab: return .handled(show(&state, neighbour(-1)))
    case .feedTab: return .handled(show(&state, .feed))
    case .profileTab: return .handled(show(&state, .profile))
    case .searchTab: return .handled(show(&state, .search))
    case .galleryTab: return .handled(choose(&state, .gallery))
    case .find:
      return .handled(find(&state))
    case .downloads: return .handled(DownloadsListReducer.reduce(&state, .toggled))
    case .random: return .handled(RandomReducer.next(&state))
    case .history: return .handled([.event(.destinationChosen(.list(.history)))])
    case .clearHistory:
      state.alert(.confirmClearHistory)
      return .done
    case .topics: return .handled(state.choose(from: .topics))
    case .slideshow: return .handled(showSlides(&state))
    case .signOut: return .handled(ProfileReducer.reduce(&state, .signOutPressed))
    case .switchService: return .handled(state.switchService)
    default: return .ignored
    }
  }

  private static func find(_ state: inout AppState) -> [Effect] {
    let origin = state.tab
    let effects = show(&state, .search) + SearchReducer.reduce(&state, .findPressed)
    if origin != state.tab { state.search.origin = origin }
    return effects
  }

  /// Starts a slideshow at the selected photo.
  private static func showSlides(_ state: inout AppState) -> [Effect] {
    let opened: [Effect] =
      if state.isShown(.gallery) {
        state.selectedInGallery.map { GalleryReducer.reduce(&state, .photoPressed($0)) } ?? []
      } else if let list = state.listInView, let id = state.selected(in: list) {
        state.openFullScreen(id, from: list)
      } else {
        []
      }
    return deliverEvents(&state, opened) + PhotoReducer.startSlideshow(&state)
  }

  private static func handleProgram(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .redraw: return .handled([.terminal(.redraw)])
    case .suspend: return .handled([.terminal(.suspend)])
    case .quit: return .handled([.quit])
    default:
      guard let overlay = Overlay(openedBy: command, over: state) else { return .ignored }
      state.overlays.append(overlay)
      return .done
    }
  }
}

extension Command {
  /// The commands for a photo that keep their meaning while its sheet is open.
  fileprivate static let outside: Set = [Self.like, .download, .collect, .author, .details]
}
