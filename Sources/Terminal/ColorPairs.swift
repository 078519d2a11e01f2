/// Numbers for pairs of colours: an open hash table that is emptied when the numbers run out.
///
/// ncurses has `alloc_pair()` for this, which gets slow and then fails after 65 536 pairs.
struct ColorPairs {
  private struct Slot {
    var key: UInt64 = .max
    var pair: Int32 = 0
  }

  enum Lookup: Equatable {
    case known(Int32)
    /// The number is new: tell ncurses what it stands for.
    case new(Int32)
    /// Every number is taken.
    case full
  }

  /// The highest number to give out; 0 stands for the terminal's own colours.
  let limit: Int32
  private var slots: [Slot]
  private var used: Int32 = 0

  init(limit: Int) {
    self.limit = Int32(max(0, limit))
    slots = Array(repeating: Slot(), count: 1024)
  }

  mutating func pair(foreground: Int32, background: Int32) -> Lookup {
    if foreground < 0, background < 0 { return .known(0) }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if Int(used) * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var index = Self.hash(key) & mask
    while slots[index].key != .max {
      if slots[index].key == key { return .known(slots[index].pair) }
      index = (index + 1) & mask
    }
    guard used < limit else { return .full }
    used += 1
    slots[index] = Slot(key: key, pair: used)
    return .new(used)
  }

  mutating func removeAll() {
    used = 0
    for index in slots.indices { slots[index].key = .max }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    let mask = slots.count - 1
    for slot in old where slot.key != .max {
      var index = Self.hash(slot.key) & mask
      while slots[index].key != .max { index = (index + 1) & mask }
      slots[index] = slot
    }
  }

  /// Fibonacci hashing; the high bits are the good ones.
  private static func hash(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
