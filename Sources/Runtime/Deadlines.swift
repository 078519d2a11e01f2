import AppCore
import Library
import Platform

/// Actions to be delivered at a time; the loop sleeps until the nearest.
struct Deadlines {
  private struct Entry {
    var time: MonotonicTime
    var action: AppAction
    /// Whether leaving the screen takes it away.
    var isRead: Bool
  }

  // A handful at a time: a dictionary by id is all the order there need be.
  private var entries: [Effect.ID: Entry] = [:]

  /// Starts a timer; one with the same id is replaced.
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

  var nearest: MonotonicTime? { entries.values.map(\.time).min() }

  /// Removes and returns what is due.
  mutating func due(at now: MonotonicTime) -> [AppAction] {
    let due = entries.filter { $0.value.time <= now }
    for id in due.keys { entries[id] = nil }
    return due.values.sorted { $0.time < $1.time }.map(\.action)
  }
}
