import Canvas

/// The images a terminal with kitty's protocol holds, and the ids they have there.
///
/// Ids are one namespace for all programs in the terminal: a random part keeps two programs apart.
/// The other part is one of 240 numbers, so that with a third diacritic an id also fits a terminal
/// of 256 colours, whose first 16 are written in another way.
///
/// Where images have no virtual placements their ids stay in use to the end, and are taken over by
/// other images: freeing one image makes kitty 0.26.5 free all that are not on the screen.
struct KittyImages {
  struct Entry {
    let id: UInt32
    let footprint: Int
    /// The cells of its virtual placement, nil when it has none.
    var box: Size?
    var lastUse: Int
  }

  /// Bytes of pixels that may be held at the same time.
  let budget: Int
  private let base: UInt32
  private let keepsIDs: Bool
  /// Ids that stay in use, but stand for nothing.
  private var vacant: [UInt32] = []
  private(set) var entries: [PixelImage.Key: Entry] = [:]
  private(set) var keys: Set<PixelImage.Key> = []
  private(set) var footprint = 0
  /// Counts the changes of the ids in use.
  private(set) var revision = 0
  private var uses = 0
  private var used: Set<UInt32> = []
  private var lastSlot: UInt32 = 255
  /// What the screen shows, which is never evicted.
  private var shown: Set<PixelImage.Key> = []

  /// - Parameters:
  ///   - keepsIDs: ids are taken over by other images rather than freed.
  ///   - isDirectColor: whether a cell's colour has room for 24 bits of an id, and not for 8.
  ///   - seed: what the random part of the ids is made of.
  init(budget: Int, keepsIDs: Bool, isDirectColor: Bool, seed: UInt32) {
    self.budget = budget
    self.keepsIDs = keepsIDs
    base = isDirectColor ? (seed % 0xFFFF + 1) << 8 : (seed % 0xFF + 1) << 24
  }

  subscript(key: PixelImage.Key) -> Entry? { entries[key] }

  var ids: [UInt32] { used.sorted() }

  /// These are on the screen from now on, and nothing else.
  mutating func show(_ keys: Set<PixelImage.Key>) {
    shown = keys
    uses += 1
    for key in keys { entries[key]?.lastUse = uses }
  }

  /// Takes an id for an image that is about to be sent; `add` it when it has been.
  ///
  /// - Returns: the id, and those of the images that have to go for it; nil when all that could
  ///   go is on the screen.
  mutating func reserve(footprint size: Int) -> (id: UInt32, evicted: [UInt32])? {
    var victims: [PixelImage.Key] = []
    var free = budget - footprint
    var count = used.count - vacant.count
    if free < size || count >= 240 {
      let old = entries.filter { !shown.contains($0.key) }
        .sorted { ($0.value.lastUse, $0.value.id) < ($1.value.lastUse, $1.value.id) }
      for (key, entry) in old where free < size || count >= 240 {
        victims.append(key)
        free += entry.footprint
        count -= 1
      }
    }
    guard free >= size, count < 240 else { return nil }
    var evicted = victims.compactMap { remove($0) }
    footprint += size
    if keepsIDs {
      let id = evicted.popLast() ?? vacant.popLast()
      vacant += evicted
      if let id { return (id, evicted) }
    }
    repeat { lastSlot = lastSlot == 255 ? 16 : lastSlot + 1 } while used.contains(base | lastSlot)
    used.insert(base | lastSlot)
    revision += 1
    return (base | lastSlot, evicted)
  }

  /// An image was sent under an id that was reserved for it.
  mutating func add(_ key: PixelImage.Key, id: UInt32, footprint: Int, box: Size?) {
    entries[key] = Entry(id: id, footprint: footprint, box: box, lastUse: uses)
    keys.insert(key)
  }

  /// Gives back an id that was reserved for an image that was not sent after all.
  mutating func cancel(id: UInt32, footprint size: Int) {
    if keepsIDs { vacant.append(id) } else { used.remove(id) }
    footprint -= size
    revision += 1
  }

  /// Whether an image is wanted on the screen.
  func isShown(_ key: PixelImage.Key) -> Bool { shown.contains(key) }

  mutating func setBox(_ box: Size, of key: PixelImage.Key) { entries[key]?.box = box }

  mutating func removeAll() {
    self = KittyImages(copying: self)
  }

  private init(copying other: KittyImages) {
    budget = other.budget
    base = other.base
    keepsIDs = other.keepsIDs
    lastSlot = other.lastSlot
    revision = other.revision + 1
  }

  private mutating func remove(_ key: PixelImage.Key) -> UInt32? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    keys.remove(key)
    if !keepsIDs { used.remove(entry.id) }
    footprint -= entry.footprint
    return entry.id
  }
}
