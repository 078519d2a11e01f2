import AppCore
import Canvas

extension Painter {
  /// Draws the input line that has the terminal's cursor, with a prompt while it is empty.
  mutating func input(_ field: TextField, prompt: String, in row: Rect) {
    let cursor = input(field, in: row)
    if field.text.isEmpty {
      text(prompt, at: Point(cursor.x + 1, row.y), ink.faint, limit: row.width - 1)
    }
    frame.modes.cursor = cursor
  }

  /// Draws the part of an input line that fits, always including the cursor.
  ///
  /// - Returns: The position of the cursor.
  mutating func input(_ field: TextField, in row: Rect) -> Point {
    let near = Self.asTyped(field.before.suffix(row.width))
    let room = row.width - Self.roomAtCursor(field)
    let before =
      TextWidth.of(near) <= room
      ? near
      : glyphs.ellipsis + TextWidth.suffix(near, columns: room - TextWidth.of(glyphs.ellipsis))
    let used = text(before, at: Point(row.x, row.y), ink.plain, limit: row.width)
    let cursor = Point(row.x + used, row.y)
    let after = Self.asTyped(field.after.prefix(row.width))
    text(after, at: cursor, ink.plain, limit: max(0, row.width - used))
    return cursor
  }

  /// Returns the number of columns to reserve from the cursor on.
  ///
  /// At the end of the text, the cursor needs one column. Inside the text, four columns also show
  /// the characters after the cursor.
  private static func roomAtCursor(_ field: TextField) -> Int { field.after.isEmpty ? 1 : 4 }

  /// Returns the text as it is drawn, with all its spaces.
  ///
  /// Otherwise typing a space would have no visible effect.
  private static func asTyped(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { ServiceText.line(String($0)) }.joined(separator: " ")
  }
}

extension TextWidth {
  /// Returns the longest end of a text that takes at most a number of columns.
  fileprivate static func suffix(_ text: String, columns: Int) -> String {
    var width = 0
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      width += of(text[before])
      guard width <= columns else { break }
      start = before
    }
    return String(text[start...])
  }
}
