import Canvas

/// A scrollbar's column and its thumb, in screen coordinates.
package struct Scrollbar: Equatable, Sendable {
  package let column: Rect
  package let thumb: Rect

  /// Creates a scrollbar in the body's last column.
  ///
  /// - Parameters:
  ///   - top: rows above the body.
  ///   - height: rows of the whole list. The number is a `Double`, because a service may report a
  ///     total whose rows overflow an `Int`.
  ///   - lastTop: the maximum number of rows above the body.
  init(body: Rect, top: Int, height: Double, lastTop: Double) {
    let rows = Double(body.height)
    let length = max(1, min(body.height - 1, Int(rows * rows / max(1, height))))
    let room = body.height - length
    let y = min(room, Int(Double(room) * Double(top) / max(1, lastTop)))
    column = Rect(x: body.maxX - 1, y: body.y, width: 1, height: body.height)
    thumb = Rect(x: column.x, y: body.y + y, width: 1, height: length)
  }
}
