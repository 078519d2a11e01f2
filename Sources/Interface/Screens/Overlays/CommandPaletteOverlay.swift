import AppCore
import Canvas
import Localization
import Model

/// The palette: its input line, and the commands that match it.
enum CommandPaletteOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ palette: CommandPaletteState) {
    let below = CommandPaletteReducer.below(state)
    let box = FilterBox(
      place: .palette,
      title: painter.texts.place(.palette),
      sign: painter.keySpans(.palette),
      line: palette.line,
      prompt: painter.texts.commandPalettePrompt,
      count: palette.rows.count,
      focus: palette.focus,
      isCursorInRows: palette.hasMoved,
      nothing: Line(painter.texts.noCommand, painter.ink.faint),
      note: palette.focused.flatMap { painter.reason($0, below).map(painter.texts.reason) } ?? "",
      all: Size(
        palette.allRows.map { painter.columns(of: $0, palette.place, below) }.max() ?? 0,
        palette.allRows.count
      )
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
    _ row: CommandPaletteState.Row,
    isFocused: Bool,
    _ place: Place,
    _ below: AppState,
    in rect: Rect
  ) {
    let reason = reason(row, below)
    let style = isFocused ? ink.focus : reason == nil ? ink.plain : ink.faint
    var (name, key) = words(row, place, below)
    if let reason, !isFocused { name += ": \(texts.shortReason(reason))" }
    let endStyle = isFocused || reason != nil ? style : ink.key
    self.row(name, key, isFocused: isFocused, style: style, endStyle: endStyle, in: rect)
    hit(rect, .overlay(.rowPressed(row), in: .palette))
  }

  /// Returns a row's description and its key.
  private func words(
    _ row: CommandPaletteState.Row,
    _ place: Place,
    _ below: AppState
  ) -> (name: String, key: String) {
    switch row {
    case .command(let command):
      let text = texts.command(command, at: place, in: below.launch.capabilities)
      return (text.description, texts.key(of: command) ?? "")
    case .photo(let number, let isLast): return (texts.photoNumber(number, isLast: isLast), "")
    }
  }

  /// Returns the columns of a row, with the reason if it is unavailable.
  fileprivate func columns(of row: CommandPaletteState.Row, _ place: Place, _ below: AppState)
    -> Int
  {
    let (name, key) = words(row, place, below)
    let reason = reason(row, below).map { TextWidth.of(texts.shortReason($0)) + 2 } ?? 0
    return TextWidth.of(name) + reason + TextWidth.of(key) + 5
  }

  /// Returns the reason why a row can't be used below the palette; `nil` if it can.
  fileprivate func reason(_ row: CommandPaletteState.Row, _ below: AppState) -> UnavailableReason? {
    guard case .command(let command) = row else { return nil }
    return command.unavailable(in: below)
  }
}
