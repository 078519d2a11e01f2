import Model

/// The profile of the signed-in user.
package struct ProfileState: Equatable, Sendable {
  package var person: Person?
  package var isLoading = false
  package var problem: Problem?
  /// The age of a cached profile; `nil` once it has been refreshed.
  package var cacheAge: Duration?
  /// Whether the current request refreshes a displayed profile in the background, without a command
  /// of the user.
  package var isRefreshedInBackground = false
}

/// The part of a screen that arrow keys and Enter act on, if the screen has a sign-out button and a
/// list of photos.
package enum ProfileFocus: Equatable, Sendable {
  case list
  /// The sign-out button above the list.
  case signOut
  /// A collection below the list, given by its index.
  case collection(Int)
}

extension AppState {
  /// Whether the bar has a sign-out button: above the feed of a service with a title of its own.
  package var hasSignOutInBar: Bool {
    launch.service.title != nil && offers(.profile) && isShown(.feed)
  }

  /// Whether Enter presses the sign-out button.
  package var isSignOutFocused: Bool {
    place == .profile || profileFocus == .signOut && [.feed, .favourites].contains(place)
  }

  /// Whether a button or a collection has the focus instead of a photo.
  package var isFocusOffPhotos: Bool { visit == nil && photo == nil && profileFocus != .list }
}
