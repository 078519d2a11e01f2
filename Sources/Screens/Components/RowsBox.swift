import AppCore
import Canvas
import Library

/// A box over the screen with rows to choose from.
struct RowsBox {
  struct Row {
    let text: String
    /// The text in lines, wrapped to the width of the box; empty until that is known.
    fileprivate var lines: [String] = []
    let isFocused: Bool
    /// The reason why the row is unavailable, in lines; empty if it is available.
    let reason: [String]
    /// Whether the reason is drawn; false if there is no room for it.
    var showsReason = true
    /// The progress of the photo being written; shown instead of the reason.
    var progress: DownloadProgress?
    var isBusy = false
    let action: AppAction

    init(
      text: String,
      isFocused: Bool,
      reason: [String],
      progress: DownloadProgress? = nil,
      isBusy: Bool = false,
      action: AppAction
    ) {
      self.text = text
      self.isFocused = isFocused
      self.reason = reason
      self.progress = progress
      self.isBusy = isBusy
      self.action = action
    }

    var height: Int { max(1, lines.count) + (progress != nil ? 1 : showsReason ? reason.count : 0) }
    var isAvailable: Bool { reason.isEmpty && progress == nil }
  }

  /// The columns that reasons are indented by, so that they aren't mistaken for rows.
  private static let indent = 2

  let title: String
  let rows: [Row]
  let close: AppAction

  /// Returns the columns of a row's reason in a box over these bounds.
  static func reasonWidth(in bounds: Rect) -> Int {
    Popup.mostColumns(in: bounds) - 2 - indent
  }

  func draw(_ painter: inout Painter) {
    painter.onSurface { painter in
      let rows = wrappedRows(painter)
      let height = rows.reduce(0) { $0 + $1.height }
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let popup = Popup(content: Size(width, height), in: area)
      let rect = area.centered(popup.size)
      painter.hit(rect, nil)
      painter.box(rect, title: title, close: close)
      let room = popup.room(in: rect)
      var y = room.y
      for row in height > room.height ? fitted(rows, to: room.height) : rows {
        draw(row, &painter, in: Rect(x: room.x, y: y, width: room.width, height: row.height))
        y += row.height
      }
    }
  }

  /// Returns the rows with their texts in lines.
  ///
  /// Texts wrap instead of being shortened, because two rows may differ in their last word only.
  private func wrappedRows(_ painter: Painter) -> [Row] {
    let width = Popup.mostColumns(in: painter.bounds) - 2
    return rows.map { row in
      var row = row
      row.lines = TextWrap.lines(row.text, width: width, limit: 2, mark: painter.glyphs.ellipsis)
      return row
    }
  }

  /// The columns of the longest row or of the title.
  private var width: Int {
    let widths = rows.map { row in
      let reasons = row.reason.map { TextWidth.of($0) + 2 + Self.indent }
      return max(TextWidth.of(row.text) + 2, reasons.max() ?? 0, row.progress == nil ? 0 : 40)
    }
    return max(widths.max() ?? 0, TextWidth.of(title) + 6)
  }

  /// Returns the rows that fit if there is too little room.
  ///
  /// Only the focused row has a reason. Rows are dropped from the end up to the focused one, then
  /// from the start.
  private func fitted(_ rows: [Row], to height: Int) -> [Row] {
    var rows = rows.map { row in
      var row = row
      if !row.isFocused { row.showsReason = false }
      return row
    }
    func total() -> Int { rows.reduce(0) { $0 + $1.height } }
    while total() > height, let last = rows.last, !last.isFocused { rows.removeLast() }
    while total() > height, rows.count > 1 { rows.removeFirst() }
    return rows
  }

  private func draw(_ row: Row, _ painter: inout Painter, in rect: Rect) {
    let ink = painter.ink
    let style = row.isFocused ? ink.focus : row.isAvailable ? ink.plain : ink.faint
    let count = max(1, row.lines.count)
    let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: count)
    painter.fill(line, " ", row.isFocused ? ink.focus : ink.plain)
    if row.isBusy {
      let spinner = String(painter.spinner())
      painter.text(spinner, at: Point(line.x, line.y), row.isFocused ? ink.focus : ink.accent)
    } else if row.isFocused {
      painter.text(painter.glyphs.pointer, at: Point(line.x, line.y), ink.focus)
    }
    for (index, text) in row.lines.enumerated() {
      painter.text(text, at: Point(line.x + 2, line.y + index), style, limit: line.width - 2)
    }
    let below = Rect(x: rect.x + 2, y: line.maxY, width: rect.width - 2, height: 1)
    if let progress = row.progress {
      painter.progress(progress, in: below)
    } else if row.showsReason {
      for (index, text) in row.reason.enumerated() {
        painter.text(
          text,
          at: Point(below.x + Self.indent, below.y + index),
          ink.faint,
          limit: below.width - Self.indent
        )
      }
    }
    painter.hit(rect, row.action)
  }
}
