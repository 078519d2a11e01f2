import AppCore
import Canvas
import Localization
import Model

extension PhotoScreen {
  /// Draws two photos side by side, with a frame around the one that commands act on.
  ///
  /// Pressing the other one moves the frame there.
  static func drawComparison(
    _ painter: inout Painter,
    _ state: AppState,
    _ view: PhotoState,
    _ pair: (left: PhotoLayout, right: PhotoLayout)
  ) {
    for (layout, isRight) in [(pair.left, false), (pair.right, true)] {
      let isFramed = isRight == view.isRight
      guard let id = isFramed ? view.id : view.beside, let photo = state.photos[id] else {
        continue
      }
      var shown = view
      shown.id = id
      let half = layout.body.inset(dx: -1, dy: -1)
      let menu = AppAction.menu(.openPressed(id))
      if isFramed { painter.hit(half, nil, menu: menu) }
      drawPicture(&painter, state, shown, layout, in: layout.box.intersection(layout.body))
      // Without the frame, the whole half reacts, and no button in it.
      if !isFramed { painter.hit(half, .photo(.otherPressed), menu: menu) }
      let name = painter.heading(of: photo, state)
      let day = state.isHeadedByDate(photo) ? nil : photo.created
      let texts = (day.map(painter.texts.dateForms) ?? [])
        .map { name + painter.glyphs.dot + $0 }
      let short =
        texts.first { TextWidth.of($0) <= layout.body.width }
        ?? TextWidth.truncate(name, to: layout.body.width, mark: painter.glyphs.ellipsis)
      let row = Rect(x: half.x, y: layout.box.maxY + 1, width: half.width, height: 1)
      painter.draw(Line(short, isFramed ? painter.ink.strong : painter.ink.faint), in: row, .center)
      if isFramed {
        painter.selectionFrame(around: layout.box, in: half)
        painter.topBar(photo, state, .picture)
      }
    }
  }
}
