import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws a photo as one line of text, for screen readers and braille displays: photographer,
  /// description, date and likes, then what holds for it.
  ///
  /// The description is shortened if the line has too little room.
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
    let needed = min(TextWidth.of(description), Self.shortestDescription)
    var facts = plainFacts(of: photo, state, condition).map { $0.map { ", " + $0 } ?? "" }
    let start = TextWidth.truncate(
      (isSelected ? glyphs.pointer : " ") + " " + mark + heading(of: photo, state),
      to: max(1, row.width - needed - TextWidth.of(facts[0])),
      mark: glyphs.ellipsis
    )
    var room: Int { row.width - TextWidth.of(start) - TextWidth.of(facts.joined()) }
    // The description tells photos apart, so it comes before the date and the other facts.
    for index in facts.indices.dropFirst() where needed > max(0, room) { facts[index] = "" }
    let about = TextWidth.truncate(description, to: max(needed, room), mark: glyphs.ellipsis)
    text(start + about + facts.joined(), at: row.origin, style, limit: row.width)
  }

  /// The minimum number of columns of a shortened description with its colon.
  private static var shortestDescription: Int { 16 }

  /// Returns the facts in the order of the line; the first that is omitted is the second one.
  private func plainFacts(
    of photo: Photo,
    _ state: AppState,
    _ condition: String?
  ) -> [String?] {
    let download = state.downloads.shown(for: photo.id).flatMap { item in
      texts.state(item) ?? texts.progress(item.progress)
    }
    return [
      condition,
      state.isHeadedByDate(photo) ? nil : photo.created.map { texts.date($0) },
      photo.likes.flatMap { $0 > 0 ? texts.likes($0) : nil },
      photo.isLiked ? texts[.likedByYou] : nil,
      download ?? (state.isInGallery(photo.id) ? texts[.isDownloaded] : nil),
    ]
  }
}
