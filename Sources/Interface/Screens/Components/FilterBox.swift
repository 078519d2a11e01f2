import AppCore
import Canvas
import Localization

/// A box with an input line, and the rows that match the typed text below it.
struct FilterBox {
  /// The place of the overlay.
  let place: Place
  let title: String
  /// The key that is drawn before the line.
  var sign: [Span] = []
  let line: TextField
  /// The hint that is shown while the line is empty.
  let prompt: String
  /// The number of rows, and the index of the focused one.
  let count: Int
  let focus: Int
  /// Whether the focused row has the terminal's cursor; otherwise the input line has it.
  let isCursorInRows: Bool
  /// The line that replaces the rows if there are none.
  let nothing: Line
  /// A message below the rows; empty for none.
  var note = ""
  /// The button below the rows, such as Retry.
  var button: Line?
  /// Whether more rows are loading; a spinner is then drawn below the available rows.
  var isBusy = false
  /// The number of rows before anything is typed, and the columns of the longest.
  ///
  /// The box keeps this size while the user types and moves. A note that changes with the focus
  /// takes its lines from the rows.
  let all: Size
  /// Whether the focused row's picture is drawn beside the rows if there is room.
  var hasPictures = false

  /// The most rows of a note.
  static let maxNoteRows = 3
  /// The most rows shown together.
  private static let maxRows = 14
  /// The columns of the picture, and of the gap before it.
  private static let pictureColumns = 36
  private static let gap = 2

  /// Draws the box.
  ///
  /// - Parameters:
  ///   - row: Draws the row with an index in a rectangle.
  ///   - picture: Draws the focused row's picture in a rectangle.
  func draw(
    _ painter: inout Painter,
    row: (inout Painter, Int, Rect) -> Void,
    picture: (inout Painter, Rect) -> Void = { _, _ in }
  ) {
    var area = painter.bounds
    area.height -= 1
    let shown = max(all.height, 1) + (isBusy ? 1 : 0) + (button == nil ? 0 : 1)
    let widest = max(
      all.width,
      TextWidth.of(title) + 6,
      TextWidth.of(prompt) + 4,
      nothing.width + 4
    )
    let content = Size(widest, min(shown, Self.maxRows) + 1)
    let list = Popup(content: content, in: area)
    let room = area.width - 2 - list.size.width
    let more =
      hasPictures && room >= Self.pictureColumns + Self.gap
      ? Self.pictureColumns + Self.gap : 0
    // A picture needs more rows than a short list has.
    let height =
      more > 0 ? max(list.size.height, min(area.height, Self.maxRows + 5)) : list.size.height
    let rect = area.centered(Size(list.size.width + more, height))
    painter.hit(rect, nil)
    painter.box(rect, title: title, close: .overlayClosed(place))
    let inside = list.room(in: rect)
    drawLine(&painter, in: Rect(x: inside.x, y: inside.y, width: inside.width, height: 1))
    if isCursorInRows, count > 0 { painter.frame.modes.cursor = nil }
    drawRows(&painter, in: inside.inset(top: 1), more, rect, row: row, picture: picture)
  }

  private func drawRows(
    _ painter: inout Painter,
    in room: Rect,
    _ more: Int,
    _ rect: Rect,
    row: (inout Painter, Int, Rect) -> Void,
    picture: (inout Painter, Rect) -> Void
  ) {
    var list = room
    if more > 0, count > 0 {
      list.width -= more
      picture(
        &painter,
        Rect(x: list.maxX + Self.gap, y: list.y, width: Self.pictureColumns, height: list.height)
      )
    }
    if let button, count > 0, list.height > 2 {
      list.height -= 1
      let rect = Rect(x: list.x, y: list.maxY, width: list.width, height: 1)
      painter.draw(button, in: rect)
    }
    if !note.isEmpty {
      let limit = min(Self.maxNoteRows, list.height - 1)
      let mark = painter.glyphs.ellipsis
      let lines = TextWrap.lines(note, width: list.width, limit: limit, mark: mark)
      list.height -= lines.count
      for (index, line) in lines.enumerated() {
        painter.text(line, at: Point(list.x, list.maxY + index), painter.ink.warning)
      }
    }
    if isBusy, count > 0, list.height > 1 {
      list.height -= 1
      let rect = Rect(x: list.x + 2, y: list.maxY, width: list.width - 2, height: 1)
      painter.draw(.busy(painter.texts[.loading], painter.ink.faint), in: rect)
    }
    guard count > 0 else {
      let rect = Rect(x: list.x + 2, y: list.y, width: list.width - 2, height: 1)
      return painter.draw(nothing, in: rect)
    }
    let first = max(0, min(focus - list.height / 2, count - list.height))
    for index in first..<min(count, first + list.height) {
      row(
        &painter,
        index,
        Rect(x: list.x, y: list.y + index - first, width: list.width, height: 1)
      )
    }
    let rows = Rect(x: rect.x, y: list.y - 1, width: rect.width, height: list.height + 2)
    painter.scrollMarks(rows, above: first > 0, below: count - first > list.height)
  }

  private func drawLine(_ painter: inout Painter, in row: Rect) {
    let sign = Line(sign)
    painter.draw(sign, in: row)
    let field = Rect(x: row.x + sign.width, y: row.y, width: row.width - sign.width, height: 1)
    painter.input(line, prompt: prompt, in: field)
  }
}

extension Painter {
  /// Draws a row of a box: its name, and a text at its right end.
  mutating func row(
    _ name: String,
    _ end: String,
    isFocused: Bool,
    style: Style,
    endStyle: Style,
    in rect: Rect
  ) {
    if isFocused {
      fill(rect, " ", style)
      text(glyphs.pointer, at: Point(rect.x, rect.y), style)
    }
    let width = TextWidth.of(end)
    text(name, at: Point(rect.x + 2, rect.y), style, limit: rect.width - 4 - width)
    text(end, at: Point(rect.maxX - 1 - width, rect.y), endStyle)
  }
}
