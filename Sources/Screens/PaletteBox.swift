import AppCore
import Canvas
import Library
import Localization

/// The line of the palette, and the commands that fit it.
enum PaletteBox {
  private static let widest = 66
  /// Rows of commands at once.
  private static let most = 14

  static func draw(_ painter: inout Painter, _ state: AppState, _ palette: PaletteState) {
    painter.onSurface { painter in
      var area = painter.bounds
      area.height -= 1
      let width = min(widest, area.width - 4)
      // The same height whatever is typed, so that nothing jumps.
      let rect = area.centered(Size(width, min(area.height, most + 3)))
      painter.hit(rect, nil)
      let room = painter.box(
        rect,
        title: painter.texts.place(.palette),
        close: .overlayClosed(.palette)
      )
      painter.paletteLine(palette, in: Rect(x: room.x, y: room.y, width: room.width, height: 1))
      var list = room.inset(top: 1)
      let below = PaletteReducer.below(state)
      let reason = palette.focused.flatMap { painter.reason($0, below) }
      let lines = TextWrap.lines(
        reason ?? "",
        width: list.width,
        limit: min(2, list.height - 1),
        mark: painter.glyphs.ellipsis
      )
      if reason != nil {
        list.height -= lines.count
        for (index, line) in lines.enumerated() {
          painter.text(line, at: Point(list.x, list.maxY + index), painter.ink.warning)
        }
      }
      painter.paletteRows(palette, below, in: list, box: rect)
    }
  }
}

extension Painter {
  fileprivate mutating func paletteLine(_ palette: PaletteState, in row: Rect) {
    let sign = Line(keySpans(.palette))
    draw(sign, in: row)
    let field = Rect(x: row.x + sign.width, y: row.y, width: row.width - sign.width, height: 1)
    let cursor = input(palette.line, in: field)
    if palette.line.text.isEmpty {
      text(
        texts.palettePrompt,
        at: Point(cursor.x + 1, row.y),
        ink.faint,
        limit: field.width - 1
      )
    }
    frame.modes.cursor = cursor
  }

  fileprivate mutating func paletteRows(
    _ palette: PaletteState,
    _ below: AppState,
    in list: Rect,
    box: Rect
  ) {
    guard !palette.rows.isEmpty else {
      text(texts.noCommand, at: Point(list.x + 2, list.y), ink.faint, limit: list.width - 2)
      return
    }
    let first = max(0, min(palette.focus - list.height / 2, palette.rows.count - list.height))
    for (index, row) in palette.rows.enumerated().dropFirst(first).prefix(list.height) {
      let place = Rect(x: list.x, y: list.y + index - first, width: list.width, height: 1)
      draw(row, isFocused: index == palette.focus, palette.place, below, in: place)
    }
    let rows = Rect(x: box.x, y: list.y - 1, width: box.width, height: list.height + 2)
    scrollMarks(rows, above: first > 0, below: palette.rows.count - first > list.height)
  }

  private mutating func draw(
    _ row: PaletteState.Row,
    isFocused: Bool,
    _ place: Place,
    _ below: AppState,
    in rect: Rect
  ) {
    let reason = reason(row, below)
    let style = isFocused ? ink.focus : reason == nil ? ink.plain : ink.faint
    var name: String
    var key = ""
    switch row {
    case .command(let command):
      name = texts.command(command, at: place, in: below.launch.capabilities).description
      key = texts.key(of: command) ?? ""
    case .photo(let number, let isLast): name = texts.photoNumber(number, isLast: isLast)
    }
    if let reason, !isFocused { name += ": \(reason)" }
    if isFocused { fill(rect, " ", style) }
    if isFocused { text(glyphs.pointer, at: Point(rect.x, rect.y), style) }
    let width = TextWidth.of(key)
    text(name, at: Point(rect.x + 2, rect.y), style, limit: rect.width - 4 - width)
    let end = Point(rect.maxX - 1 - width, rect.y)
    text(key, at: end, isFocused || reason != nil ? style : ink.key)
    hit(rect, .overlay(.rowPressed(row), in: .palette))
  }

  /// Why a row cannot be used below the palette; nil when it can.
  fileprivate func reason(_ row: PaletteState.Row, _ below: AppState) -> String? {
    guard case .command(let command) = row else { return nil }
    return command.unavailable(in: below).map(texts.reason)
  }
}
