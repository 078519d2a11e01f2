import AppCore
import Canvas
import Library
import Localization

/// The line of the palette, and the commands that fit it.
enum PaletteOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ palette: PaletteState) {
    let below = PaletteReducer.below(state)
    let box = FilterBox(
      place: .palette,
      title: painter.texts.place(.palette),
      sign: painter.keySpans(.palette),
      line: palette.line,
      prompt: painter.texts.palettePrompt,
      count: palette.rows.count,
      focus: palette.focus,
      nothing: Line(painter.texts.noCommand, painter.ink.faint),
      note: palette.focused.flatMap { painter.reason($0, below) } ?? ""
    )
    box.draw(&painter) { painter, index, rect in
      painter.draw(
        palette.rows[index],
        isFocused: index == palette.focus,
        palette.place,
        below,
        in: rect
      )
    }
  }
}

extension Painter {
  fileprivate mutating func draw(
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
    let endStyle = isFocused || reason != nil ? style : ink.key
    self.row(name, key, isFocused: isFocused, style: style, endStyle: endStyle, in: rect)
    hit(rect, .overlay(.rowPressed(row), in: .palette))
  }

  /// Why a row cannot be used below the palette; nil when it can.
  fileprivate func reason(_ row: PaletteState.Row, _ below: AppState) -> String? {
    guard case .command(let command) = row else { return nil }
    return command.unavailable(in: below).map(texts.reason)
  }
}
