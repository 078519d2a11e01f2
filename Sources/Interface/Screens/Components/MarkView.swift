import AppCore
import Canvas
import Model

/// Marks as they are drawn on photos.
extension Painter {
  /// Draws the mark of a marked photo over the corner of its picture.
  mutating func markBadge(_ id: Photo.ID, _ state: AppState, over picture: Rect) {
    let sign = " \(glyphs.marked) "
    guard state.marks.contains(id), picture.height > 0, picture.width >= TextWidth.of(sign) else {
      return
    }
    // Not `text`, which would move the cursor here.
    frame.canvas.draw(
      sign,
      at: Point(picture.x, picture.y),
      style: ink.focus,
      limit: picture.width
    )
    hit(
      Rect(x: picture.x, y: picture.y, width: TextWidth.of(sign), height: 1),
      .marks(.toggled(id))
    )
  }

  /// Draws the box before a caption that marks the photo when pressed; nothing if no photo is
  /// marked yet.
  ///
  /// - Returns: The columns of the box and of the space after it; 0 if no photo is marked.
  mutating func markBox(_ id: Photo.ID, _ state: AppState, at point: Point) -> Int {
    let marks = state.marks
    guard !marks.isEmpty else { return 0 }
    let isMarked = marks.contains(id)
    let sign = isMarked ? glyphs.marked : glyphs.unmarked
    text(sign + " ", at: point, isMarked ? ink.key : ink.faint)
    let width = TextWidth.of(sign) + 1
    hit(Rect(x: point.x, y: point.y, width: width, height: 1), .marks(.toggled(id)))
    return width
  }
}
