import Canvas

/// The images that a terminal with kitty's protocol stores, and their IDs.
///
/// Programs in the same terminal share one namespace of IDs. A random part of the ID keeps programs
/// apart. The other part is one of 240 numbers. With a third diacritic for the random part, such an
/// ID also fits a terminal with 256 colours, whose first 16 have other escape codes.
///
/// Without virtual placements, IDs stay in use until exit and are reused for other images. Freeing
/// one image makes kitty 0.26.5 free all that aren't on the screen.
struct KittyImages {
  struct Entry {
    let id: UInt32
    let footprint: Int
    /// The cells of the image's virtual placement; `nil` if it has none.
    var box: Size?
    var lastUse: Int
  }

  /// The maximum number of bytes of pixels stored at the same time.
  let budget: Int
  private let base: UInt32
  private let keepsIDs: Bool
  /// The IDs that are in use in the terminal but belong to no image.
  private var vacant: [UInt32] = []
  private(set) var entries: [PixelImage.Key: Entry] = [:]
  private(set) var keys: Set<PixelImage.Key> = []
  private(set) var footprint = 0
  /// A counter of changes to the IDs in use.
  private(set) var revision = 0
  private var uses = 0
  private var used: Set<UInt32> = []
  private var lastSlot: UInt32 = 255
  /// The images on the screen, which are never evicted.
  private var shown: Set<PixelImage.Key> = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - keepsIDs: whether IDs are reused for other images instead of freed.
  ///   - isDirectColor: whether a cell's colour holds 24 bits of an ID rather than 8.
  ///   - seed: the source of the random part of the IDs.
  init(budget: Int, keepsIDs: Bool, isDirectColor: Bool, seed: UInt32) {
    self.budget = budget
    self.keepsIDs = keepsIDs
    base = isDirectColor ? (seed % 0xFFFF + 1) << 8 : (seed % 0xFF + 1) << 24
  }

  subscript(key: PixelImage.Key) -> Entry? { entries[key] }

  var ids: [UInt32] { used.sorted() }

  /// Sets the images on the screen.
  ///
  /// The others may be evicted.
  mutating func show(_ keys: Set<PixelImage.Key>) {
    shown = keys
    uses += 1
    for key in keys { entries[key]?.lastUse = uses }
  }

  /// Reserves an ID for an image, evicting the least recently shown images if necessary.
  ///
  /// Call `add` after the image has been sent, or `cancel` if it wasn't.
  ///
  /// - Returns: the ID, and the IDs of evicted images that must be freed; `nil` if the images on
  ///   the screen leave no room.
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

  /// Records an image that was sent with a reserved ID.
  mutating func add(_ key: PixelImage.Key, id: UInt32, footprint: Int, box: Size?) {
    entries[key] = Entry(id: id, footprint: footprint, box: box, lastUse: uses)
    keys.insert(key)
  }

  /// Forgets an image, and returns the ID to free; `nil` if there is no such image.
  mutating func drop(_ key: PixelImage.Key) -> UInt32? {
    guard let id = remove(key) else { return nil }
    if keepsIDs { vacant.append(id) }
    revision += 1
    return id
  }

  /// Releases the reserved ID of an image that wasn't sent.
  mutating func cancel(id: UInt32, footprint size: Int) {
    if keepsIDs { vacant.append(id) } else { used.remove(id) }
    footprint -= size
    revision += 1
  }

  /// Whether an image is part of the current frame.
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
