import Library
import Model

/// An event of one feature that others handle, or that changes the stage.
///
/// Reducers return events among their effects, and `Router` delivers them inside
/// `AppReducer.reduce`. Work that any feature may start is an operation instead: `state.like(id)`.
package indirect enum FeatureEvent: Equatable, Sendable {
  case signedIn(Account)
  /// The service no longer accepts the session, for this cause.
  case sessionRefused(Problem.Cause)
  /// The user pressed a button of an alert.
  case answered(Alert.Kind, Alert.Button)
  /// The photos that deferred commands act on were read from the database.
  case commandsReady([Command])
  case library(LibraryEvent)

  // Screens.
  /// A feature opens another place.
  case destinationChosen(Destination)
  /// A key ended the slideshow; the command is the key's meaning in full screen.
  case slideshowInterrupted(Command?)
  case fullScreenLeft(PhotoState)

  // Lists.
  case listShown(ListID)
  /// A list is no longer on the screen.
  case listLeft(ListID)
  /// The visible part of a list may have changed.
  case listMoved(ListID)
  /// A feature selects the photo at an index of a list, or of the gallery if the list is `nil`.
  case selectionMoved(in: ListID?, Int)
  /// Loads the next page of a list that isn't on the screen.
  case loadNextPage(ListID)
  /// Loads the user's profile, because a feature needs the user name.
  case loadProfile

  // Photos.
  /// A photo is shown in full screen, newly opened or moved to.
  case photoOpened(Photo.ID, from: ListID)
  /// The photo that keys act on has changed.
  case photoInFrontChanged
  /// Full screen moves to a neighbour in the gallery: 1 is the next photo, -1 the previous one.
  case galleryStepped(Int)
  /// Shows the next random photo in full screen.
  case showRandomPhoto
  /// An unliked photo is in the favourites again.
  case favouriteRestored(Photo.ID)
}

/// A place that a feature opens.
package enum Destination: Equatable, Sendable {
  /// A list on top of the current one.
  case list(ListID)
  /// The place that the current list was opened from.
  case back
  /// The main feed or a topic, in the feed tab.
  case source(ListID)
  case tab(AppState.Tab)
  /// The gallery with one of its photos selected.
  case gallery(Photo.ID)
  /// The photo that an opened URL names, in full screen.
  case photo(Photo.ID)
}
