import Model

/// The favourites' state besides their list: removed and added photos that the list from the
/// service doesn't reflect.
package struct FavouritesState: Equatable, Sendable {
  /// A photo that was unliked and removed from the list.
  package struct RemovedPhoto: Equatable, Sendable {
    package var id: Photo.ID
    /// The index in the list before the removal.
    package var index: Int
    /// The next photo in the list before the removal.
    package var next: Photo.ID?
  }

  /// The removed photos, in order of removal.
  ///
  /// Undo puts them back into their positions.
  package var removed: [RemovedPhoto] = []
  /// The photos liked since launch while the list wasn't loaded, latest first.
  package var recent: [Photo.ID] = []
}

extension AppState {
  /// The number of photos that the user likes: the service's count plus the changes that it hasn't
  /// confirmed.
  ///
  /// `nil` before the service has reported a count.
  package var favouritesCount: Int? {
    guard !likesAreLocal else {
      return lists[.favourites].hasEnded ? lists[.favourites].order.count : nil
    }
    let listed = lists[.favourites].total
    let counted = profile.person?.totalLikes
    // A count received in this run is preferred to a cached one.
    let total = lists[.favourites].cacheAge == nil ? listed ?? counted : counted ?? listed
    let ahead = likes.changes.values.reduce(0) { sum, change in
      sum + (change.target ? 1 : 0) - (change.confirmed.isLiked ? 1 : 0)
    }
    return total?.adding(count: ahead)
  }
}

extension AppState {
  /// The photo that undo would restore; `nil` if no photo was removed.
  package var favouriteToRestore: Photo.ID? {
    favourites.removed.last { photos[$0.id]?.isLiked == false }?.id
  }
}
