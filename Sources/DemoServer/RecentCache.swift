/// Values by key within a budget of bytes; those not used for longest go first.
struct RecentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  let budget: Int
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var uses = 0

  init(budget: Int) { self.budget = budget }

  mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Keeps a value, unless it alone is beyond the budget.
  mutating func insert(_ value: Value, cost newCost: Int, for key: Key) {
    if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    guard newCost <= budget else { return }
    if cost + newCost > budget { shrink(to: min(budget - newCost, budget / 8 * 7)) }
    uses += 1
    entries[key] = Entry(value: value, cost: newCost, lastUse: uses)
    cost += newCost
  }

  /// Frees an eighth at once, so that sorting is paid for by many insertions.
  private mutating func shrink(to limit: Int) {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard cost > limit else { return }
      entries[key] = nil
      cost -= entry.cost
    }
  }
}
