import Model

/// A view that can have the keyboard.
///
/// If several overlap, the topmost has it.
package enum Place: String, Hashable, Sendable, CaseIterable {
  case splash
  case signIn
  /// The user completes the sign-in in the browser.
  case signInWaiting
  /// The line for a pasted URL or code, or the form for keys.
  case signInInput
  case feed
  /// The profile without the list of liked photos.
  case profile
  /// The profile with the list of liked photos.
  case favourites
  /// A list opened from another place, such as a photographer's photos or a topic.
  case visit
  /// The results of a search.
  case search
  /// The search line while text is typed.
  case searchInput
  /// The menu of colours that filter the results.
  case colors
  case gallery
  case photo
  /// Full screen during a slideshow.
  case slideshow
  /// Full screen with two photos side by side.
  case comparison
  /// The menu of a photo.
  case menu
  /// The list of all downloads.
  case downloads
  case share
  /// The shared link as a QR code.
  case qrCode
  case help
  /// The command palette: a search for the commands of the place below.
  case palette
  /// The chooser: topics, photographers or collections to choose from.
  case chooser
  /// The line for a URL or an ID.
  case address
  /// The line for a check that the service requires before it responds.
  case check
  case alert
}

extension Place {
  /// Whether these capabilities allow the place.
  package func isOffered(in capabilities: Capabilities) -> Bool {
    capabilities.isSuperset(of: needs)
  }

  /// The capabilities that the place requires.
  private var needs: Capabilities {
    switch self {
    case .favourites: .favourites
    // Every service that opens lists from other places has at least the history.
    case .visit: .history
    case .chooser: .topics
    case .address: .addressInput
    case .search, .searchInput, .colors: .search
    case .gallery, .downloads: .gallery
    case .slideshow: .slideshow
    case .comparison: .marks
    default: []
    }
  }
}

extension Place {
  /// The places whose keys are a section of the help wherever it is opened, in its order.
  package static let helpSections: [Place] = [
    .feed, .photo, .slideshow, .comparison, .profile, .search, .searchInput, .colors, .menu,
    .favourites,
    .gallery, .downloads, .share, .qrCode, .signIn, .signInWaiting, .signInInput, .alert,
  ]
}

extension Set<Place> {
  /// The places that show the tiles of a list.
  package static let lists: Set = [.feed, .favourites, .visit, .search]
  /// The screens with the line of tabs.
  package static let tabs: Set = [.feed, .profile, .favourites, .visit, .search, .gallery]
  /// The overlays with rows to choose from.
  static let choices: Set = [.share, .menu, .downloads, .palette, .chooser]
  /// The overlays with a text field, where letters aren't commands.
  static let textLines: Set = [.palette, .chooser, .address, .check]
  /// The places on top of a screen, which Esc closes.
  static let overlays = Set.choices.union(Set.textLines)
    .union([.colors, .qrCode, .help, .alert])
  /// The places that can show the details of a photo.
  package static let withDetails: Set = Set.lists.union([.photo])
  /// The places with a current photo that keys act on.
  static let photos: Set = [
    .feed, .favourites, .visit, .search, .gallery, .photo, .comparison,
  ]
  /// The places where a photo is enlarged.
  package static let zooming: Set = [.photo, .comparison]
}

extension Set<Place> {
  /// The places that allow photos to be marked.
  package static let marking: Set = Set.lists.union([.gallery])
}
