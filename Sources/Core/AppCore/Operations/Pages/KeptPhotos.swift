import Model

extension AppState {
  /// Whether a photo stays in its place in a list, because a page may be older than the user's
  /// change.
  func isKept(_ id: Photo.ID, in list: ListID) -> Bool {
    list == .favourites
      ? likes.isNewer(id) || favourites.recent.contains(id)
      : collectionEdit.confirmed.contains {
        $0.photo == id && $0.isIn && .collection($0.collection) == list
      }
  }

  /// Clears the hearts of photos that the list of favourites doesn't contain.
  ///
  /// - Returns: the photos that had a heart.
  mutating func clearHearts(of candidates: [Photo.ID]) -> [Photo.ID] {
    let favourites = lists[.favourites].known
    let unliked = candidates.filter {
      photos[$0]?.isLiked == true && !favourites.contains($0) && serves($0)
        && !isKept($0, in: .favourites)
    }
    for id in unliked { photos[id]?.isLiked = false }
    return unliked
  }

  /// Whether a list has another number of photos than the service counts.
  func contradictsTotal(_ list: ListID) -> Bool {
    let total = list == .favourites ? favouritesCount : lists[list].total
    let count = lists[list].order.count
    return total.map { lists[list].hasEnded ? $0 != count : $0 < count } ?? false
  }
}
