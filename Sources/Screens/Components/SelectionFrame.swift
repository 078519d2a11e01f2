import Canvas

extension Painter {
  /// Draws the frame of the selected photo, in the empty cells around it, and places the hidden
  /// cursor on the photo.
  ///
  /// The frame is a quarter of a cell's width and an eighth of its height thick. In cells twice as
  /// high as wide, both are equal. It touches the photo on all four sides.
  ///
  /// Many fonts lack blocks for the right or the upper edge of a cell. Such an edge is drawn as the
  /// block for the rest of the cell, in reverse video. If blocks leave seams, only the corners are
  /// drawn.
  ///
  /// - Parameter visible: The rectangle that clips the frame.
  mutating func selectionFrame(around photo: Rect, in visible: Rect) {
    let frame = photo.inset(dx: -1, dy: -1)
    focus(at: photo.intersection(visible).origin)
    switch glyphs.selection {
    case .sides(let top, let bottom, let left, let right):
      let row = Rect(x: photo.x, y: frame.y, width: photo.width, height: 1)
      let column = Rect(x: frame.x, y: photo.y, width: 1, height: photo.height)
      let last = Rect(x: photo.maxX, y: photo.y, width: 1, height: photo.height)
      let sides = [
        (row, top), (row.moved(down: photo.height + 1), bottom), (column, left), (last, right),
      ]
      for (side, sign) in sides {
        let style = sign.isReversed ? ink.accentReversed : ink.accent
        fill(side.intersection(visible), sign.character, style)
      }
    case .corners(let topLeft, let topRight, let bottomLeft, let bottomRight):
      let corners = [
        (frame.x, frame.y, topLeft), (photo.maxX, frame.y, topRight),
        (frame.x, photo.maxY, bottomLeft), (photo.maxX, photo.maxY, bottomRight),
      ]
      for (x, y, sign) in corners {
        fill(Rect(x: x, y: y, width: 1, height: 1).intersection(visible), sign, ink.accent)
      }
    }
  }
}

extension Rect {
  /// Returns a caption's rectangle, moved down by one row if it touches its photo.
  ///
  /// The selection frame takes the row below the photo.
  package func below(frameAround photo: Rect) -> Rect { y == photo.maxY ? moved(down: 1) : self }
}
