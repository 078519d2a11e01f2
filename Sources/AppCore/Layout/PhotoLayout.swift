import Canvas
import Model

/// How large a picture is shown in full screen.
package enum Zoom: Hashable, Sendable {
  /// Scaled until it touches two opposite edges.
  case fit
  /// Scaled until no edge is free.
  case fill
  /// Screen pixels for each pixel of the original.
  case scale(Double)

  package static let actual = Zoom.scale(1)
  /// The factor of one step in or out.
  package static let step = 1.25
  package static let largest = 8.0
}

/// Where a picture stands in full screen and which part of it is seen.
package struct PhotoLayout: Equatable, Sendable {
  /// The cells it covers, centred in the body.
  package let box: Rect
  package let crop: Crop
  /// Screen pixels for each pixel of the original.
  package let scale: Double
  /// Whether some of the picture is out of sight, so that it can be panned.
  package let isPannable: Bool

  /// Lays a picture out.
  ///
  /// - Parameters:
  ///   - size: the original's pixels, before rotation.
  ///   - quarterTurns: clockwise.
  ///   - centerX, centerY: the picture's point to keep in the middle, in fractions.
  package init(
    size: Size,
    quarterTurns: Int,
    zoom: Zoom,
    centerX: Double,
    centerY: Double,
    viewport: Viewport,
    body: Rect
  ) {
    let turned = quarterTurns % 2 != 0
    let width = Double(max(1, turned ? size.height : size.width))
    let height = Double(max(1, turned ? size.width : size.height))
    let cellWidth = Double(viewport.cellWidth) / 100
    let cellHeight = Double(viewport.cellHeight) / 100
    let roomX = Double(max(1, body.width)) * cellWidth
    let roomY = Double(max(1, body.height)) * cellHeight
    switch zoom {
    case .fit: scale = min(roomX / width, roomY / height)
    case .fill: scale = max(roomX / width, roomY / height)
    case .scale(let value): scale = value
    }
    // A hair's breadth of tolerance, or rounding would make a fitted picture pannable.
    let (columns, visibleX) = Self.axis(width * scale, roomX, cellWidth, body.width)
    let (rows, visibleY) = Self.axis(height * scale, roomY, cellHeight, body.height)
    box = body.centered(Size(columns, rows))
    crop = Crop(
      x: max(0, min(1 - visibleX, centerX - visibleX / 2)),
      y: max(0, min(1 - visibleY, centerY - visibleY / 2)),
      width: visibleX,
      height: visibleY
    )
    isPannable = visibleX < 1 || visibleY < 1
  }

  /// The point of the picture in the middle of a cell, in fractions of its sides.
  package func point(under cell: Point) -> (x: Double, y: Double) {
    (
      crop.x + (Double(cell.x - box.x) + 0.5) / Double(box.width) * crop.width,
      crop.y + (Double(cell.y - box.y) + 0.5) / Double(box.height) * crop.height
    )
  }

  /// Cells of one axis, and the fraction of the picture seen along it.
  private static func axis(
    _ length: Double,
    _ room: Double,
    _ cell: Double,
    _ cells: Int
  ) -> (cells: Int, visible: Double) {
    if length > room * 1.000_1 { return (max(1, cells), room / length) }
    return (max(1, min(cells, Int((length / cell).rounded()))), 1)
  }
}
