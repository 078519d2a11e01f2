import Canvas

extension Painter {
  /// Draws the frame of the selected photo, in the empty cells around it, and places the hidden
  /// cursor on the photo.
  ///
  /// The lower side is below the photo. A caption there is drawn over it, so that the side remains
  /// in the cells that the caption leaves free.
  ///
  /// The frame is a quarter of a cell's width and an eighth of its height thick. In cells twice as
  /// high as wide, both are equal. It touches the photo on all four sides.
  ///
  /// Many fonts lack blocks for the right or the upper edge of a cell. Such an edge is drawn as the
  /// block for the rest of the cell, in reverse video. If blocks leave seams, the frame consists of
  /// heavy lines, with corners.
  ///
  /// - Parameter visible: The rectangle that clips the frame.
  mutating func selectionFrame(around photo: Rect, in visible: Rect) {
    focus(at: photo.intersection(visible).origin)
    let selection = glyphs.selection
    let (left, top) = (photo.x - 1, photo.y - 1)
    let row = Rect(x: photo.x, y: top, width: photo.width, height: 1)
    let column = Rect(x: left, y: photo.y, width: 1, height: photo.height)
    let last = Rect(x: photo.maxX, y: photo.y, width: 1, height: photo.height)
    let sides = [
      (row, selection.top), (row.moved(down: photo.height + 1), selection.bottom),
      (column, selection.left), (last, selection.right),
    ]
    for (side, sign) in sides {
      let style = sign.isReversed ? ink.accentReversed : ink.accent
      fill(side.intersection(visible), sign.character, style)
    }
    let corners = [(left, top), (photo.maxX, top), (left, photo.maxY), (photo.maxX, photo.maxY)]
    for ((x, y), sign) in zip(corners, selection.corners) {
      fill(Rect(x: x, y: y, width: 1, height: 1).intersection(visible), sign, ink.accent)
    }
  }
}
