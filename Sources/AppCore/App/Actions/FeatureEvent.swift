import Library
import Model

/// An event of one feature that several others listen to, or that changes the stage.
///
/// Reducers return it among their effects, and `Router` passes it on; it never leaves
/// `AppReducer.reduce`. Work that any feature may ask for is an operation: `state.like(id)`.
package indirect enum FeatureEvent: Equatable, Sendable {
  case signedIn(Account)
  /// The service no longer accepts the session, and why.
  case sessionRefused(Problem.Cause)
  /// An alert was answered with a button.
  case answered(Alert.Kind, Alert.Button)
  /// The photos that these commands act on were read.
  case commandsReady([Command])
  case library(LibraryEvent)

  // Screens.
  /// A feature sends the person to another place.
  case destinationChosen(Destination)
  /// A key ended the slideshow; the command is its meaning in full screen.
  case slideshowInterrupted(Command?)
  case fullScreenLeft(PhotoState)

  // Lists.
  case listShown(ListID)
  /// A list is no longer on the screen.
  case listLeft(ListID)
  /// The visible part of a list may have changed.
  case listMoved(ListID)
  /// A feature selects the photograph at an index of a list, or of the gallery if the list is nil.
  case selectionMoved(in: ListID?, Int)
  /// The next page of a list that is not in front is needed.
  case loadNextPage(ListID)
  /// The person's profile is needed to know whose collections to show.
  case loadProfile

  // Photographs.
  /// A photograph is in full screen, opened or gone to.
  case photoOpened(Photo.ID, from: ListID)
  /// Another photograph is the one that keys act on.
  case photoInFrontChanged
  /// Full screen goes on to a neighbour in the gallery: 1 is the next one, -1 the one before.
  case galleryStepped(Int)
  /// Full screen goes on to the next random photograph.
  case showRandomPhoto
  /// A photograph that was unliked is back among the favourites.
  case favouriteRestored(Photo.ID)
}

/// A place that a feature sends the person to.
package enum Destination: Equatable, Sendable {
  /// A list over the one in front.
  case list(ListID)
  /// The place that the list in front was opened from.
  case back
  /// The feed or a topic in the feed's tab.
  case source(ListID)
  case tab(AppState.Tab)
  /// The gallery at one of its photographs.
  case gallery(Photo.ID)
  /// A photograph that an address has led to, in full screen.
  case photo(Photo.ID)
}
