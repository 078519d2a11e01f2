@testable import AppCore
import Canvas
import Model
import Testing

/// Checks the properties that every list has after every action.
///
/// - Parameter checked: a state that was checked before. Lists unchanged since then are skipped.
func checkFeed(
  _ state: AppState,
  since checked: AppState? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for list in state.openLists {
    if let checked, state.isUnchanged(list, since: checked) { continue }
    check(state, list, sourceLocation)
  }
}

extension AppState {
  /// Whether everything that `check` reads is unchanged.
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
  // Nothing is scrolled past the end, unless the whole list is visible.
  #expect(row.top + view.anchor.offset <= rows.lastTop, sourceLocation: sourceLocation)
  // Stored and extended rows equal newly computed ones.
  let anew = FeedRows(
    feed,
    pivot: view.pivot,
    selected: rows.count - 1,
    photos: state.photos,
    metrics: rows.metrics
  )
  #expect(rows == anew, sourceLocation: sourceLocation)
}

/// Returns the selected tile at its position on the screen; `nil` if it isn't visible.
func selectedTile(_ state: AppState) -> FeedLayout.Tile? {
  state.tiles(of: .feed).tiles.first { $0.index == state.views.feed.selection }
}
