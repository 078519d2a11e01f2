import AppCore
import Canvas
import Library
import Model
import Testing

/// Checks what holds of every list after every action.
func checkFeed(_ state: AppState, sourceLocation: SourceLocation = #_sourceLocation) {
  for list in state.lists { check(state, list, sourceLocation) }
}

private func check(_ state: AppState, _ list: ListID, _ sourceLocation: SourceLocation) {
  let feed = state[list]
  let view = state.views[list]
  #expect(Set(feed.order).count == feed.order.count, sourceLocation: sourceLocation)
  #expect(Set(feed.order) == feed.known, sourceLocation: sourceLocation)
  #expect(feed.order.allSatisfy { state.photos[$0] != nil }, sourceLocation: sourceLocation)
  guard !feed.order.isEmpty else {
    #expect(view.selection == 0, sourceLocation: sourceLocation)
    #expect(view.anchor == ListView.Anchor(index: 0, offset: 0), sourceLocation: sourceLocation)
    return
  }
  let metrics = state.metrics(of: list)
  let heights = feed.order.compactMap { state.photos[$0].map(metrics.cardHeight) }
  #expect(heights.indices.contains(view.selection), sourceLocation: sourceLocation)
  guard heights.indices.contains(view.anchor.index) else {
    Issue.record("anchor \(view.anchor) of \(heights.count)", sourceLocation: sourceLocation)
    return
  }
  #expect(view.anchor.index % metrics.columns == 0, sourceLocation: sourceLocation)
  let height = heights[view.anchor.index]
  #expect((0..<height).contains(view.anchor.offset), sourceLocation: sourceLocation)
  // Nothing is scrolled past the end, unless all of it is in sight.
  if view.anchor != ListView.Anchor(index: 0, offset: 0) {
    let rows = stride(from: view.anchor.index, to: heights.count, by: metrics.columns)
    let below = rows.reduce(-view.anchor.offset) { $0 + heights[$1] }
    #expect(
      below + metrics.footerHeight >= min(metrics.body.height, metrics.footerHeight + 1),
      sourceLocation: sourceLocation
    )
  }
}

/// The selected card as it stands on the screen; nil when it is out of sight.
func selectedCard(_ state: AppState) -> FeedLayout.Card? {
  state.cards(of: .feed).cards
    .first { $0.index == state.views.feed.selection }
}
