extension Canvas {
  /// A rectangle of a placement's cells that nothing covers.
  package struct VisiblePart: Hashable, Sendable {
    /// The index into the frame's placements.
    package var placement: Int
    /// The rectangle on the canvas.
    package var rect: Rect
    /// The rectangle relative to the placement's box.
    package var inBox: Rect
  }

  /// The visible parts of all placements, ordered by row and column.
  ///
  /// Equal runs of consecutive rows form one rectangle, so an uncovered picture is a single part.
  package var visibleParts: [VisiblePart] {
    var done: [VisiblePart] = []
    var open: [VisiblePart] = []
    for y in 0..<rows {
      var next: [VisiblePart] = []
      var x = 0
      while x < columns {
        guard case .picture(let placement, let row, let column) = self[x, y].content else {
          x += 1
          continue
        }
        let start = x
        repeat { x += 1 } while x < columns && isNext(placement, row, column, x - start, at: x, y)
        let part = VisiblePart(
          placement: Int(placement),
          rect: Rect(x: start, y: y, width: x - start, height: 1),
          inBox: Rect(x: Int(column), y: Int(row), width: x - start, height: 1)
        )
        next.append(part)
      }
      for part in open {
        if let index = next.firstIndex(where: { $0.continues(part) }) {
          next[index] = part.extended
        } else {
          done.append(part)
        }
      }
      open = next
    }
    return (done + open).sorted { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }
  }

  private func isNext(
    _ placement: UInt16,
    _ row: UInt16,
    _ column: UInt16,
    _ offset: Int,
    at x: Int,
    _ y: Int
  ) -> Bool {
    self[x, y].content
      == .picture(placement: placement, row: row, column: column + UInt16(offset))
  }
}

extension Canvas.VisiblePart {
  /// Whether this single row is directly below another part and continues it with the same columns.
  fileprivate func continues(_ above: Canvas.VisiblePart) -> Bool {
    placement == above.placement && rect.x == above.rect.x && rect.width == above.rect.width
      && rect.y == above.rect.maxY && inBox.x == above.inBox.x && inBox.y == above.inBox.maxY
  }

  fileprivate var extended: Canvas.VisiblePart {
    var part = self
    part.rect.height += 1
    part.inBox.height += 1
    return part
  }
}
