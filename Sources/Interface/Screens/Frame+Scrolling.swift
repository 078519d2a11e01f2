import Canvas

extension Frame {
  /// Returns the rows whose pictures are those of an older frame, moved up or down.
  ///
  /// The terminal can then scroll these rows instead of drawing their cells.
  ///
  /// - Returns: `nil` if no picture has moved, or if pictures have moved by different distances.
  package func scrolled(since old: Frame) -> ScrolledRegion? {
    guard canvas.columns == old.canvas.columns, canvas.rows == old.canvas.rows,
      let distance = distance(since: old), distance != 0,
      let rows = pictureRows, let oldRows = old.pictureRows
    else { return nil }
    let area = min(rows.lowerBound, oldRows.lowerBound)..<max(rows.upperBound, oldRows.upperBound)
    guard abs(distance) < area.count else { return nil }
    return ScrolledRegion(rows: area, distance: distance)
  }

  /// Returns how many rows the pictures of both frames have moved up; `nil` if there are none, or
  /// if they disagree.
  private func distance(since old: Frame) -> Int? {
    var distance: Int?
    for placement in placements {
      guard
        var before = old.placements.first(where: {
          $0.source == placement.source && $0.use == placement.use
        })
      else { continue }
      let rows = before.box.y - placement.box.y
      before.box.y = placement.box.y
      guard before == placement, distance == nil || distance == rows else { return nil }
      distance = rows
    }
    return distance
  }

  /// The rows from the first to the last one that contains a picture cell.
  private var pictureRows: Range<Int>? {
    guard let first = canvas.cells.firstIndex(where: \.isPicture),
      let last = canvas.cells.lastIndex(where: \.isPicture)
    else { return nil }
    return first / canvas.columns..<last / canvas.columns + 1
  }
}

extension Cell {
  fileprivate var isPicture: Bool { if case .picture = content { true } else { false } }
}
