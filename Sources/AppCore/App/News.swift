import Library
import Model

/// What has happened in one feature and may matter to others.
///
/// Features know nothing of each other: they answer with news among their effects, and `Router`
/// decides who hears it. None leaves `AppReducer.reduce`.
package indirect enum News: Equatable, Sendable {
  // The account.
  case signedIn(Account)
  /// The service no longer accepts the session, and why.
  case sessionRefused(Problem.Cause)
  /// A question was answered with a button.
  case answered(Alert.Kind, Alert.Button)

  /// The photos that these commands act on are read.
  case commandsReady([Command])

  /// Something has happened in the library.
  case library(LibraryNews)

  // Lists.
  case listShown(ListID)
  /// A list is no longer on the screen.
  case listLeft(ListID)
  /// What is in sight of a list may have changed.
  case listMoved(ListID)
  /// A photograph is to be selected.
  case selectionMoved(ListID, Int)
  /// A photograph that was gone is back among the favourites.
  case favouriteRestored(Photo.ID)
  /// The photographer of a photograph is to be shown.
  case authorWanted(Photo.ID)
  /// A list is to be opened over what is in front.
  case visitWanted(ListID)
  /// The history is to be cleared.
  case historyUnwanted
  /// Photographs are to be collected, in a collection to be chosen.
  case collectingWanted([Photo.ID])
  /// Photographs are to be in a collection, or to leave it.
  case collectionToggled([Photo.ID], String)
  /// A collection is to be made with photographs in it.
  case collectionWanted(NewCollection, [Photo.ID])
  /// A page of the lists to choose from is needed.
  case offersWanted(OfferSubject, page: Int)
  /// Something is to be chosen from.
  case choiceWanted(OfferSubject)
  /// The feed's tab is to show the feed, or a topic.
  case sourceChosen(ListID)
  /// The list in front is to be closed.
  case visitLeft
  /// The person's profile is needed to know whose collections to show.
  case profileWanted

  // Likes.
  case heartPressed(Photo.ID)
  /// The hearts of several photographs were pressed at once.
  case heartsPressed([Photo.ID])

  // One photograph.
  case menuWanted(Photo.ID)
  case previewWanted(Photo.ID)
  case fullScreenWanted(Photo.ID, from: ListID)
  /// The same out of the gallery.
  case closeLookWanted(Photo.ID)
  case fullScreenLeft(PhotoState)
  /// A photograph is to be selected in the gallery.
  case gallerySelectionMoved(Int)
  /// The neighbour of a photograph in full screen, in the gallery.
  case galleryStepped(Int)
  /// A photograph is in full screen, opened or gone to.
  case photoOpened(Photo.ID, from: ListID)
  /// An address has led to a photograph.
  case photoFound(Photo.ID)
  /// The next page of a list that is not in front.
  case pageWanted(ListID)
  /// The next photograph by chance.
  case randomWanted
  /// Another photograph is the one that keys act on.
  case photoInFrontChanged
  case detailsToggled
  /// The search line was left without a search, for the tab that it was opened from.
  case searchLeft(AppState.Tab)
  /// A key ended the slideshow; what it means in full screen.
  case slideshowInterrupted(Command?)
  case detailsWanted(Photo.ID)
  case exportWanted([Photo.ID])
  case shareWanted(Photo.ID, ShareState.Row)

  // Files.
  /// A photograph is to be in the gallery.
  case photoWanted(Photo.ID)
  /// The same of several.
  case photosWanted([Photo.ID])
  case downloadWanted(Photo.ID)
  /// The same into the pictures folder.
  case saveWanted(Photo.ID)
  case downloadUnwanted(Photo.ID)
  case downloadsWanted
  /// The gallery at one of its photographs.
  case galleryWanted(Photo.ID)
}
