import Model

// The favourites of a service without accounts: a whole list that exists only on this computer.
extension FeedReducer {
  /// Reads the favourites, from the top.
  static func readFavourites(_ state: inout AppState) -> [Effect] {
    guard state[.favourites].load != .loading else { return [] }
    state[.favourites] = PhotoList()
    state[.favourites].load = .loading
    state.views.remove(.favourites)
    return [.cache(.readList(.favourites))]
  }

  /// Shows the favourites that were read.
  static func showFavourites(_ state: inout AppState, _ read: CachedList) -> [Effect] {
    guard state[.favourites].load == .loading else { return [] }
    // A photo may have been unliked since.
    let photos = read.photos.filter { state.likes.own[$0.id] != false }
    for photo in photos { state.remember(photo) }
    var list = PhotoList()
    list.order = photos.map(\.id)
    list.known = Set(list.order)
    list.nextPage = nil
    state[.favourites] = list
    state.tidyFavourites()
    return [.event(.currentPhotoChanged)]
  }
}
