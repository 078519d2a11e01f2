import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws a picture into its box, with a spinner while a better rendition is loading.
  mutating func picture(_ placement: PicturePlacement, in visible: Rect, isLoading: Bool) {
    let area = placement.box.intersection(visible)
    frame.placements.append(placement)
    guard !area.isEmpty else { return }
    frame.canvas.place(
      placement: frame.placements.count - 1,
      box: placement.box,
      visible: visible,
      // The colour of the selection frame.
      style: ink.accent
    )
    if isLoading { loadingMark(in: area) }
  }

  /// Draws a spinner in the bottom right corner.
  mutating func loadingMark(in area: Rect) {
    guard area.width >= 3, area.height >= 1 else { return }
    let mark = Rect(x: area.maxX - 3, y: area.maxY - 1, width: 3, height: 1)
    fill(mark)
    text(String(spinner()), at: Point(mark.x + 1, mark.y), ink.accent)
  }

  /// Draws a mark that retries over the preview of a picture that failed to load; for the selected
  /// photo also the reason.
  ///
  /// - Parameter hasKey: Whether the key of Retry acts on the selected photo.
  mutating func failureMark(
    _ problem: Problem,
    over box: Rect,
    visible: Rect,
    isSelected: Bool,
    hasKey: Bool,
    retry: AppAction
  ) {
    let area = box.intersection(visible)
    guard area.width >= 3, area.height >= 1 else { return }
    onSurface { painter in
      let row = Rect(x: area.x, y: area.maxY - 1, width: area.width, height: 1)
      let mark = Line(" \(painter.glyphs.failed) ", painter.ink.warning, action: retry)
      // The key retries the selected photo only; the mouse reaches every photo.
      guard isSelected, area.width >= 8 else {
        let rect = Rect(x: row.maxX - mark.width, y: row.y, width: mark.width, height: 1)
        return painter.draw(mark, in: rect)
      }
      // A narrow tile has no columns to spare for a margin.
      let isNarrow = area.width < 14
      let room = isNarrow ? row : row.inset(dx: 1, dy: 0)
      let title = painter.texts.problem(problem).title
      let words = painter.wrapped(
        title,
        width: room.width,
        painter.ink.warning,
        limit: max(0, min(isNarrow ? 5 : 3, area.height - 2))
      )
      let word = Span(painter.texts.button(.retry), painter.ink.plain)
      var button = Line((hasKey ? painter.keySpans(.refresh) : []) + [word], action: retry)
      if button.width > room.width { button = Line([word], action: retry) }
      for (index, line) in (words + [button]).enumerated() {
        let y = area.maxY - words.count - 1 + index
        painter.fill(Rect(x: row.x, y: y, width: row.width, height: 1))
        painter.draw(line, in: Rect(x: room.x, y: y, width: room.width, height: 1))
      }
    }
  }

  /// Draws the reason and Retry in place of a picture that failed to load.
  mutating func placeholder(
    _ problem: Problem,
    in box: Rect,
    visible: Rect,
    retry: AppAction,
    hasKey: Bool = true
  ) {
    onSurface { painter in
      let area = box.intersection(visible)
      guard !area.isEmpty else { return }
      painter.fill(area)
      if area == box { painter.frameLines(box, painter.ink.line) }
      let room = area.inset(dx: 2, dy: area.height > 4 ? 1 : 0)
      let text = painter.texts.problem(problem)
      let reason = ServiceText.line(text.explanation)
      painter.draw(
        [
          Block(painter.wrapped(text.title, width: room.width, painter.ink.warning, limit: 2)),
          Block(
            painter.wrapped(reason, width: min(room.width, 56), painter.ink.faint, limit: 4),
            rank: .helpful,
            space: 0
          ),
          Block([painter.retryButton(retry, hasKey: hasKey)]),
        ],
        in: room
      )
    }
  }
}

extension PictureStatus? {
  /// Whether a better rendition is expected.
  ///
  /// True if nothing is known of the picture yet.
  var isLoading: Bool {
    switch self {
    case nil, .color, .blurHash: true
    case .thumbnail, .full, .failed: false
    }
  }
}
