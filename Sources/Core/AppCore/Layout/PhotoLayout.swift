import Canvas
import Model

/// The scaling of a picture in full screen.
package enum Zoom: Hashable, Sendable {
  /// The picture is scaled to touch two opposite edges.
  case fit
  /// The picture is scaled to cover the body.
  case fill
  /// The number of screen pixels for each pixel of the original.
  case scale(Double)

  package static let actual = Zoom.scale(1)
  /// The factor of one zoom step.
  package static let step = 1.25
  package static let largest = 8.0
}

/// The box of a picture in full screen, and the visible part of the picture.
package struct PhotoLayout: Equatable, Sendable {
  /// The area for the picture.
  package let body: Rect
  /// The cells that the picture covers, centred in the body.
  package let box: Rect
  package let crop: Crop
  /// The number of screen pixels for each pixel of the original.
  package let scale: Double
  /// Whether part of the picture is outside the body, so that the user can pan.
  package let isPannable: Bool

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - size: the original's size in pixels, before rotation.
  ///   - quarterTurns: quarter turns clockwise.
  ///   - centerX, centerY: the point of the rotated picture in the middle of the body, as fractions
  ///     of its sides.
  package init(
    size: Size,
    quarterTurns: Int,
    zoom: Zoom,
    centerX: Double,
    centerY: Double,
    viewport: Viewport,
    body: Rect
  ) {
    self.body = body
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
    // A small tolerance keeps rounding errors from making a fitted picture pannable.
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

  /// Returns the point of the picture in the middle of a cell, as fractions of its sides.
  package func point(under cell: Point) -> (x: Double, y: Double) {
    (
      crop.x + (Double(cell.x - box.x) + 0.5) / Double(box.width) * crop.width,
      crop.y + (Double(cell.y - box.y) + 0.5) / Double(box.height) * crop.height
    )
  }

  /// Returns the cells along one axis and the visible fraction of the picture.
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
