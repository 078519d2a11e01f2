import AppCore
import Canvas
import Localization
import Model

/// The cards of the feed, or what there is to say when there are none.
enum FeedScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let metrics = state.feedMetrics
    guard !state.feed.order.isEmpty else {
      painter.draw(emptyFeed(&painter, state), in: metrics.body.inset(dx: 2, dy: 0))
      return
    }
    let layout = FeedLayout(state.feed, photos: state.photos, metrics: metrics)
    for card in layout.cards {
      guard let photo = state.photos[card.id] else { continue }
      CardView(card: card, photo: photo, state: state, body: metrics.body).draw(&painter)
    }
    if let footer = layout.footer {
      Self.footer(&painter, state, footer.intersection(metrics.body))
    }
  }

  private static func emptyFeed(_ painter: inout Painter, _ state: AppState) -> [Block] {
    let width = min(64, painter.bounds.width - 4)
    let retry = painter.retryButton(.feed(.retryPressed), isFocused: state.place == .feed)
    if case .failed(let problem) = state.feed.load {
      return painter.problemBlocks(problem, width: width) + [Block([retry])]
    }
    guard state.feed.load == .idle, state.feed.hasEnded else {
      return [Block([.busy(painter.texts[.loadingFeed], painter.ink.faint)])]
    }
    return [
      Block([Line(painter.texts[.emptyFeed], painter.ink.strong)]),
      Block(
        painter.wrapped(painter.texts[.emptyFeedAdvice], width: width, painter.ink.faint),
        space: 0
      ),
      Block([retry]),
    ]
  }

  /// The rows behind the last card: the next page on its way, why it did not come, or the end.
  private static func footer(_ painter: inout Painter, _ state: AppState, _ rect: Rect) {
    guard !rect.isEmpty else { return }
    let room = rect.inset(dx: 2, dy: 0)
    switch state.feed.load {
    case .failed(let problem):
      let text = painter.texts.problem(problem)
      let retry = painter.retryButton(.feed(.retryPressed))
      var head = retry
      head.spans.insert(Span(text.title + "  ", painter.ink.warning), at: 0)
      let isShort = head.width <= room.width
      let reason = painter.wrapped(
        ServiceText.line("\(text.explanation) \(text.advice)"),
        width: room.width,
        painter.ink.faint,
        limit: isShort ? 2 : 1
      )
      let lines =
        isShort ? [head] + reason : [Line(text.title, painter.ink.warning), retry] + reason
      painter.draw([Block(lines)], in: room, isCentered: false)
    case .idle where state.feed.hasEnded:
      let dash = painter.glyphs.dash
      let line = Line("\(dash) \(painter.texts[.endOfFeed]) \(dash)", painter.ink.faint)
      painter.draw([Block([line])], in: room)
    case .idle, .loading:
      painter.draw([Block([.busy(painter.texts[.loadingMore], painter.ink.faint)])], in: room)
    }
  }

  /// The pictures of the next screenful in the direction of travel, the nearest first.
  static func prefetch(_ state: AppState) -> [PicturePlacement] {
    guard !state.feed.order.isEmpty else { return [] }
    let metrics = state.feedMetrics
    let now = FeedLayout(state.feed, photos: state.photos, metrics: metrics)
    let visible = Set(now.cards.map(\.id))
    var feed = state.feed
    let rows = feed.isMovingUp ? -metrics.body.height : metrics.body.height
    FeedScrolling.scroll(&feed, by: rows, photos: state.photos, metrics: metrics)
    let cards = FeedLayout(feed, photos: state.photos, metrics: metrics).cards
    return (feed.isMovingUp ? cards.reversed() : cards)
      .filter { !visible.contains($0.id) }
      .map { PicturePlacement(source: .photo($0.id), use: .thumbnail, box: $0.picture) }
  }
}

extension Painter {
  /// A problem in the middle of a screen: what did not work, why, and what can be done.
  func problemBlocks(_ problem: Problem, width: Int) -> [Block] {
    let text = texts.problem(problem)
    return [
      Block(wrapped(text.title, width: width, ink.warning)),
      Block(wrapped(ServiceText.line(text.explanation), width: width, ink.plain)),
      Block(
        wrapped(ServiceText.line(text.advice), width: width, ink.faint),
        rank: .helpful,
        space: 0
      ),
    ]
  }
}
