import AppCore
import Canvas
import Localization
import Model

/// The sheet with what can be done with a photograph.
enum ShareSheet {
  private static let widest = 56

  static func draw(_ painter: inout Painter, _ state: AppState, _ share: ShareState) {
    painter.hit(painter.bounds, .share(.closePressed))
    painter.onSurface { painter in
      let width = min(widest, painter.bounds.width - 4)
      let rows = ShareState.Row.all(in: state.launch.edition).map {
        Self.row($0, painter, state, share, width - 4)
      }
      let height = rows.reduce(2) { $0 + $1.height } + 2
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let rect = area.centered(Size(width, min(height, area.height)))
      painter.hit(rect, nil)
      let room = painter.box(rect, title: painter.texts[.share], close: .share(.closePressed))
      // Above the first row is air, unless all of it is needed.
      let isTight = height - 3 > room.height
      var y = room.y + (isTight ? 0 : 1)
      for row in isTight ? fitted(rows, to: room.height) : rows {
        row.draw(&painter, in: Rect(x: room.x, y: y, width: room.width, height: row.height))
        y += row.height
      }
    }
  }

  /// What of the rows is seen where there is too little room: reasons only of the focused one, and
  /// no more rows from the top than end with it.
  private static func fitted(_ rows: [RowView], to height: Int) -> [RowView] {
    var rows = rows.map { row in
      var row = row
      if !row.isFocused { row.reason = [] }
      return row
    }
    func total() -> Int { rows.reduce(0) { $0 + $1.height } }
    while total() > height, let last = rows.last, !last.isFocused { rows.removeLast() }
    while total() > height, rows.count > 1 { rows.removeFirst() }
    return rows
  }

  private static func row(
    _ row: ShareState.Row,
    _ painter: Painter,
    _ state: AppState,
    _ share: ShareState,
    _ width: Int
  ) -> RowView {
    let reason = ShareReducer.reason(state, row)
    let progress = row == .save ? state.saveProgress(of: share.photo) : nil
    // What is being saved shows how far it is instead of why it cannot be saved again.
    let text = progress == nil ? reason.map(painter.texts.reason) : nil
    return RowView(
      row: row,
      isFocused: share.focus == row,
      isAvailable: reason == nil,
      reason: TextWrap.lines(
        text ?? "",
        width: width - 2,
        limit: 2,
        mark: painter.glyphs.ellipsis
      ),
      progress: progress
    )
  }

  private struct RowView {
    let row: ShareState.Row
    let isFocused: Bool
    let isAvailable: Bool
    var reason: [String]
    let progress: SaveProgress?

    var height: Int { 1 + (progress == nil ? reason.count : 1) }

    func draw(_ painter: inout Painter, in rect: Rect) {
      let ink = painter.ink
      let style = isFocused ? ink.focus : isAvailable ? ink.plain : ink.faint
      let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: 1)
      painter.fill(line, " ", isFocused ? ink.focus : ink.plain)
      if isFocused { painter.text(painter.glyphs.pointer, at: Point(line.x, line.y), ink.focus) }
      painter.text(
        painter.texts.share(row),
        at: Point(line.x + 2, line.y),
        style,
        limit: line.width - 2
      )
      let below = Rect(x: rect.x + 2, y: rect.y + 1, width: rect.width - 2, height: 1)
      if let progress {
        painter.progress(progress, in: below)
      } else {
        for (index, text) in reason.enumerated() {
          painter.text(text, at: Point(below.x, below.y + index), ink.faint, limit: below.width)
        }
      }
      painter.hit(rect, .share(.rowPressed(row)))
    }
  }
}

extension Painter {
  /// How much of a photograph is written: a bar where the whole is known, and the numbers.
  mutating func progress(_ progress: SaveProgress, in rect: Rect) {
    var numbers = texts.progress(progress)
    var x = rect.x
    if let expected = progress.expected, expected > 0 {
      if rect.width - TextWidth.of(numbers) < 10 {
        numbers = texts.percent(progress.received, of: expected)
      }
      let width = min(rect.width - TextWidth.of(numbers) - 2, 24)
      let share = Double(max(0, min(progress.received, expected))) / Double(expected)
      let filled = Int(share * Double(width))
      fill(Rect(x: x, y: rect.y, width: filled, height: 1), glyphs.barFull, ink.accent)
      fill(
        Rect(x: x + filled, y: rect.y, width: width - filled, height: 1),
        glyphs.barEmpty,
        ink.faint
      )
      x += width + 2
    } else {
      text(String(spinner()), at: Point(x, rect.y), ink.accent)
      x += 2
    }
    text(numbers, at: Point(x, rect.y), ink.faint, limit: rect.maxX - x)
  }
}
