import Library

/// What has the keyboard; of screens that lie over each other, the topmost.
package enum Place: String, Hashable, Sendable, CaseIterable {
  case splash
  case signIn
  /// The person is in the browser.
  case signInWaiting
  /// The line for a pasted address or code.
  case signInInput
  case feed
  case profile
  /// The liked photographs, over the profile.
  case favourites
  /// What was found.
  case search
  /// The query line, being typed into.
  case searchInput
  /// The colours that results can be narrowed to.
  case colors
  case gallery
  case photo
  /// A photograph's menu, over the results.
  case menu
  case preview
  /// The list of all downloads.
  case downloads
  case export
  case share
  /// The shared link as a QR code.
  case qrCode
  case help
  case alert
}

extension Place {
  /// Whether an edition has the place.
  package func isOffered(in edition: Edition) -> Bool {
    edition.capabilities.isSuperset(of: needs)
  }

  /// What there has to be for it.
  private var needs: Capabilities {
    switch self {
    case .favourites: .favourites
    case .search, .searchInput, .colors, .menu, .preview: .search
    case .gallery, .downloads, .export: .gallery
    default: []
    }
  }
}

extension Set<Place> {
  /// Where the cards of a list are on the screen.
  static let lists: Set = [.feed, .favourites, .search]
  /// The screens that have the line with the tabs.
  static let tabs: Set = [.feed, .profile, .favourites, .search, .gallery]
  /// Where keys act on one photograph.
  static let photos: Set = [.feed, .favourites, .search, .gallery, .photo, .preview]
}

extension AppState {
  package var place: Place {
    if !alerts.isEmpty { return .alert }
    return overlays.last?.place ?? screen
  }

  /// The screen below overlays.
  package var screen: Place {
    switch stage {
    case .splash: return .splash
    case .signIn:
      if signIn.waiting?.input != nil { return .signInInput }
      return signIn.phase == .idle ? .signIn : .signInWaiting
    case .main:
      if photo != nil { return .photo }
      switch tab {
      case .feed: return .feed
      case .profile: return showsFavourites ? .favourites : .profile
      case .search: return search.isTyping ? .searchInput : .search
      case .gallery: return .gallery
      }
    }
  }
}
