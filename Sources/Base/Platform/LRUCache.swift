/// A cache with a byte budget.
///
/// The least recently used values are evicted first. The newest value stays, even if it alone
/// exceeds the budget.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var cost: Int
    var lastUse: UInt64
  }

  /// The maximum total cost in bytes.
  package let budget: Int
  private var entries: [Key: Entry] = [:]
  /// The total cost of the stored values in bytes.
  package private(set) var cost = 0
  /// The total cost of the values evicted, removed or replaced so far, in bytes.
  package private(set) var removed = 0
  /// The number of accesses so far, which orders the uses of values.
  private var clock: UInt64 = 0

  /// Creates an empty cache.
  ///
  /// - Parameter budget: The maximum total cost in bytes.
  package init(budget: Int) { self.budget = budget }

  /// The value for a key; `nil` if it is missing.
  ///
  /// Reading a value counts as a use.
  package subscript(key: Key) -> Value? {
    mutating get {
      guard let index = entries.index(forKey: key) else { return nil }
      clock += 1
      entries.values[index].lastUse = clock
      return entries.values[index].value
    }
  }

  /// Whether there is a value for a key.
  ///
  /// Doesn't count as a use.
  package func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// Stores a value and replaces the one with the same key.
  ///
  /// - Parameter newCost: The size of the value in bytes.
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

  /// Evicts values down to nine tenths of the budget.
  ///
  /// The next insertions then don't evict again.
  private mutating func evict() {
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard cost > budget / 10 * 9, entries.count > 1 else { return }
      remove(key)
    }
  }
}
