import Canvas
import Model

extension AppState {
  package var place: Place {
    if !alerts.isEmpty { return .alert }
    return overlays.last?.place ?? screen
  }

  /// Whether signing in requires an application's two keys, so the screen explains how to get and
  /// enter them.
  package var needsKeys: Bool {
    stage == .signIn && signIn.phase == .idle && launch.service.developerPage != nil
      && (launch.setup != .ready || signIn.hasBadKeys) && !offersSetup
  }

  /// A way to sign in with an account.
  package enum SignInOption: Equatable, Sendable {
    case browser
    /// The form for the application's keys.
    case keys
    /// The setup steps for an account of the named service.
    case setup(String)
    /// The login page of a service that prescribes the button's text.
    case service(String)
  }

  package var signInOption: SignInOption {
    if needsKeys { return .keys }
    if offersSetup { return .setup(launch.service.name) }
    return launch.service.title == nil ? .browser : .service(launch.service.name)
  }

  /// The place of the screen below the overlays.
  package var screen: Place {
    switch stage {
    case .splash: return .splash
    case .signIn:
      if signIn.waiting?.input != nil || signIn.keys != nil { return .signInInput }
      return signIn.phase == .idle ? .signIn : .signInWaiting
    case .main:
      if let photo {
        return photo.beside != nil ? .comparison : slideshow == nil ? .photo : .slideshow
      }
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

extension AppState {
  /// The count for the next command; `nil` if none was typed here.
  package var pendingCount: Int? {
    guard let count, count.place == place else { return nil }
    return count.value
  }

  /// The number of times to perform the current command.
  var times: Int { pendingCount ?? 1 }

  /// Appends a digit to the count, or drops the count.
  mutating func change(_ action: CountAction) {
    switch action {
    case .typed(let digit):
      guard Set.counting.contains(place), (0...9).contains(digit) else { return }
      if pendingCount == nil {
        count = digit > 0 ? Count(digit, at: place) : nil
      } else {
        count?.append(digit)
      }
    case .dropped: count = nil
    }
  }
}
