import Canvas
import Model

/// Everything a person can do by key.
///
/// The one table behind the key map, the hint line, the help overlay, the manual and the tests.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case moveUp, moveDown, moveLeft, moveRight, pageUp, pageDown, first, last
  case open, back, nextTab, previousTab, feedTab, profileTab
  case like, share, details, refresh
  case zoomIn, zoomOut, zoomFit, zoomActual, zoomToggle, rotate
  case tryDemo, copyAddress, openAgain, paste, otherMachine, signOut
  case help, redraw, suspend, quit
}

/// Why a command cannot be used where it was given.
package enum UnavailableReason: Equatable, Sendable {
  /// The basic edition has no heart in full screen.
  case likeOnlyInFeed
  case likesNotOffered
  case nothingSelected
  case notConfigured
  case noBrowser
  case noPicturesFolder
  /// The service told no page of the photographer.
  case noAuthorPage
  case alreadySaving
}

extension Command {
  /// The keys, the first one to be shown.
  package var keys: [Key] {
    switch self {
    case .moveUp: [Key(.up), .character("k")]
    case .moveDown: [Key(.down), .character("j")]
    case .moveLeft: [Key(.left), .character("h")]
    case .moveRight: [Key(.right), .character("l")]
    case .pageUp: [Key(.pageUp), .control("u"), .control("b")]
    case .pageDown: [Key(.pageDown), .character(" "), .control("d"), .control("f")]
    case .first: [.character("g"), Key(.home)]
    case .last: [.character("G"), Key(.end)]
    case .open: [Key(.enter)]
    case .back: [Key(.escape), Key(.backspace)]
    case .nextTab: [Key(.tab)]
    case .previousTab: [Key(.backTab)]
    case .feedTab: [.character("1")]
    case .profileTab: [.character("2")]
    case .like: [.character("f")]
    case .share: [.character("s")]
    case .details: [.character("i")]
    case .refresh: [.character("R")]
    case .zoomIn: [.character("+"), .character("=")]
    case .zoomOut: [.character("-"), .character("_")]
    case .zoomFit: [.character("0")]
    case .zoomActual: [.character("1")]
    case .zoomToggle: [.character("z")]
    case .rotate: [.character("r")]
    case .tryDemo: [.character("d")]
    case .copyAddress: [.character("c")]
    case .openAgain: [.character("o")]
    case .paste: [.character("p")]
    case .otherMachine: [.character("b")]
    case .signOut: [.character("x")]
    case .help: [.character("?")]
    case .redraw: [.control("l")]
    case .suspend: [.control("z")]
    case .quit: [.character("q"), .control("c")]
    }
  }

  /// Where the command means something.
  package var places: Set<Place> {
    switch self {
    case .moveUp, .moveDown: [.feed, .photo, .share, .help]
    case .moveLeft, .moveRight: [.feed, .photo, .alert]
    case .pageUp, .pageDown: [.feed, .photo, .help]
    case .first, .last: [.feed, .help]
    case .open: [.signIn, .signInInput, .feed, .profile, .photo, .share, .alert]
    case .back: [.signInWaiting, .signInInput, .feed, .photo, .share, .qrCode, .help, .alert]
    case .nextTab, .previousTab: [.feed, .profile, .photo, .share, .alert]
    case .feedTab, .profileTab: [.feed, .profile]
    case .like: [.feed, .photo]
    case .share: [.feed, .photo]
    case .details: [.feed, .photo]
    case .refresh: [.signIn, .feed, .profile, .photo]
    case .zoomIn, .zoomOut, .zoomFit, .zoomActual, .zoomToggle, .rotate: [.photo]
    case .tryDemo: [.signIn]
    case .copyAddress, .openAgain, .paste, .otherMachine: [.signInWaiting]
    case .signOut: [.profile]
    case .help: [.signIn, .signInWaiting, .feed, .profile, .photo, .share, .qrCode, .help]
    case .redraw, .suspend: Set(Place.allCases)
    case .quit: Set(Place.allCases)
    }
  }

  /// The commands worth a place in the hint line, the most useful first.
  package static func hints(at place: Place) -> [Command] {
    switch place {
    case .splash: [.quit]
    case .signIn: [.open, .tryDemo, .refresh, .help, .quit]
    case .signInWaiting: [.copyAddress, .openAgain, .paste, .otherMachine, .back, .help]
    case .signInInput: [.open, .back]
    case .feed: [.back, .open, .like, .share, .details, .refresh, .nextTab, .help, .quit]
    case .profile: [.signOut, .refresh, .nextTab, .help, .quit]
    case .photo: [.back, .like, .zoomIn, .zoomOut, .zoomToggle, .rotate, .share, .details, .help]
    case .share: [.open, .back]
    case .qrCode: [.back, .help]
    case .help: [.back]
    case .alert: [.open, .back]
    }
  }

  /// Why the command cannot be used now; nil when it can.
  package func unavailable(in state: AppState) -> UnavailableReason? {
    switch self {
    case .like where state.place == .photo && state.launch.edition == .basic: .likeOnlyInFeed
    case .like where state.likes.isUnavailable: .likesNotOffered
    case .like, .share, .details:
      [.feed, .photo].contains(state.place) && state.currentPhoto == nil ? .nothingSelected : nil
    case .open where state.place == .signIn:
      state.launch.setup == .ready ? nil : .notConfigured
    case .openAgain: state.launch.hasBrowser ? nil : .noBrowser
    default: nil
    }
  }
}
