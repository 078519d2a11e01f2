import Canvas
import Model

/// Moves a feed's anchor; pure functions of the feed, the photos' sizes and the metrics.
///
/// Only the cards near the anchor are measured, so a step costs the same in a feed of any length.
package enum FeedScrolling {
  /// Moves the anchor by rows, downwards when positive, and stops at both ends.
  package static func scroll(
    _ feed: inout FeedState,
    by rows: Int,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    // What came in front may have moved it into the middle of a grid's row.
    feed.anchor.index = metrics.rowStart(feed.anchor.index)
    feed.anchor.offset += rows
    normalize(&feed, photos: photos, metrics: metrics)
    stopAtEnd(&feed, photos: photos, metrics: metrics)
  }

  /// Moves the anchor as little as shows the selected card whole, or its top when it is too high.
  package static func reveal(
    _ feed: inout FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    guard feed.order.indices.contains(feed.selection) else { return }
    let selection = metrics.rowStart(feed.selection)
    if selection <= feed.anchor.index {
      if selection < feed.anchor.index || feed.anchor.offset > 0 {
        feed.anchor = FeedState.Anchor(index: selection, offset: 0)
      }
      return
    }
    // Walk up from the selected card until the body is full: that is the lowest anchor that
    // shows its last row of text.
    let room = metrics.body.height
    var used = height(selection, feed, photos, metrics) - metrics.gap
    if used >= room {
      feed.anchor = FeedState.Anchor(index: selection, offset: 0)
      return
    }
    var index = selection
    while index > feed.anchor.index {
      index -= metrics.columns
      let next = height(index, feed, photos, metrics)
      if used + next > room {
        let needed = used + next - room
        let offset = index == feed.anchor.index ? max(feed.anchor.offset, needed) : needed
        feed.anchor = FeedState.Anchor(index: index, offset: offset)
        // Cards that fill the body to the row leave the next one up wholly out of sight.
        normalize(&feed, photos: photos, metrics: metrics)
        return
      }
      used += next
    }
  }

  /// Follows a change of the cards' sizes: what was at the top stays there, by its share of the
  /// card, as far as a selected card that was in sight stays there.
  package static func adapt(
    _ feed: inout FeedState,
    photos: [Photo.ID: Photo],
    from old: FeedMetrics,
    to new: FeedMetrics
  ) {
    guard old != new, feed.order.indices.contains(feed.anchor.index) else { return }
    let shown = shownShare(feed, photos: photos, metrics: old)
    let before = height(feed.anchor.index, feed, photos, old)
    feed.anchor.index = new.rowStart(feed.anchor.index)
    let after = height(feed.anchor.index, feed, photos, new)
    feed.anchor.offset = min(after - 1, feed.anchor.offset * after / max(1, before))
    scroll(&feed, by: 0, photos: photos, metrics: new)
    guard shown >= 0.5 else {
      selectVisible(&feed, photos: photos, metrics: new)
      return
    }
    // What was whole stays whole: in a storm of resizes a half would be halved again.
    if shownShare(feed, photos: photos, metrics: new) < (shown == 1 ? 1 : 0.5) {
      reveal(&feed, photos: photos, metrics: new)
    }
  }

  /// How much of the selected card's picture and caption is in sight, 0 to 1.
  private static func shownShare(
    _ feed: FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) -> Double {
    let layout = FeedLayout(feed, photos: photos, metrics: metrics)
    guard let card = layout.cards.first(where: { $0.index == feed.selection }) else { return 0 }
    var content = card.frame
    content.height -= metrics.gap
    return Double(content.intersection(metrics.body).height) / Double(max(1, content.height))
  }

  /// Selects the card most in sight when the selected one is no longer.
  package static func selectVisible(
    _ feed: inout FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    let layout = FeedLayout(feed, photos: photos, metrics: metrics)
    guard let best = layout.mostVisible else { return }
    let selected = layout.cards.first { $0.index == feed.selection }
    let shown = selected.map { $0.frame.intersection(metrics.body).height } ?? 0
    if shown * 2 < best.frame.intersection(metrics.body).height { feed.selection = best.index }
  }

  /// Whether fewer than two screens of cards remain below what is in sight.
  package static func isNearEnd(
    _ feed: FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) -> Bool {
    let enough = 3 * metrics.body.height
    var rows = -feed.anchor.offset
    for index in rowStarts(feed, metrics) {
      rows += height(index, feed, photos, metrics)
      if rows >= enough { return false }
    }
    return true
  }

  private static func height(
    _ index: Int,
    _ feed: FeedState,
    _ photos: [Photo.ID: Photo],
    _ metrics: FeedMetrics
  ) -> Int {
    photos[feed.order[index]].map(metrics.cardHeight) ?? 1
  }

  /// The first cards of the anchor's row and of those below it.
  private static func rowStarts(
    _ feed: FeedState,
    _ metrics: FeedMetrics
  ) -> StrideTo<Int> {
    stride(from: feed.anchor.index, to: feed.order.count, by: metrics.columns)
  }

  /// Brings the offset back into the anchor's own row.
  private static func normalize(
    _ feed: inout FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    while feed.anchor.offset < 0, feed.anchor.index > 0 {
      feed.anchor.index -= metrics.columns
      feed.anchor.offset += height(feed.anchor.index, feed, photos, metrics)
    }
    feed.anchor.offset = max(0, feed.anchor.offset)
    while feed.anchor.index + metrics.columns < feed.order.count {
      let rows = height(feed.anchor.index, feed, photos, metrics)
      guard feed.anchor.offset >= rows else { break }
      feed.anchor.offset -= rows
      feed.anchor.index += metrics.columns
    }
  }

  /// Keeps the footer at the bottom from being scrolled past.
  private static func stopAtEnd(
    _ feed: inout FeedState,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    guard !feed.order.isEmpty else {
      feed.anchor = FeedState.Anchor(index: 0, offset: 0)
      return
    }
    let room = max(1, metrics.body.height - metrics.footerHeight)
    var rows = -feed.anchor.offset
    for index in rowStarts(feed, metrics) {
      rows += height(index, feed, photos, metrics)
      if rows >= room { return }
    }
    // Everything below is in sight with rows to spare: give the spare rows back.
    feed.anchor.offset -= room - rows
    normalize(&feed, photos: photos, metrics: metrics)
  }
}
