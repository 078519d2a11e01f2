import Library
import Model

extension AppState {
  /// Opens the details pane, or closes it.
  mutating func toggleDetails() -> [Effect] { DetailsReducer.toggle(&self) }

  /// Loads the details of a photo.
  mutating func loadDetails(of id: Photo.ID) -> [Effect] { DetailsReducer.load(&self, id) }

  /// Requests the details of a photo for the collections that contain it.
  ///
  /// The database has details without these collections.
  mutating func loadCollections(of id: Photo.ID) -> [Effect] {
    DetailsReducer.load(&self, id, again: photos[id]?.collections == nil)
  }
}
