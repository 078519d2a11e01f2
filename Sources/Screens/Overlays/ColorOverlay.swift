import AppCore
import Canvas
import Library
import Localization
import Model

/// The colours to filter search results by.
enum ColorOverlay {
  private static let column = 18

  static func draw(_ painter: inout Painter, _ state: AppState, _ chooser: ColorChooser) {
    painter.onSurface { painter in
      let columns = ColorChooser.columns
      let rows = (ColorChooser.colors.count + columns - 1) / columns
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let rect = area.centered(Size(columns * column + 4, rows + 2))
      painter.hit(rect, nil)
      let room = painter.box(rect, title: painter.texts[.colors], close: .overlayClosed(.colors))
      for (index, color) in ColorChooser.colors.enumerated() {
        let place = Rect(
          x: room.x + index % columns * column,
          y: room.y + index / columns,
          width: column,
          height: 1
        )
        painter.row(
          color,
          isFocused: index == chooser.focus,
          isChosen: color == state.search.query?.color,
          in: place
        )
      }
    }
  }
}

extension Painter {
  fileprivate mutating func row(
    _ color: SearchQuery.Color?,
    isFocused: Bool,
    isChosen: Bool,
    in rect: Rect
  ) {
    let style = isFocused ? ink.focus : isChosen ? ink.strong : ink.plain
    let name = texts.color(color)
    let isPatched = patch(color) != nil
    let width = min(rect.width - 1, TextWidth.of(name) + 5)
    let bar = Rect(x: rect.x, y: rect.y, width: width, height: 1)
    if isFocused { fill(bar, " ", style) }
    if isFocused { text(glyphs.pointer, at: Point(rect.x, rect.y), style) }
    if let patch = patch(color) {
      // On the background of the focus the patch would look like another colour.
      text(glyphs.patch, at: Point(rect.x + 2, rect.y), isFocused ? style : patch.style)
    }
    text(
      name,
      at: Point(rect.x + (isPatched ? 4 : 2), rect.y),
      style,
      limit: rect.width - (isPatched ? 5 : 3)
    )
    hit(rect, .search(.colorChosen(color)))
  }
}
