import Library
import Model

/// What has the keyboard; of screens that lie over each other, the topmost.
package enum Place: String, Hashable, Sendable, CaseIterable {
  case splash
  case signIn
  /// The person is in the browser.
  case signInWaiting
  /// The line for a pasted address or code.
  case signInInput
  case feed
  /// The profile without a list of liked photographs.
  case profile
  /// The profile with the liked photographs.
  case favourites
  /// A list opened from another place: of a photographer, a topic, a collection.
  case visit
  /// What was found.
  case search
  /// The query line, being typed into.
  case searchInput
  /// The colours that results can be narrowed to.
  case colors
  case gallery
  case photo
  /// Full screen that goes on by itself.
  case slideshow
  /// A photograph's menu, over the list it stands in.
  case menu
  case preview
  /// The list of all downloads.
  case downloads
  case export
  case share
  /// The shared link as a QR code.
  case qrCode
  case help
  /// All commands of the place below, to be found by words.
  case palette
  /// Topics or collections to choose one from.
  case chooser
  /// The line for an address or an id.
  case address
  /// The line for what a service wants to know before it answers.
  case check
  case alert
}

extension Place {
  /// Whether these capabilities offer the place.
  package func isOffered(in capabilities: Capabilities) -> Bool {
    capabilities.isSuperset(of: needs)
  }

  /// The capabilities it requires.
  private var needs: Capabilities {
    switch self {
    case .favourites: .favourites
    // There is at least that to be opened.
    case .visit: .history
    case .chooser: .topics
    case .address: .opening
    case .search, .searchInput, .colors: .search
    case .gallery, .downloads, .export, .preview: .gallery
    case .slideshow: .slideshow
    default: []
    }
  }
}

extension Set<Place> {
  /// Where the cards of a list are on the screen.
  package static let lists: Set = [.feed, .favourites, .visit, .search]
  /// The screens that have the line with the tabs.
  package static let tabs: Set = [.feed, .profile, .favourites, .visit, .search, .gallery]
  /// Overlays with rows to choose from.
  static let choices: Set = [.share, .menu, .downloads, .export, .palette, .chooser]
  /// Where all that is known of a photograph can be seen.
  package static let withDetails: Set = Set.lists.union([.photo, .preview])
  /// Where keys act on one photograph.
  static let photos: Set = [
    .feed, .favourites, .visit, .search, .gallery, .photo, .preview,
  ]
}

extension AppState {
  package var place: Place {
    if !alerts.isEmpty { return .alert }
    return overlays.last?.place ?? screen
  }

  /// Whether the way in begins with an application's two keys, which are asked for.
  package var needsKeys: Bool {
    stage == .signIn && signIn.phase == .idle && launch.service.developerPage != nil
      && (launch.setup != .ready || signIn.hasBadKeys) && !offersSetup
  }

  /// The kinds of sign-in that the screen offers.
  package enum SignInOption: Equatable, Sendable {
    case browser
    /// The form for the application's keys.
    case keys
    case demo
    /// The demo, as long as nothing is configured for an account of the service.
    case setup(String)
    /// The login page of a service that prescribes the words for it.
    case service(String)
  }

  package var signInOption: SignInOption {
    if needsKeys { return .keys }
    if offersSetup { return .setup(launch.service.name) }
    if launch.service.title != nil { return .service(launch.service.name) }
    return isDemo ? .demo : .browser
  }

  /// Whether the way in is the demo's own, which needs no browser.
  package var offersDemoFirst: Bool {
    isDemo && stage == .signIn && signIn.phase == .idle
  }

  /// The screen below overlays.
  package var screen: Place {
    switch stage {
    case .splash: return .splash
    case .signIn:
      if signIn.waiting?.input != nil || signIn.keys != nil { return .signInInput }
      return signIn.phase == .idle ? .signIn : .signInWaiting
    case .main:
      if photo != nil { return slideshow == nil ? .photo : .slideshow }
      if visit != nil { return .visit }
      switch tab {
      case .feed: return .feed
      case .profile: return offers(.favourites) ? .favourites : .profile
      case .search: return search.isTyping ? .searchInput : .search
      case .gallery: return .gallery
      }
    }
  }
}
