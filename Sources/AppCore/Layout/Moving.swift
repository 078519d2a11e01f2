import Library
import Model

extension AppState {
  /// Changes what the cards' sizes come from, and keeps every list's anchor at the top.
  mutating func relayout(_ change: (inout AppState) -> Void) {
    let lists = lists
    let old = lists.map { metrics(of: $0) }
    change(&self)
    for (list, metrics) in zip(lists, old) {
      move(list) { view, order, photos, new in
        FeedScrolling.adapt(&view, of: order, photos: photos, from: metrics, to: new)
      }
    }
  }

  /// Moves within a list, by its photographs' sizes and its measures.
  mutating func move(
    _ list: ListID,
    _ change: (inout ListView, [Photo.ID], [Photo.ID: Photo], FeedMetrics) -> Void
  ) {
    let metrics = metrics(of: list)
    change(&views[list], library.lists[list].order, library.photos, metrics)
  }
}
