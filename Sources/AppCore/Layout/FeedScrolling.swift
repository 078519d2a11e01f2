import Canvas
import Library
import Model

/// Moves a feed's anchor; pure functions of the feed, the photos' sizes and the metrics.
///
/// Only the cards near the anchor are measured, so a step costs the same in a feed of any length.
package enum FeedScrolling {
  /// Moves the anchor by rows, downwards when positive, and stops at both ends.
  package static func scroll(
    _ view: inout ListView,
    of order: [Photo.ID],
    by rows: Int,
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    // What came in front may have moved it into the middle of a grid's row.
    view.anchor.index = metrics.rowStart(view.anchor.index)
    view.anchor.offset += rows
    normalize(&view, of: order, photos: photos, metrics: metrics)
    stopAtEnd(&view, of: order, photos: photos, metrics: metrics)
  }

  /// Moves the anchor as little as shows the selected card whole, or its top when it is too high.
  package static func reveal(
    _ view: inout ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    guard order.indices.contains(view.selection) else { return }
    let selection = metrics.rowStart(view.selection)
    if selection <= view.anchor.index {
      if selection < view.anchor.index || view.anchor.offset > 0 {
        view.anchor = ListView.Anchor(index: selection, offset: 0)
      }
      return
    }
    // Walk up from the selected card until the body is full: that is the lowest anchor that
    // shows its last row of text.
    let room = metrics.body.height
    var used = height(selection, order, photos, metrics) - metrics.gap
    if used >= room {
      view.anchor = ListView.Anchor(index: selection, offset: 0)
      return
    }
    var index = selection
    while index > view.anchor.index {
      index -= metrics.columns
      let next = height(index, order, photos, metrics)
      if used + next > room {
        let needed = used + next - room
        let offset = index == view.anchor.index ? max(view.anchor.offset, needed) : needed
        view.anchor = ListView.Anchor(index: index, offset: offset)
        // Cards that fill the body to the row leave the next one up wholly out of sight.
        normalize(&view, of: order, photos: photos, metrics: metrics)
        return
      }
      used += next
    }
  }

  /// Follows a change of the cards' sizes: what was at the top stays there, by its share of the
  /// card, as far as a selected card that was in sight stays there.
  package static func adapt(
    _ view: inout ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    from old: FeedMetrics,
    to new: FeedMetrics
  ) {
    guard old != new, order.indices.contains(view.anchor.index) else { return }
    let shown = shownShare(view, of: order, photos: photos, metrics: old)
    let before = height(view.anchor.index, order, photos, old)
    view.anchor.index = new.rowStart(view.anchor.index)
    let after = height(view.anchor.index, order, photos, new)
    view.anchor.offset = min(after - 1, view.anchor.offset * after / max(1, before))
    scroll(&view, of: order, by: 0, photos: photos, metrics: new)
    guard shown >= 0.5 else {
      selectVisible(&view, of: order, photos: photos, metrics: new)
      return
    }
    // What was whole stays whole: in a storm of resizes a half would be halved again.
    if shownShare(view, of: order, photos: photos, metrics: new) < (shown == 1 ? 1 : 0.5) {
      reveal(&view, of: order, photos: photos, metrics: new)
    }
  }

  /// How much of the selected card's picture and caption is in sight, 0 to 1.
  private static func shownShare(
    _ view: ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) -> Double {
    let layout = FeedLayout(view, of: order, photos: photos, metrics: metrics)
    guard let card = layout.cards.first(where: { $0.index == view.selection }) else { return 0 }
    var content = card.frame
    content.height -= metrics.gap
    return Double(content.intersection(metrics.body).height) / Double(max(1, content.height))
  }

  /// Selects the card most in sight when the selected one is no longer.
  package static func selectVisible(
    _ view: inout ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    let layout = FeedLayout(view, of: order, photos: photos, metrics: metrics)
    guard let best = layout.mostVisible else { return }
    let selected = layout.cards.first { $0.index == view.selection }
    let shown = selected.map { $0.frame.intersection(metrics.body).height } ?? 0
    if shown * 2 < best.frame.intersection(metrics.body).height { view.selection = best.index }
  }

  /// Whether fewer than two screens of cards remain below what is in sight.
  package static func isNearEnd(
    _ view: ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) -> Bool {
    let enough = 3 * metrics.body.height
    var rows = -view.anchor.offset
    for index in rowStarts(view, order, metrics) {
      rows += height(index, order, photos, metrics)
      if rows >= enough { return false }
    }
    return true
  }

  private static func height(
    _ index: Int,
    _ order: [Photo.ID],
    _ photos: [Photo.ID: Photo],
    _ metrics: FeedMetrics
  ) -> Int {
    photos[order[index]].map(metrics.cardHeight) ?? 1
  }

  /// The first cards of the anchor's row and of those below it.
  private static func rowStarts(
    _ view: ListView,
    _ order: [Photo.ID],
    _ metrics: FeedMetrics
  ) -> StrideTo<Int> {
    stride(from: view.anchor.index, to: order.count, by: metrics.columns)
  }

  /// Brings the offset back into the anchor's own row.
  private static func normalize(
    _ view: inout ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    while view.anchor.offset < 0, view.anchor.index > 0 {
      view.anchor.index -= metrics.columns
      view.anchor.offset += height(view.anchor.index, order, photos, metrics)
    }
    view.anchor.offset = max(0, view.anchor.offset)
    while view.anchor.index + metrics.columns < order.count {
      let rows = height(view.anchor.index, order, photos, metrics)
      guard view.anchor.offset >= rows else { break }
      view.anchor.offset -= rows
      view.anchor.index += metrics.columns
    }
  }

  /// Keeps the footer at the bottom from being scrolled past.
  private static func stopAtEnd(
    _ view: inout ListView,
    of order: [Photo.ID],
    photos: [Photo.ID: Photo],
    metrics: FeedMetrics
  ) {
    guard !order.isEmpty else {
      view.anchor = ListView.Anchor(index: 0, offset: 0)
      return
    }
    let room = max(1, metrics.body.height - metrics.footerHeight)
    var rows = -view.anchor.offset
    for index in rowStarts(view, order, metrics) {
      rows += height(index, order, photos, metrics)
      if rows >= room { return }
    }
    // Everything below is in sight with rows to spare: give the spare rows back.
    view.anchor.offset -= room - rows
    normalize(&view, of: order, photos: photos, metrics: metrics)
  }
}
