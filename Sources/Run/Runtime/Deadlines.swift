import AppCore
import Platform

/// Actions to deliver at a certain time.
///
/// The loop sleeps until the nearest.
struct Deadlines {
  private struct Entry {
    var time: MonotonicTime
    var action: AppAction
    /// Whether `cancelReads(of:)` removes the entry.
    var isRead: Bool
  }

  // There are only a few entries at a time, so they aren't sorted.
  private var entries: [Effect.ID: Entry] = [:]

  /// Starts a timer.
  ///
  /// A timer with the same ID is replaced.
  mutating func set(
    _ id: Effect.ID,
    at time: MonotonicTime,
    _ action: AppAction,
    isRead: Bool
  ) {
    entries[id] = Entry(time: time, action: action, isRead: isRead)
  }

  mutating func cancel(_ id: Effect.ID) { entries[id] = nil }

  mutating func cancelReads(of scope: Effect.Scope) {
    entries = entries.filter { $0.key.scope != scope || !$0.value.isRead }
  }

  /// Brings all actions nearer by the duration of a suspension.
  mutating func advance(by suspension: Duration) {
    entries = entries.mapValues {
      Entry(time: $0.time + (.zero - suspension), action: $0.action, isRead: $0.isRead)
    }
  }

  var nearest: MonotonicTime? { entries.values.map(\.time).min() }

  /// Removes and returns the actions that are due, in the order of their times.
  ///
  /// Actions that count time include the delay.
  mutating func due(at now: MonotonicTime) -> [AppAction] {
    let due = entries.filter { $0.value.time <= now }
    for id in due.keys { entries[id] = nil }
    return due.values.sorted { $0.time < $1.time }.map { entry in
      entry.action.delayed(by: .nanoseconds(now.nanoseconds - entry.time.nanoseconds))
    }
  }
}
