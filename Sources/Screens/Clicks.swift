import AppCore
import Canvas

/// The distinction between single and double clicks of the mouse.
package struct Clicks: Sendable {
  /// The longest time between the two presses of a double click.
  package static let doubleClickTime = Duration.milliseconds(400)

  /// The previous press; `nil` after the second press of a double click.
  private var last: (region: HitRegion, point: Point, time: Duration)?

  package init() {}

  /// Returns the action of a press of the left button.
  ///
  /// The second press of a double click acts on the region of the first one, even if another region
  /// has opened there since.
  ///
  /// - Parameter time: The time of the press, since any fixed moment.
  package mutating func press(at point: Point, in frame: Frame, time: Duration) -> AppAction? {
    if let last, let twice = last.region.twice, time - last.time <= Self.doubleClickTime,
      last.point.y == point.y, abs(last.point.x - point.x) <= 1
    {
      self.last = nil
      return twice
    }
    let region = frame.region(at: point)
    last = region.map { ($0, point, time) }
    return region?.action
  }
}
