import Library
import Model

extension AppState {
  /// Adds photos to a collection, or removes them if it contains all of them.
  mutating func collect(_ ids: [Photo.ID], in collection: String) -> [Effect] {
    inLibrary(.collectionEdit(.toggled(ids, collection: collection)))
  }

  /// Creates a collection that contains these photos.
  mutating func makeCollection(_ new: NewCollection, with ids: [Photo.ID]) -> [Effect] {
    inLibrary(.collectionEdit(.requested(new, ids)))
  }
}
