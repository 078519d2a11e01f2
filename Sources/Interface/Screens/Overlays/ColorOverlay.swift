import AppCore
import Canvas
import Localization
import Model

/// The colours to filter search results by.
enum ColorOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ chooser: ColorChooser) {
    let colors = ColorChooser.colors
    let count = ColorChooser.columns
    let widths = (0..<count).map { column in
      stride(from: column, to: colors.count, by: count).map { painter.columns(of: colors[$0]) }
        .max() ?? 0
    }
    let rows = (colors.count + count - 1) / count
    let area = painter.bounds.inset(dx: 0, dy: 1)
    let title = painter.texts[.colors]
    let width = max(widths.reduce(count - 1, +), Popup.width(of: [], title: title))
    let popup = Popup(content: Size(width, rows), in: area)
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    painter.box(rect, title: title, close: .overlayClosed(.colors))
    let room = popup.room(in: rect)
    for (index, color) in colors.enumerated() {
      let x = room.x + widths.prefix(index % count).reduce(0) { $0 + $1 + 1 }
      painter.row(
        color,
        isFocused: index == chooser.focus,
        isChosen: color == state.search.query?.color,
        in: Rect(
          x: x,
          y: room.y + index / count,
          width: min(widths[index % count], room.maxX - x),
          height: 1
        )
      )
    }
  }
}

extension Painter {
  /// Returns the columns of a colour: the pointer, the patch, the name and a space.
  fileprivate func columns(of color: SearchQuery.Color?) -> Int {
    indent(of: color) + TextWidth.of(texts.color(color)) + 1
  }

  /// Returns the columns before a colour's name.
  private func indent(of color: SearchQuery.Color?) -> Int { patch(color) == nil ? 2 : 4 }

  fileprivate mutating func row(
    _ color: SearchQuery.Color?,
    isFocused: Bool,
    isChosen: Bool,
    in rect: Rect
  ) {
    let style = isFocused ? ink.focus : isChosen ? ink.strong : ink.plain
    if isFocused {
      fill(rect, " ", style)
      text(glyphs.pointer, at: Point(rect.x, rect.y), style)
    }
    if let patch = patch(color) {
      // On the background of the focus the patch would look like another colour.
      text(glyphs.patch, at: Point(rect.x + 2, rect.y), isFocused ? style : patch.style)
    }
    let indent = indent(of: color)
    text(
      texts.color(color),
      at: Point(rect.x + indent, rect.y),
      style,
      limit: rect.width - indent - 1
    )
    hit(rect, .search(.colorChosen(color)))
  }
}
