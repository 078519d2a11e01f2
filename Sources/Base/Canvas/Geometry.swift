/// A position in cells, counted from the top left corner.
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width and a height; the context names the unit (cells or pixels).
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells; empty unless its width and height are positive.
package struct Rect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The column after the last one.
  package var maxX: Int { x + width }
  /// The row after the last one.
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width <= 0 || height <= 0 }
  package var origin: Point { Point(x, y) }
  package var size: Size { Size(width, height) }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left,
      y: top,
      width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top)
    )
  }

  /// Returns the rectangle without `dx` columns and `dy` rows on each side.
  ///
  /// Negative numbers enlarge it.
  package func inset(dx: Int, dy: Int) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the rectangle moved down by a number of rows.
  package func moved(down rows: Int) -> Rect {
    Rect(x: x, y: y + rows, width: width, height: height)
  }

  /// Returns the smallest rectangle that contains both.
  package func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left,
      y: top,
      width: max(maxX, other.maxX) - left,
      height: max(maxY, other.maxY) - top
    )
  }

  /// Returns the rectangle without its first rows.
  package func inset(top rows: Int) -> Rect {
    Rect(x: x, y: y + rows, width: width, height: max(0, height - rows))
  }

  /// Returns a rectangle of the given size with the same centre.
  package func centered(_ size: Size) -> Rect {
    Rect(
      x: x + (width - size.width) / 2,
      y: y + (height - size.height) / 2,
      width: size.width,
      height: size.height
    )
  }
}
