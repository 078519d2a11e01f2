import Library
import Model

extension AppState {
  /// Puts photographs into a collection, or takes them out where it holds all of them.
  mutating func collect(_ ids: [Photo.ID], in collection: String) -> [Effect] {
    inLibrary(.collecting(.toggled(ids, collection: collection)))
  }

  /// Makes a collection with photographs in it.
  mutating func makeCollection(_ new: NewCollection, with ids: [Photo.ID]) -> [Effect] {
    inLibrary(.collecting(.requested(new, ids)))
  }
}
