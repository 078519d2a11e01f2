import Canvas

/// One photo of the demo service, with its source, size and date.
struct DemoItem: Sendable {
  /// The position in the feed; 0 is the newest photo.
  ///
  /// Indices from the feed's size on are photos that arrive while the service runs.
  let index: Int
  let id: String
  let slug: String
  /// The index of the original, a real photo, in the content's sources.
  let source: Int
  let recipe: Recipe
  /// The size in pixels, which is the size that can be served.
  let size: Size
  /// The creation time in seconds since 1970.
  let created: Int
  let kind: Kind

  /// The peculiarity of an item.
  enum Kind: Sendable {
    case plain, sponsored, illustration, withoutHash, withoutColor
    /// Larger than any original; the image is generated.
    case huge
  }
}

/// The feed: a repeatable sequence of items made from a few dozen real photos.
struct DemoContent: Sendable {
  let sources: [SourcePhoto]
  let people: [DemoPerson]
  let random: SeededRandom
  /// The number of photos in the initial feed.
  let count: Int
  private let identifiers: PhotoIdentifier
  private let order: [Int]
  /// The number of earlier items made from the same original, for each item.
  private let repeats: [Int]
  private let owners: [Int]

  /// The size of the generated photo in pixels, and its magnification of the original.
  static let hugeSize = Size(6000, 4000)
  static let hugeFactor = 4

  init(directory: String, seed: UInt64, count: Int) throws(DemoServerError) {
    let sources = try SourcePhoto.all(in: directory)
    self.sources = sources
    self.count = count
    random = SeededRandom(seed: seed)
    identifiers = PhotoIdentifier(random: random)
    let order = Self.order(sources: sources, count: max(count, sources.count), random: random)
    var uses = [Int](repeating: 0, count: sources.count)
    repeats = order.map { source in
      uses[source] += 1
      return uses[source] - 1
    }
    self.order = order
    let people = DemoPerson.all(of: sources)
    self.people = people
    owners = sources.map { source in people.firstIndex { $0.name == source.author } ?? 0 }
  }

  /// Returns the item with an index, which can be any number from 0 on.
  func item(_ index: Int) -> DemoItem {
    let id = identifiers.text(of: index)
    let source = source(of: index)
    let photo = sources[source]
    let kind = kind(of: index, photo)
    let recipe = recipe(of: index, source: source, isHuge: kind == .huge)
    return DemoItem(
      index: index,
      id: id,
      slug: Self.slug(photo.title.en) + "-" + id,
      source: source,
      recipe: recipe,
      size: kind == .huge ? Self.hugeSize : recipe.crop.size,
      created: created(index),
      kind: kind
    )
  }

  /// Returns the item with an ID or slug, among the feed and the arrivals.
  func item(named name: String, arrived: Int) -> DemoItem? {
    guard let index = identifiers.index(of: name), index < count + arrived else { return nil }
    return item(index)
  }

  /// Returns the photographer of an item.
  func owner(of item: DemoItem) -> DemoPerson { people[owner(ofSource: item.source)] }

  /// The user who signs in.
  var visitor: DemoPerson { people[people.count - 2] }

  var sponsor: DemoPerson { people[people.count - 1] }

  /// Returns the index of the user who took an original.
  func owner(ofSource source: Int) -> Int { owners[source] }

  /// Returns the index of the original that an item is made from.
  func source(of index: Int) -> Int {
    guard index >= count else { return order[index] }
    // Arrivals repeat the first round in reverse order. Versions of one original stay a whole round
    // apart.
    return order[sources.count - 1 - (index - count) % sources.count]
  }

  private func kind(of index: Int, _ photo: SourcePhoto) -> DemoItem.Kind {
    switch index {
    case Self.hugeIndex where Self.canBeHuge(photo): .huge
    case 9: .sponsored
    case 12: .withoutHash
    case 17: .illustration
    case 21: .withoutColor
    // One photo in 880 has no hash.
    case 30... where index % 880 == 0: .withoutHash
    default: .plain
    }
  }

  private func recipe(of index: Int, source: Int, isHuge: Bool) -> Recipe {
    let size = Size(sources[source].width, sources[source].height)
    guard !isHuge else {
      let crop = Size(
        Self.hugeSize.width / Self.hugeFactor,
        Self.hugeSize.height / Self.hugeFactor
      )
      return Recipe(
        crop: Rect(x: 0, y: 0, width: size.width, height: size.height).centered(crop),
        isMirrored: false,
        tone: .natural
      )
    }
    let file = sources[source].file
    let number =
      index < count
      ? Lookalikes.candidate(Self.turn(repeats[index], of: file), of: file)
      : 100 + (index - count) / sources.count
    // The first screen shows photos in their natural tone.
    let tone = index < 12 ? Tone.natural : .chosen(random.roll(.tone, index))
    return .candidate(number, of: sources[source], tone: tone)
  }

  /// Returns the number of the crop to show at the n-th use of an original.
  ///
  /// Neighbouring crops are mirror images of each other. A step of 23, which is coprime to 54,
  /// keeps them rounds apart and still uses every crop.
  private static func turn(_ number: Int, of file: String) -> Int {
    guard !Lookalikes.isMonotonous(file) else { return number }
    return number / 54 * 54 + number % 54 * 23 % 54
  }

  /// Returns the creation time.
  ///
  /// The feed has one photo every 38 hours, shifted by up to 37 hours; arrivals are a minute apart.
  private func created(_ index: Int) -> Int {
    guard index < count else { return Self.newest + (index - count + 1) * 60 }
    return Self.newest - index * 38 * 3600 - random.pick(37 * 3600, .date, index)
  }

  /// 2026-11-01 09:00 UTC.
  ///
  /// The date is fixed, so that a seed always produces the same dates.
  private static let newest = 1_793_523_600
  private static let hugeIndex = 4

  private static func canBeHuge(_ photo: SourcePhoto) -> Bool {
    photo.width * hugeFactor >= hugeSize.width && photo.height * hugeFactor >= hugeSize.height
  }

  /// Returns the originals in rounds, shuffled so that at least half a round separates two uses of
  /// one original.
  ///
  /// Monotonous originals appear in every third round only.
  private static func order(sources: [SourcePhoto], count: Int, random: SeededRandom) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(count + sources.count)
    let gap = sources.count / 2
    var latest = [Int](repeating: -gap - 1, count: sources.count)
    var round = 0
    while order.count < count {
      var remaining = sources.indices.filter {
        round % 3 == 0 || !Lookalikes.isMonotonous(sources[$0].file)
      }
      let start = order.count
      round += 1
      while !remaining.isEmpty {
        let free = remaining.indices.filter { order.count - latest[remaining[$0]] > gap }
        let choice = free[random.pick(free.count, .order, order.count)]
        latest[remaining[choice]] = order.count
        order.append(remaining.remove(at: choice))
      }
      guard start == 0, sources.count > hugeIndex else { continue }
      // The most detailed landscape photo that is large enough becomes the generated photo.
      let best = sources.indices.filter { canBeHuge(sources[$0]) }
        .filter { sources[$0].width > sources[$0].height }
        .max { sources[$0].bytes < sources[$1].bytes }
      guard let best, let index = order.firstIndex(of: best) else { continue }
      order.swapAt(index, hugeIndex)
      latest[order[index]] = index
      latest[best] = hugeIndex
    }
    return order
  }

  static func slug(_ title: String) -> String {
    title.lowercased()
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "-")
  }
}
