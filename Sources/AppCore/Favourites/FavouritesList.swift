import Library
import Model

// The order of the favourites follows the hearts: whoever changes the list brings it in step.
extension AppState {
  /// Brings a list that has just come up to what the hearts show: they may be ahead of it.
  mutating func tidyFavourites() {
    // Not from under the eyes of who looks at it in full screen: closing that does it.
    for id in photo?.list == .favourites ? [] : self[.favourites].order
    where photos[id]?.isLiked == false {
      removeFavourite(id, isUndoable: false)
    }
    // A list that is only kept does not know what was liked since.
    let isCached = self[.favourites].cacheAge != nil
    let ahead = favourites.recent.filter { isCached || likes.changes[$0] != nil }
    for id in ahead.reversed() where photos[id]?.isLiked == true {
      if !self[.favourites].known.contains(id) { insertFavourite(id) }
    }
    if !isCached { favourites.recent = [] }
  }

  mutating func insertFavourite(_ id: Photo.ID) {
    let removed = favourites.removed.last { $0.id == id }
    favourites.removed.removeAll { $0.id == id }
    var feed = self[.favourites]
    var view = views.favourites
    let rows = rows(of: .favourites)
    let place =
      removed.map { removed in
        removed.next.flatMap(feed.order.firstIndex(of:)) ?? min(removed.index, feed.order.count)
      } ?? 0
    let isAtTop = view.anchor == ListView.Anchor(index: 0, offset: 0)
    // Whoever is at the top of a list that is out of sight finds what is new there.
    let isNews = isAtTop && view.selection == 0 && listInView != .favourites
    // What comes back where the list begins is seen where it stood.
    let isBack = isAtTop && removed != nil
    feed.order.insert(id, at: place)
    feed.known.insert(id)
    if feed.order.count > 1, !isNews {
      if place <= view.selection { view.selection += 1 }
      if !isBack, place <= view.anchor.index { view.shift(by: 1, in: rows) }
    }
    self[.favourites] = feed
    views.favourites = view
    clampFavourites(showing: rows.count)
  }

  /// The selection goes to the next one, which takes the place.
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
    feed.movePagesUp(ofSize: 30)
    self[.favourites] = feed
    views.favourites = view
    clampFavourites(showing: rows.count - 1)
  }

  /// - Parameter count: photographs that have a row even before the next page fills it.
  private mutating func clampFavourites(showing count: Int) {
    move(.favourites, with: max(count - 1, views.favourites.selection)) { $0.reveal(in: $1) }
  }
}
