import Model

/// What is known of the photographs that the person likes, beyond the list the service makes of them.
package struct FavouritesState: Equatable, Sendable {
  /// A photograph that was unliked and has left the list.
  package struct Removed: Equatable, Sendable {
    package var id: Photo.ID
    /// Where it stood.
    package var index: Int
    /// What stood behind it.
    package var next: Photo.ID?

    package init(id: Photo.ID, index: Int, next: Photo.ID?) {
      self.id = id
      self.index = index
      self.next = next
    }
  }

  /// What has left the list, the last one last: undo brings it back to its place.
  package var removed: [Removed] = []
  /// Liked since the start while the list was not loaded, the latest first.
  package var recent: [Photo.ID] = []

  package init() {}
}
