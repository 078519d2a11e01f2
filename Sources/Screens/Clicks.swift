import AppCore
import Canvas

/// Tells single presses of the mouse from double ones.
package struct Clicks: Sendable {
  /// The longest time between the two presses of a double one.
  package static let interval = Duration.milliseconds(400)

  /// The press before, unless it was the second one of two.
  private var last: (region: HitRegion, point: Point, time: Duration)?

  package init() {}

  /// The action of a press of the left button.
  ///
  /// The second of two at one place belongs to what the first one has pressed, whatever that has
  /// opened there since.
  ///
  /// - Parameter time: since any fixed moment.
  package mutating func press(at point: Point, in frame: Frame, time: Duration) -> AppAction? {
    if let last, let twice = last.region.twice, time - last.time <= Self.interval,
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
