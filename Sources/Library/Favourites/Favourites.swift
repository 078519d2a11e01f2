import Model

/// What is known of the photographs that the person likes, beyond the list the service makes of
/// them.
package struct FavouritesState: Equatable, Sendable {
  /// A photograph that was unliked and has left the list.
  package struct RemovedPhoto: Equatable, Sendable {
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
  package var removed: [RemovedPhoto] = []
  /// Liked since the start while the list was not loaded, the latest first.
  package var recent: [Photo.ID] = []

  package init() {}
}

extension Library {
  /// How many photographs the person likes: as the service counts them, and what it does not know
  /// yet; nil as long as it has said nothing.
  package var favouritesCount: Int? {
    let listed = lists[.favourites].total
    let counted = profile.person?.totalLikes
    // This run's count comes before a cached one.
    let total = lists[.favourites].cacheAge == nil ? listed ?? counted : counted ?? listed
    let ahead = likes.changes.values.reduce(0) { sum, change in
      sum + (change.wanted ? 1 : 0) - (change.confirmed.isLiked ? 1 : 0)
    }
    return total?.adding(count: ahead)
  }

  /// The service has accepted a like or unlike: its own count follows.
  mutating func count(from old: Bool, to new: Bool) -> [LibraryEffect] {
    guard old != new else { return [] }
    let step = new ? 1 : -1
    lists[.favourites].total = lists[.favourites].total?.adding(count: step)
    let likes = profile.person?.totalLikes
    profile.person?.totalLikes = likes?.adding(count: step)
    return []
  }
}
