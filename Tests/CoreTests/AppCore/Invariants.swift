import AppCore
import Canvas
import Model
import Testing

/// Checks what holds of every list after every action.
func checkFeed(_ state: AppState, sourceLocation: SourceLocation = #_sourceLocation) {
  for list in FeedID.allCases { check(state, list, sourceLocation) }
}

private func check(_ state: AppState, _ list: FeedID, _ sourceLocation: SourceLocation) {
  let feed = state[list]
  #expect(Set(feed.order).count == feed.order.count, sourceLocation: sourceLocation)
  #expect(Set(feed.order) == feed.known, sourceLocation: sourceLocation)
  #expect(feed.order.allSatisfy { state.photos[$0] != nil }, sourceLocation: sourceLocation)
  guard !feed.order.isEmpty else {
    #expect(feed.selection == 0, sourceLocation: sourceLocation)
    #expect(feed.anchor == FeedState.Anchor(index: 0, offset: 0), sourceLocation: sourceLocation)
    return
  }
  let metrics = state.metrics(of: list)
  let heights = feed.order.compactMap { state.photos[$0].map(metrics.cardHeight) }
  #expect(heights.indices.contains(feed.selection), sourceLocation: sourceLocation)
  guard heights.indices.contains(feed.anchor.index) else {
    Issue.record("anchor \(feed.anchor) of \(heights.count)", sourceLocation: sourceLocation)
    return
  }
  #expect(feed.anchor.index % metrics.columns == 0, sourceLocation: sourceLocation)
  let height = heights[feed.anchor.index]
  #expect((0..<height).contains(feed.anchor.offset), sourceLocation: sourceLocation)
  // Nothing is scrolled past the end, unless all of it is in sight.
  if feed.anchor != FeedState.Anchor(index: 0, offset: 0) {
    let rows = stride(from: feed.anchor.index, to: heights.count, by: metrics.columns)
    let below = rows.reduce(-feed.anchor.offset) { $0 + heights[$1] }
    #expect(
      below + metrics.footerHeight >= min(metrics.body.height, metrics.footerHeight + 1),
      sourceLocation: sourceLocation
    )
  }
}

/// The selected card as it stands on the screen; nil when it is out of sight.
func selectedCard(_ state: AppState) -> FeedLayout.Card? {
  FeedLayout(state.feed, photos: state.photos, metrics: state.metrics(of: .home)).cards
    .first { $0.index == state.feed.selection }
}
