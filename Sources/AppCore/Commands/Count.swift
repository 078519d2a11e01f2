import Canvas
import Library

/// Digits typed before a command that takes a count, as in vi.
package struct Count: Equatable, Sendable {
  package private(set) var value: Int
  /// Where they were typed; they count only there.
  package let place: Place

  /// More than any list has photographs; further digits change nothing.
  package static let limit = 99_999

  package init(_ value: Int, at place: Place) {
    self.value = max(0, min(Self.limit, value))
    self.place = place
  }

  mutating func append(_ digit: Int) {
    let longer = value * 10 + digit
    if longer <= Self.limit { value = longer }
  }
}

package enum CountAction: Equatable, Sendable {
  case typed(Int)
  case dropped
}

extension Set<Place> {
  /// Where commands take counts.
  static let counting: Set = Set.lists.union([.gallery, .photo])
}

extension AppState {
  /// The count for the next command; nil when none was typed.
  package var pendingCount: Int? {
    guard let count, count.place == place else { return nil }
    return count.value
  }

  /// How many times to perform the current command.
  var times: Int { pendingCount ?? 1 }

  /// Types a digit of a count, or drops the count.
  mutating func change(_ action: CountAction) {
    switch action {
    case .typed(let digit):
      guard Set.counting.contains(place), (0...9).contains(digit) else { return }
      if pendingCount == nil {
        count = digit > 0 ? Count(digit, at: place) : nil
      } else {
        count?.append(digit)
      }
    case .dropped: count = nil
    }
  }
}

extension AppAction {
  /// Whether it ends a count, used or not.
  var endsCount: Bool {
    switch self {
    case .pressed, .unavailable, .tabPressed, .overlayClosed: true
    default: false
    }
  }
}
