import Platform

// Photos by topic, in collections, and at random.
extension DemoService {
  func topics(_ call: DemoCall) -> DemoResponse {
    let all = call.faults.has(.empty) ? [] : Topics.offered.indices.map(topicJSON)
    return page(of: all, call.request)
  }

  func topic(_ name: String) -> DemoResponse {
    guard let index = index(ofTopic: name) else { return .errors(404, "Couldn't find Topic") }
    return .json(200, topicJSON(index).adding([("top_contributors", .array([]))]))
  }

  func topicPhotos(_ call: DemoCall) async -> DemoResponse {
    guard let index = index(ofTopic: call.name) else { return .errors(404, "Couldn't find Topic") }
    let photos = content.photos(ofTopic: Topics.offered[index].word)
    return await list(call, total: photos.count) { photos[$0] }
  }

  func userCollections(_ call: DemoCall) -> DemoResponse {
    guard let person = person(call.name) else { return .errors(404, "Couldn't find User") }
    return page(of: collections(of: person, for: call.caller).map(collectionJSON), call.request)
  }

  func collection(_ call: DemoCall) -> DemoResponse {
    guard let collection = collection(named: call.name, for: call.caller) else {
      return .errors(404, "Couldn't find Collection")
    }
    return .json(200, collectionJSON(collection))
  }

  func collectionPhotos(_ call: DemoCall) async -> DemoResponse {
    guard let collection = collection(named: call.name, for: call.caller) else {
      return .errors(404, "Couldn't find Collection")
    }
    let photos = photos(of: collection)
    return await list(call, total: photos.count) { photos[$0] }
  }

  /// Returns random photos: one photo without `count`, otherwise an array, even of one.
  func random(_ call: DemoCall) async -> DemoResponse {
    let count = call.request.query["count"].map { Int($0).map { min(max(1, $0), 30) } } ?? 1
    guard let count else { return .errors(400, "count is invalid") }
    let hasSets = call.request.query["topics"] != nil || call.request.query["collections"] != nil
    guard call.request.query["query"] == nil || !hasSets else {
      return .errors(400, "query can't be combined with topics or collections")
    }
    var pool = Array(0..<content.count)
    if let query = call.request.query["query"] {
      pool = content.photos(from: content.originals(matching: query))
    }
    func narrow(to photos: [Int]) {
      let known = Set(pool)
      pool = photos.filter(known.contains)
    }
    if let slugs = call.request.query["topics"] {
      let words = slugs.split(separator: ",").compactMap { index(ofTopic: String($0)) }
        .map { Topics.offered[$0].word }
      narrow(to: words.flatMap(content.photos(ofTopic:)))
    }
    if let name = call.request.query["username"] {
      guard let person = person(name) else { return .errors(404, "Couldn't find User") }
      narrow(to: content.photos(of: person))
    }
    if let ids = call.request.query["collections"] {
      let sets = ids.split(separator: ",").compactMap {
        collection(named: String($0), for: call.caller)
      }
      narrow(to: sets.flatMap(photos))
    }
    if let wanted = call.request.query["orientation"] {
      guard let photos = self.photos(pool, in: wanted) else { return .badOrientation }
      pool = photos
    }
    guard !pool.isEmpty, !call.faults.has(.empty) else { return .errors(404, "No photos found.") }
    // The choice is random, but repeatable for the same order of requests.
    let turn = state.withLock { state in
      state.turns += 1
      return state.turns
    }
    let start = content.random.pick(pool.count, .random, turn)
    let picks = content.picks(count, of: pool, from: start)
    guard call.request.query["count"] != nil else {
      return await photo(content.item(picks[0]).id, call)
    }
    guard let body = await items(picks, call) else { return .unreadable }
    return .json(200, body)
  }

  func searchUsers(_ call: DemoCall) -> DemoResponse {
    found(call) { words in
      let owners = Set(content.originals(matching: words).map(content.owner(ofSource:)))
      let people = content.people.filter { person in
        owners.contains(person.index) || person.name.lowercased().contains(words)
      }
      return people.map { encoder.user($0) }
    }
  }

  func searchCollections(_ call: DemoCall) -> DemoResponse {
    found(call) { words in
      content.people.flatMap { collections(of: $0, for: .client) }
        .filter { $0.title.lowercased().contains(words) }.map(collectionJSON)
    }
  }

  // MARK: Encoding

  private func found(_ call: DemoCall, _ find: (String) -> [JSON]) -> DemoResponse {
    guard let query = call.request.query["query"], !query.isEmpty else {
      return .errors(400, "query is missing")
    }
    let all = call.faults.has(.empty) ? [] : find(query.lowercased())
    guard let pagination = Pagination(query: call.request.query, total: all.count) else {
      return .errors(400, "page is invalid")
    }
    return .json(
      200,
      [
        "total": .int(all.count), "total_pages": .int(pagination.pages),
        "results": .array(Array(all[pagination.range])),
      ]
    )
  }

  private func index(ofTopic name: String) -> Int? {
    Topics.offered.indices.first { Topics.offered[$0].slug == name || topicID($0) == name }
  }

  private func topicID(_ index: Int) -> String { "demo-topic-\(index)" }

  private func topicJSON(_ index: Int) -> JSON {
    let topic = Topics.offered[index]
    let base = encoder.base
    let photos = content.photos(ofTopic: topic.word)
    return [
      "id": .string(topicID(index)),
      "slug": .string(topic.slug),
      "title": .string(topic.title),
      "description": .string(topic.description),
      "visibility": "featured",
      "published_at": .string(Timestamp.photograph(1_790_000_000 - index * 86_400)),
      "updated_at": .string(Timestamp.photograph(1_793_000_000 - index * 86_400)),
      "starts_at": .string(Timestamp.photograph(1_790_000_000 - index * 86_400)),
      "ends_at": nil,
      "only_submissions_after": nil,
      "featured": true,
      "total_photos": .int(photos.count),
      "links": [
        "self": "\(base)/topics/\(topic.slug)",
        "html": "\(base)/t/\(topic.slug)",
        "photos": "\(base)/topics/\(topic.slug)/photos",
      ],
      "status": "open",
      "owners": .array([encoder.user(content.sponsor)]),
      "cover_photo": cover(ofTopic: index),
      "preview_photos": nil,
      "current_user_contributions": [],
    ]
  }

  /// Encodes a topic's first photo whose original covers no earlier topic.
  private func cover(ofTopic index: Int) -> JSON {
    var used: Set<Int> = []
    var covers: [Int?] = []
    for topic in Topics.offered.prefix(index + 1) {
      let photos = content.photos(ofTopic: topic.word)
      let fresh = photos.first { used.insert(content.source(of: $0)).inserted }
      covers.append(fresh ?? photos.first)
    }
    return cover(of: [covers.last ?? nil].compactMap(\.self))
  }

  /// Encodes a list's first photo; null for an empty list.
  func cover(of photos: [Int]) -> JSON {
    photos.first.map { encoder.cover(content.item($0)) } ?? nil
  }

  /// Returns one page of a complete array.
  private func page(of all: [JSON], _ request: DemoRequest) -> DemoResponse {
    guard let pagination = Pagination(query: request.query, total: all.count) else {
      return .errors(400, "page is invalid")
    }
    return answer(.json(200, .array(Array(all[pagination.range]))), pagination, request)
  }
}
