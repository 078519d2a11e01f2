import Canvas

/// The space in full screen that the proportions of a picture leave empty, and that holds the
/// photo's description.
package enum Letterbox: Equatable, Sendable {
  /// The rows below the picture.
  case below(Rect)
  /// The columns to the right of a tall picture.
  case beside(Rect)

  /// The minimum number of columns for a description beside a tall picture.
  private static let leastColumns = 24

  /// Finds the space around a picture; `nil` if there isn't enough.
  init?(around picture: Rect, in body: Rect) {
    let below = Rect(
      x: body.x + 2,
      y: picture.maxY,
      width: body.width - 4,
      height: body.maxY - picture.maxY
    )
    let beside = Rect(
      x: picture.maxX + 2,
      y: body.y,
      width: body.maxX - picture.maxX - 4,
      height: body.height
    )
    if below.height > 0 {
      self = .below(below)
    } else if beside.width >= Self.leastColumns {
      self = .beside(beside)
    } else {
      return nil
    }
  }

  /// Whether there is room for more than the title.
  var hasRoomForFacts: Bool {
    switch self {
    case .below(let rows): rows.height > 1
    case .beside: true
    }
  }
}
