import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws a photo as one line of text, for screen readers and braille displays: photographer,
  /// description, date and likes, then what holds for it.
  ///
  /// In a narrow line the number of likes is left out, then the date and the description become
  /// shorter.
  ///
  /// - Parameter condition: The text about a file that can't be used; `nil` for other files.
  mutating func plainLine(
    of photo: Photo,
    _ state: AppState,
    in row: Rect,
    within body: Rect,
    isSelected: Bool,
    condition: String? = nil
  ) {
    guard body.contains(row.origin) else { return }
    let style = isSelected ? ink.key : ink.plain
    if isSelected { focus(at: row.origin) }
    let isMarked = state.marks.contains(photo.id)
    let mark = state.marks.isEmpty ? "" : (isMarked ? glyphs.marked : glyphs.unmarked) + " "
    let caption = ServiceText.line(photo.caption ?? "")
    let description = caption.isEmpty ? "" : ": " + caption
    let name = (isSelected ? glyphs.pointer : " ") + " " + mark + heading(of: photo, state)
    let leastName = min(TextWidth.of(name), 8 + TextWidth.of(mark))
    let least = min(TextWidth.of(description), 16) + min(TextWidth.of(name), 12)
    // The name has 8 columns at least, then the date is left out.
    let (forms, bare) = plainFacts(of: photo, state, condition)
    let facts =
      forms.first { least + TextWidth.of($0) <= row.width }
      ?? forms.last.flatMap { leastName + TextWidth.of($0) <= row.width ? $0 : nil } ?? bare
    let room = max(1, row.width - TextWidth.of(facts))
    func cut(_ text: String, to width: Int) -> String {
      TextWidth.truncate(text, to: width, mark: glyphs.ellipsis)
    }
    let start = cut(name, to: max(min(12, room), room - min(TextWidth.of(description), 16)))
    let rest = room - TextWidth.of(start)
    let about = rest < min(6, TextWidth.of(description)) ? "" : cut(description, to: rest)
    text(start + about + facts, at: row.origin, style, limit: row.width)
  }

  /// Returns the facts at the end of the line, each after a comma: in ever shorter forms, and
  /// without date and likes.
  private func plainFacts(
    of photo: Photo,
    _ state: AppState,
    _ condition: String?
  ) -> (forms: [String], bare: String) {
    let download = state.downloads.shown(for: photo.id).flatMap { item in
      texts.state(item) ?? texts.progress(item.progress)
    }
    let dates = state.isHeadedByDate(photo) ? [] : photo.created.map(texts.dateForms) ?? []
    let likes = photo.likes.flatMap { $0 > 0 ? texts.likes($0) : nil }
    let states = [
      photo.isLiked ? texts[.likedByYou] : nil,
      download.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        ?? (state.isInGallery(photo.id) && !state.isShown(.gallery) ? texts[.isDownloaded] : nil),
    ]
    func line(_ date: String?, _ likes: String?) -> String {
      ([condition, date, likes] + states).compactMap(\.self).map { ", " + $0 }.joined()
    }
    let forms = [line(dates.first, likes)] + dates.map { line($0, nil) }
    return (forms, line(nil, nil))
  }
}
