import AppCore
import Canvas
import Library

extension Painter {
  /// A line being typed: as much of it as there is room for, the cursor's place always in it.
  ///
  /// - Returns: that place.
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

  /// Columns for the cursor: behind the last character one of its own, else what it stands on, and
  /// that there is more.
  private static func roomAtCursor(_ field: TextField) -> Int { field.after.isEmpty ? 1 : 4 }

  /// Every blank has to be seen, or the key would seem dead.
  private static func asTyped(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { ServiceText.line(String($0)) }.joined(separator: " ")
  }
}

extension TextWidth {
  /// The longest end of a text that takes no more than a number of columns.
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
