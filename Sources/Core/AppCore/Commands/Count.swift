import Canvas

/// A number typed before a command to repeat it, as in vi.
package struct Count: Equatable, Sendable {
  package private(set) var value: Int
  /// The place that the digits were typed at; the count applies only there.
  package let place: Place

  /// The maximum count, more than any list has photos.
  ///
  /// Further digits are ignored.
  package static let maximum = 99_999

  package init(_ value: Int, at place: Place) {
    self.value = max(0, min(Self.maximum, value))
    self.place = place
  }

  mutating func append(_ digit: Int) {
    let longer = value * 10 + digit
    if longer <= Self.maximum { value = longer }
  }
}

package enum CountAction: Equatable, Sendable {
  case typed(Int)
  case dropped
}

extension Set<Place> {
  /// The places that accept counts.
  static let counting: Set = Set.lists.union([.gallery, .photo])
}
