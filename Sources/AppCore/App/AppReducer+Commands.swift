/// The keys: what each means is a matter of where the keyboard is.
extension AppReducer {
  static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .redraw: return [.terminal(.redraw)]
    case .suspend: return [.terminal(.suspend)]
    case .quit: return [.quit]
    case .help where state.place != .help:
      state.help = HelpState(place: state.place)
      return []
    // What the notice on the screen offers comes before what the screen itself would retry.
    case .refresh where state.place == state.screen:
      if let retry = state.notice?.retry { return reduce(&state, retry) }
      if state.downloadInFront?.problem != nil {
        return DownloadsReducer.performOne(&state, command)
      }
    case .back where state.place == state.screen && state.notice != nil:
      return goBack(&state)
    case .pause, .cancelDownload:
      if command.places.contains(state.place) {
        return DownloadsReducer.performOne(&state, command)
      }
    case .download where Set.lists.contains(state.place):
      return state.currentPhoto.map { MenuReducer.keep(&state, $0) } ?? []
    default: break
    }
    return performThere(&state, command)
  }

  /// With nothing else to leave, Escape closes the notice.
  private static func goBack(_ state: inout AppState) -> [Effect] {
    let before = state
    let effects = performThere(&state, .back)
    if effects.isEmpty, state == before { state.notice = nil }
    return effects
  }

  /// What a command means where the keyboard is.
  private static func performThere(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch state.place {
    case .alert: return performAlert(&state, command)
    case .help: return HelpReducer.perform(&state, command)
    case .share: return performShare(&state, command)
    case .qrCode: return command == .back ? ShareReducer.reduce(&state, .codeClosed) : []
    case .splash: return []
    case .signIn, .signInWaiting, .signInInput: return performSignIn(&state, command)
    case .photo: return PhotoReducer.perform(&state, command)
    case .feed, .profile, .favourites, .search, .gallery: return performTab(&state, command)
    case .searchInput where [.nextTab, .previousTab].contains(command):
      return performTab(&state, command)
    case .searchInput, .colors: return SearchReducer.perform(&state, command)
    case .menu: return MenuReducer.perform(&state, command)
    case .preview: return PreviewReducer.perform(&state, command)
    case .downloads: return DownloadsReducer.perform(&state, command)
    case .export: return ExportReducer.perform(&state, command)
    }
  }

  private static func performAlert(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveLeft: AlertsReducer.reduce(&state, .focusMoved(-1))
    case .moveRight: AlertsReducer.reduce(&state, .focusMoved(1))
    case .previousTab: AlertsReducer.reduce(&state, .focusCycled(-1))
    case .nextTab: AlertsReducer.reduce(&state, .focusCycled(1))
    case .open: AlertsReducer.reduce(&state, .buttonPressed(state.alerts.first?.focus ?? 0))
    case .back: AlertsReducer.reduce(&state, .dismissed)
    default: []
    }
  }

  private static func performShare(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .moveUp, .previousTab: ShareReducer.move(&state, by: -1)
    case .moveDown, .nextTab: ShareReducer.move(&state, by: 1)
    case .open:
      guard let share = state.share else { return [] }
      return ShareReducer.reduce(&state, .rowPressed(share.focus))
    case .back: return ShareReducer.reduce(&state, .closePressed)
    default: break
    }
    return []
  }

  private static func performSignIn(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .open where state.place == .signIn: SignInReducer.reduce(&state, .signInPressed)
    case .tryDemo: SignInReducer.reduce(&state, .demoPressed)
    default: SignInReducer.perform(&state, command)
    }
  }

  private static func performTab(_ state: inout AppState, _ command: Command) -> [Effect] {
    let tabs = AppState.Tab.all(in: state.launch.edition)
    switch command {
    case .nextTab: return show(&state, tabs[(state.tab.rawValue + 1) % tabs.count])
    case .previousTab:
      return show(&state, tabs[(state.tab.rawValue + tabs.count - 1) % tabs.count])
    case .feedTab: return show(&state, .feed)
    case .profileTab: return show(&state, .profile)
    case .searchTab: return show(&state, .search)
    case .galleryTab: return choose(&state, .gallery)
    default: break
    }
    switch command {
    case .find: return show(&state, .search) + SearchReducer.reduce(&state, .findPressed)
    case .downloads: return DownloadsReducer.reduce(&state, .listPressed)
    default: break
    }
    switch state.place {
    case .feed: return FeedReducer.perform(&state, command)
    case .favourites: return FavouritesReducer.perform(&state, command)
    case .search: return SearchReducer.perform(&state, command)
    case .gallery: return GalleryReducer.perform(&state, command)
    default: break
    }
    switch command {
    case .open where state.launch.edition == .extended:
      return FavouritesReducer.reduce(&state, .openPressed)
    case .open, .signOut: return ProfileReducer.reduce(&state, .signOutPressed)
    case .refresh: return ProfileReducer.refresh(&state)
    default: return []
    }
  }
}
