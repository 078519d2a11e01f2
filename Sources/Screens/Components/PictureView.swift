import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// Draws a picture into its box, with a mark as long as something better is on its way.
  mutating func picture(_ placement: PicturePlacement, in visible: Rect, isLoading: Bool) {
    let area = placement.box.intersection(visible)
    frame.placements.append(placement)
    guard !area.isEmpty else { return }
    frame.canvas.place(
      placement: frame.placements.count - 1,
      box: placement.box,
      visible: visible,
      // That of the frame around a selected one.
      style: ink.accent
    )
    if isLoading { loadingMark(in: area) }
  }

  /// A spinner in the bottom right corner.
  mutating func loadingMark(in area: Rect) {
    guard area.width >= 3, area.height >= 1 else { return }
    let mark = Rect(x: area.maxX - 3, y: area.maxY - 1, width: 3, height: 1)
    fill(mark)
    text(String(spinner()), at: Point(mark.x + 1, mark.y), ink.accent)
  }

  /// Stands where a picture could not be loaded: what happened and how to try again.
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
  /// Whether something better is still to come; nothing known yet counts as that.
  var isLoading: Bool {
    switch self {
    case nil, .color, .blurHash: true
    case .thumbnail, .full, .failed: false
    }
  }
}
