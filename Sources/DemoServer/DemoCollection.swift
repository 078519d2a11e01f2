/// A collection of the demo: what somebody has put together of one topic.
struct DemoCollection: Sendable {
  let id: String
  let owner: DemoPerson
  let title: String
  let description: String?
  /// The word of its topic.
  let word: String
  /// Its photographs are every so many of the topic's, so that no two collections are the same.
  let step: Int

  /// Days since some beginning, later for later ones.
  let day: Int
  var isPrivate = false
}

/// What the visitor has made of their own collections since the start.
struct OwnCollections: Sendable {
  /// Those that were made, the newest first.
  private(set) var made: [DemoCollection] = []
  /// Indices of the photographs of each that was made or changed, the newest first.
  private(set) var photos: [String: [Int]] = [:]
  /// The most collections that are made, and photographs in one of them.
  static let limit = 1_000

  mutating func make(_ title: String, _ text: String?, isPrivate: Bool, by owner: DemoPerson)
    -> DemoCollection?
  {
    guard made.count < Self.limit else { return nil }
    let collection = DemoCollection(
      id: String(2_000_000 + made.count),
      owner: owner,
      title: title,
      description: text,
      word: "",
      step: 1,
      day: 1_000 + made.count,
      isPrivate: isPrivate
    )
    made.insert(collection, at: 0)
    photos[collection.id] = []
    return collection
  }

  mutating func set(_ items: [Int], in collection: DemoCollection) {
    photos[collection.id] = Array(items.prefix(Self.limit))
  }
}

extension Catalog {
  /// The collections of a person, the newest first: two of the topics each.
  func collections(of person: DemoPerson) -> [DemoCollection] {
    // Who sponsors collects nothing.
    guard person.index != sponsor.index else { return [] }
    let topics = Topics.offered
    return [0, 1].map { number in
      let topic = topics[(person.index * 2 + number) % topics.count]
      return DemoCollection(
        id: String(1_000_000 + person.index * 10 + number),
        owner: person,
        title: "\(topic.title) to come back to",
        description: number == 0 ? topic.description : nil,
        word: topic.word,
        step: 2 + number,
        day: person.index * 2 + number
      )
    }
  }

  func collection(_ id: String) -> DemoCollection? {
    guard let number = Int(id), number >= 1_000_000 else { return nil }
    let person = (number - 1_000_000) / 10
    guard people.indices.contains(person) else { return nil }
    return collections(of: people[person]).first { $0.id == id }
  }

  /// Indices of a collection's photographs.
  func photos(of collection: DemoCollection) -> [Int] {
    let all = photos(ofTopic: collection.word)
    return spread(
      stride(from: collection.step - 1, to: all.count, by: collection.step).map { all[$0] }
    )
  }
}
