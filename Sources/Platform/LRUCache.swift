/// A cache with a byte budget.
///
/// The least recently used values are evicted first.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var cost: Int
    var lastUse: UInt64
  }

  package let budget: Int
  private var entries: [Key: Entry] = [:]
  package private(set) var cost = 0
  /// The total number of bytes removed so far.
  package private(set) var removed = 0
  private var clock: UInt64 = 0

  /// Creates an empty cache.
  ///
  /// - Parameter budget: The maximum total cost in bytes.
  package init(budget: Int) { self.budget = budget }

  package subscript(key: Key) -> Value? {
    mutating get {
      guard let index = entries.index(forKey: key) else { return nil }
      clock += 1
      entries.values[index].lastUse = clock
      return entries.values[index].value
    }
  }

  package func contains(_ key: Key) -> Bool { entries[key] != nil }

  package mutating func insert(_ value: Value, for key: Key, cost newCost: Int) {
    remove(key)
    clock += 1
    entries[key] = Entry(value: value, cost: newCost, lastUse: clock)
    cost += newCost
    if cost > budget { evict() }
  }

  package mutating func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    cost -= old.cost
    removed += old.cost
  }

  package mutating func removeAll(where isGone: (Key) -> Bool) {
    for key in entries.keys.filter(isGone) { remove(key) }
  }

  package mutating func removeAll() {
    entries = [:]
    removed += cost
    cost = 0
  }

  /// Evicts values down to nine tenths of the budget, so that sorting is rarely needed.
  private mutating func evict() {
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard cost > budget / 10 * 9, entries.count > 1 else { return }
      remove(key)
    }
  }
}
