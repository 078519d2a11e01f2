import AppCore
import Canvas
import Library
import Model
import Testing

/// Checks what holds of every list after every action.
///
/// - Parameter checked: a state that was checked before. A list of which nothing has changed since
///   is not checked again.
func checkFeed(
  _ state: AppState,
  since checked: AppState? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for list in state.lists {
    if let checked, state.isUnchanged(list, since: checked) { continue }
    check(state, list, sourceLocation)
  }
}

extension AppState {
  /// Whether all that `check` reads is what it was.
  fileprivate func isUnchanged(_ list: ListID, since other: AppState) -> Bool {
    self[list] == other[list] && views[list] == other.views[list] && photos == other.photos
      && metrics(of: list) == other.metrics(of: list)
  }
}

private func check(_ state: AppState, _ list: ListID, _ sourceLocation: SourceLocation) {
  let feed = state[list]
  let view = state.views[list]
  #expect(Set(feed.order).count == feed.order.count, sourceLocation: sourceLocation)
  #expect(Set(feed.order) == feed.known, sourceLocation: sourceLocation)
  #expect(feed.order.allSatisfy { state.photos[$0] != nil }, sourceLocation: sourceLocation)
  #expect(view.marks.isSubset(of: feed.known), sourceLocation: sourceLocation)
  guard !feed.order.isEmpty else {
    #expect(view.selection == 0, sourceLocation: sourceLocation)
    #expect(view.anchor == ListView.Anchor(index: 0, offset: 0), sourceLocation: sourceLocation)
    return
  }
  let rows = state.rows(of: list)
  #expect((0..<rows.count).contains(view.selection), sourceLocation: sourceLocation)
  guard let row = rows.rows.first(where: { $0.start == view.anchor.index }) else {
    Issue.record("anchor \(view.anchor) begins no row", sourceLocation: sourceLocation)
    return
  }
  #expect((0..<rows.pitch(row)).contains(view.anchor.offset), sourceLocation: sourceLocation)
  // Nothing is scrolled past the end, unless all of it is in sight.
  #expect(row.top + view.anchor.offset <= rows.lastTop, sourceLocation: sourceLocation)
  // What is kept of rows, and what was added to them, is what they would be made anew.
  let anew = FeedRows(
    feed,
    pivot: view.pivot,
    selected: rows.count - 1,
    photos: state.photos,
    metrics: rows.metrics
  )
  #expect(rows == anew, sourceLocation: sourceLocation)
}

/// The selected tile as it stands on the screen; nil when it is out of sight.
func selectedTile(_ state: AppState) -> FeedLayout.Tile? {
  state.tiles(of: .feed).tiles.first { $0.index == state.views.feed.selection }
}
