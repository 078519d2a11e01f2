/// A collection of the demo: a user's selection from one topic, or one that the visitor created.
struct DemoCollection: Sendable {
  let id: String
  let owner: DemoPerson
  let title: String
  let description: String?
  /// The word that identifies the topic; empty for a collection that the visitor created.
  let word: String
  /// The distance between the collection's photos in the topic: 2 selects every second photo.
  ///
  /// Different distances make the collections different.
  let step: Int

  /// The day of creation, counted from an arbitrary day.
  let day: Int
  var isPrivate = false
}

/// The collections that the visitor has created or changed since the service's launch.
struct OwnCollections: Sendable {
  /// The created collections, newest first.
  private(set) var made: [DemoCollection] = []
  /// The indices of the photos in each created or changed collection, newest first.
  private(set) var photos: [String: [Int]] = [:]
  /// The maximum number of created collections, and of photos in each.
  static let maxItems = 1_000

  /// Creates an empty collection with a title and a description.
  ///
  /// Returns `nil` if the limit is reached.
  mutating func make(_ title: String, _ text: String?, isPrivate: Bool, by owner: DemoPerson)
    -> DemoCollection?
  {
    guard made.count < Self.maxItems else { return nil }
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

  /// Replaces the photos of a collection; drops those beyond the limit.
  mutating func set(_ items: [Int], in collection: DemoCollection) {
    photos[collection.id] = Array(items.prefix(Self.maxItems))
  }
}

extension DemoContent {
  /// Returns the collections of a user, newest first.
  ///
  /// Each user has one collection for each of two topics. The sponsor has none, and those that the
  /// visitor created aren't included.
  func collections(of person: DemoPerson) -> [DemoCollection] {
    // The sponsor has no collections.
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

  /// Returns a collection that the visitor didn't create; `nil` if there is none with this ID.
  func collection(_ id: String) -> DemoCollection? {
    guard let number = Int(id), number >= 1_000_000 else { return nil }
    let person = (number - 1_000_000) / 10
    guard people.indices.contains(person) else { return nil }
    return collections(of: people[person]).first { $0.id == id }
  }

  /// Returns the indices of the photos that a collection selects from its topic, newest first.
  func photos(of collection: DemoCollection) -> [Int] {
    let all = photos(ofTopic: collection.word)
    return spread(
      stride(from: collection.step - 1, to: all.count, by: collection.step).map { all[$0] }
    )
  }
}
