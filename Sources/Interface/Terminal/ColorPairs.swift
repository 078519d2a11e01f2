/// The numbers of colour pairs: a hash table with open addressing, and a list of free numbers.
///
/// ncurses has `alloc_pair()` for this, but that gets slow and fails after 65 536 pairs.
struct ColorPairs {
  private struct Slot {
    var key: UInt64 = .max
    var pair: Int32 = 0
  }

  enum Lookup: Equatable {
    case known(Int32)
    /// A number that is assigned for the first time.
    case new(Int32)
    /// A number that was assigned to another pair before.
    case reused(Int32)
    /// No number is free.
    case full
  }

  /// The two colours of a pair: 0xRRGGBB or a palette number, or -1 for the terminal's default.
  struct Colors: Equatable {
    var foreground: Int32
    var background: Int32
  }

  /// The colours of each assigned number.
  private(set) var colors = [Colors(foreground: -1, background: -1)]
  /// The highest number that may be assigned.
  ///
  /// Number 0 is always the pair of the terminal's default colours.
  let lastPair: Int32
  private var slots = Array(repeating: Slot(), count: 1024)
  private var used = 0
  /// The highest number assigned so far.
  private var last: Int32 = 0
  /// The numbers up to `last` that are free again.
  private var free: [Int32] = []

  init(lastPair: Int32) { self.lastPair = lastPair }

  /// Returns the number of a pair of colours, and assigns one if it has none.
  mutating func pair(foreground: Int32, background: Int32) -> Lookup {
    if foreground < 0, background < 0 { return .known(0) }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    let index = slotIndex(of: key)
    if slots[index].key == key { return .known(slots[index].pair) }
    guard let pair = nextNumber() else { return .full }
    let meaning = Colors(foreground: foreground, background: background)
    let isNew = Int(pair) == colors.count
    if isNew { colors.append(meaning) } else { colors[Int(pair)] = meaning }
    slots[index] = Slot(key: key, pair: pair)
    used += 1
    if used * 2 > slots.count { rebuild(size: slots.count * 2) { _ in true } }
    return isNew ? .new(pair) : .reused(pair)
  }

  /// Frees every number that isn't in a cell of `shown` or `next`.
  mutating func recycle(keeping shown: [Int32], _ next: ArraySlice<Int32>) {
    var isKept = [Bool](repeating: false, count: Int(last) + 1)
    for pair in shown { isKept[Int(pair)] = true }
    for pair in next { isKept[Int(pair)] = true }
    free = (0..<last).map { $0 + 1 }.filter { !isKept[Int($0)] }
    rebuild(size: slots.count) { isKept[Int($0)] }
  }

  private mutating func nextNumber() -> Int32? {
    if let pair = free.popLast() { return pair }
    guard last < lastPair else { return nil }
    last += 1
    return last
  }

  /// Returns the index of a key's slot, or of the free slot for it.
  private func slotIndex(of key: UInt64) -> Int {
    let mask = slots.count - 1
    // Fibonacci hashing. The high bits are distributed best.
    var index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[index].key != .max, slots[index].key != key { index = (index + 1) & mask }
    return index
  }

  /// Creates a new table of the pairs that remain in use.
  private mutating func rebuild(size: Int, keeping isKept: (Int32) -> Bool) {
    let old = slots
    slots = Array(repeating: Slot(), count: size)
    used = 0
    for slot in old where slot.key != .max && isKept(slot.pair) {
      slots[slotIndex(of: slot.key)] = slot
      used += 1
    }
  }
}
