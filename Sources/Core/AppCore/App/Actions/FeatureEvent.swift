import Model

/// An event of one feature that several others handle, or that changes the stage.
///
/// Reducers return events among their effects, and `Router` delivers them inside
/// `AppReducer.reduce`. What one feature asks of another is an operation instead: `state.like(id)`.
package indirect enum FeatureEvent: Equatable, Sendable {
  case signedIn(Account)
  /// The service no longer accepts the session, for this cause.
  case sessionRefused(Problem.Cause)
  /// The user pressed a button of an alert.
  case answered(Alert.Kind, Alert.Button)
  /// The user chose an action: by a row of the palette, or the notice's Retry by Refresh.
  case chosen(AppAction)
  /// Commands that waited can be handled: their photos were read from the database, or the
  /// slideshow that a key ended has closed.
  case commandsReady([Command])

  // Screens.
  /// A feature opens another place.
  case destinationChosen(Destination)
  case fullScreenLeft(PhotoState)

  // Lists.
  case listShown(ListID)
  /// A list is no longer on the screen.
  case listLeft(ListID)
  /// Another feature moved to the photo at this index of a list, or of the gallery if the list is
  /// `nil`.
  case selectionMoved(in: ListID?, Int)

  // Photos.
  /// A photo is shown in full screen, newly opened or moved to.
  case photoOpened(Photo.ID, from: ListID)
  /// The service no longer has a photo.
  case photoGone(Photo.ID)
  /// The photo that keys act on has changed.
  case currentPhotoChanged
  /// The heart of a photo has changed.
  case heartChanged(Photo.ID)
  /// Full screen moves by this number of photos, beyond the photos that its list has loaded.
  ///
  /// The gallery or the random photos show the one that it gets to.
  case neighbourRequested(Int)

  // Downloads.
  /// A file was added to the gallery.
  case fileDownloaded(GalleryEntry)
  /// A file was saved to the pictures folder.
  case fileSaved(Photo.ID, path: String)
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
  /// The page of a photo's photographer.
  case author(of: Photo.ID)
  /// The menu of a photo.
  case menu(Photo.ID)
  /// The sheet for photos.
  case share([Photo.ID])
  /// The chooser with lists.
  case chooser(OfferSubject)
  /// The chooser with the user's collections, for photos.
  case collections(for: [Photo.ID])
}
