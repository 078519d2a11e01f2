import Canvas

/// One photograph of the service: which, by whom, how large, and from when.
struct DemoItem: Sendable {
  /// 0 is the newest of the feed; from the feed's size on, those that arrive while it runs.
  let index: Int
  let id: String
  let slug: String
  /// Index of the real photograph it is made from.
  let source: Int
  let recipe: Recipe
  /// Pixels that can really be served.
  let size: Size
  /// Seconds since 1970.
  let created: Int
  let kind: Kind

  /// What is unusual about an item.
  enum Kind: Sendable {
    case plain, sponsored, illustration, withoutHash, withoutColor
    /// Larger than any of the real photographs: generated.
    case huge
  }
}

/// The feed: a repeatable sequence of items made from a few dozen real photographs.
struct Catalog: Sendable {
  let sources: [SourcePhoto]
  let people: [DemoPerson]
  let random: SeededRandom
  /// Photographs of the feed as it starts.
  let count: Int
  private let identifiers: PhotoIdentifier
  private let order: [Int]
  /// How often each item's photograph was used before it.
  private let repeats: [Int]
  private let owners: [Int]

  /// Side of the generated photograph, in pixels, and how much larger that is than its source.
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

  /// The item with an index; any index from 0 on is one.
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

  /// The item with an id or slug, among the feed and what has arrived since.
  func item(named name: String, arrived: Int) -> DemoItem? {
    guard let index = identifiers.index(of: name), index < count + arrived else { return nil }
    return item(index)
  }

  /// The photographer of an item.
  func owner(of item: DemoItem) -> DemoPerson { people[owner(ofSource: item.source)] }

  /// The person who signs in.
  var visitor: DemoPerson { people[people.count - 2] }

  var sponsor: DemoPerson { people[people.count - 1] }

  /// Who took an original.
  func owner(ofSource source: Int) -> Int { owners[source] }

  /// The original that an item is made from.
  func source(of index: Int) -> Int {
    guard index >= count else { return order[index] }
    // Arrivals take the first round backwards: each stays a whole round away from its like.
    return order[sources.count - 1 - (index - count) % sources.count]
  }

  private func kind(of index: Int, _ photo: SourcePhoto) -> DemoItem.Kind {
    switch index {
    case Self.hugeIndex where Self.canBeHuge(photo): .huge
    case 9: .sponsored
    case 12: .withoutHash
    case 17: .illustration
    case 21: .withoutColor
    // One of 880 has no hash.
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
    // The first screen shows photographs as they are.
    let tone = index < 12 ? Tone.natural : .chosen(random.roll(.tone, index))
    return .candidate(number, of: sources[source], tone: tone)
  }

  /// Which of its crops a photograph shows when it comes up again.
  ///
  /// Neighbouring crops are each other's mirror image: 23, which has no factor in common with 54,
  /// keeps them rounds apart and still goes through all.
  private static func turn(_ number: Int, of file: String) -> Int {
    guard !Lookalikes.isMonotonous(file) else { return number }
    return number / 54 * 54 + number % 54 * 23 % 54
  }

  /// Every 38 hours one, with up to a day and a half of unevenness; arrivals by the minute.
  private func created(_ index: Int) -> Int {
    guard index < count else { return Self.newest + (index - count + 1) * 60 }
    return Self.newest - index * 38 * 3600 - random.pick(37 * 3600, .date, index)
  }

  /// 2026-11-01 09:00 UTC: dates are part of what a seed repeats.
  private static let newest = 1_793_523_600
  private static let hugeIndex = 4

  private static func canBeHuge(_ photo: SourcePhoto) -> Bool {
    photo.width * hugeFactor >= hugeSize.width && photo.height * hugeFactor >= hugeSize.height
  }

  /// Rounds of all sources, shuffled so that half a round lies between two items of one source;
  /// monotonous ones take part in every third.
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
      // The most detailed landscape that is large enough becomes the generated photograph.
      let best = sources.indices.filter { canBeHuge(sources[$0]) }
        .filter { sources[$0].width > sources[$0].height }
        .max { sources[$0].bytes < sources[$1].bytes }
      guard let best, let place = order.firstIndex(of: best) else { continue }
      order.swapAt(place, hugeIndex)
      latest[order[place]] = place
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
