import Model

// These functions keep the order of the favourites consistent with the hearts.
extension AppState {
  /// Applies the hearts to a list that has just been loaded, because they may be newer.
  mutating func tidyFavourites() {
    // A list in full screen keeps its photos until full screen is closed.
    for id in photo?.list == .favourites ? [] : self[.favourites].order
    where photos[id]?.isLiked == false {
      removeFavourite(id, isUndoable: false)
    }
    // A cached list doesn't contain the photos liked since it was stored, and one of this computer
    // those that are being written.
    let isCached = self[.favourites].cacheAge != nil || likesAreLocal
    let ahead = favourites.recent.filter { isCached || likes.changes[$0] != nil }
    for id in ahead.reversed() where photos[id]?.isLiked == true {
      if !self[.favourites].known.contains(id) { insertFavourite(id) }
    }
    if !isCached { favourites.recent = [] }
  }

  /// Adds a liked photo at the top of the list, or at its previous position if it was removed
  /// before.
  mutating func insertFavourite(_ id: Photo.ID) {
    let removed = favourites.removed.last { $0.id == id }
    favourites.removed.removeAll { $0.id == id }
    var feed = self[.favourites]
    var view = views.favourites
    let rows = rows(of: .favourites)
    let target =
      removed.map { removed in
        removed.next.flatMap(feed.order.firstIndex(of:)) ?? min(removed.index, feed.order.count)
      } ?? 0
    let isAtTop = view.anchor == ListView.Anchor(index: 0, offset: 0)
    // If the list is at its top and not on the screen, it shows the new photo when the user
    // returns.
    let showsNewPhoto = isAtTop && view.selection == 0 && listInView != .favourites
    // A photo restored at the top of the list is visible at its previous position.
    let isBack = isAtTop && removed != nil
    feed.order.insert(id, at: target)
    feed.known.insert(id)
    // The service has the photo at the top, so that later pages don't contain it.
    if target > 0 { feed.checked = nil }
    if feed.order.count > 1, !showsNewPhoto {
      if target <= view.selection { view.selection += 1 }
      if !isBack, target <= view.anchor.index { view.shift(by: 1, in: rows) }
    }
    self[.favourites] = feed
    views.favourites = view
    clampFavourites(showing: rows.count)
  }

  /// Removes a photo from the list.
  ///
  /// If it was selected, the next one is selected.
  mutating func removeFavourite(_ id: Photo.ID, isUndoable: Bool) {
    var feed = self[.favourites]
    var view = views.favourites
    let rows = rows(of: .favourites)
    guard let index = feed.order.firstIndex(of: id) else { return }
    feed.order.remove(at: index)
    feed.known.remove(id)
    view.marks.remove(id)
    let next = feed.order.indices.contains(index) ? feed.order[index] : nil
    if isUndoable { favourites.removed.append(.init(id: id, index: index, next: next)) }
    let last = max(0, feed.order.count - 1)
    if index < view.selection { view.selection -= 1 }
    view.selection = min(view.selection, last)
    if index < view.anchor.index {
      view.shift(by: -1, in: rows)
    } else if index == view.anchor.index {
      view.anchor = ListView.Anchor(index: min(index, last), offset: 0)
    }
    feed.photosMovedUp(at: launch.service)
    self[.favourites] = feed
    views.favourites = view
    clampFavourites(showing: rows.count - 1)
  }

  /// Scrolls to the selection after the list has changed.
  ///
  /// - Parameter count: photos that get a row even before the next page completes it.
  private mutating func clampFavourites(showing count: Int) {
    move(.favourites, with: max(count - 1, views.favourites.selection)) { $0.reveal(in: $1) }
  }
}
