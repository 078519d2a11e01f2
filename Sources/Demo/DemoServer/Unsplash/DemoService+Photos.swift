import Canvas
import FoundationEssentials
import Platform

// Photos, one by one and in lists.
extension DemoService {
  func photos(_ call: DemoCall) async -> DemoResponse {
    let arrived = state.withLock { $0.arrived }
    let answer = await list(call, total: content.count + arrived) { position in
      // The latest arrival first, then the initial feed.
      position < arrived ? content.count + arrived - 1 - position : position - arrived
    }
    if call.faults.feedShift > 0, answer.status == 200 {
      state.withLock { $0.arrive(call.faults.feedShift) }
    }
    return answer
  }

  func userPhotos(_ call: DemoCall) async -> DemoResponse {
    guard let person = person(call.name) else { return .errors(404, "Couldn't find User") }
    let own = content.photos(of: person)
    return await list(call, total: own.count) { own[$0] }
  }

  func userLikes(_ call: DemoCall) async -> DemoResponse {
    if let status = call.faults.likesGone { return .errors(status, "Unable to find endpoint") }
    guard let person = person(call.name) else { return .errors(404, "Couldn't find User") }
    let likes =
      person.index == content.visitor.index
      ? state.withLock { $0.likes } : content.likes(of: person)
    return await list(call, total: likes.count) { likes[$0] }
  }

  func search(_ call: DemoCall) async -> DemoResponse {
    guard let query = call.request.query["query"], !query.isEmpty else {
      return .errors(400, "query is missing")
    }
    let originals = content.originals(for: query)
    var found = call.faults.has(.empty) ? [] : content.photos(from: originals.all)
    if let wanted = call.request.query["orientation"] {
      guard let photos = photos(found, in: wanted) else { return .badOrientation }
      found = photos
    }
    if let wanted = call.request.query["color"] {
      guard let wanted = ColorName(rawValue: wanted) else {
        return .errors(400, "color does not have a valid value")
      }
      let items = found.map(content.item)
      guard let colors = try? await imageRenderer.colors(of: items) else { return .unreadable }
      found = zip(items, colors)
        .filter { ColorName($1) == wanted }
        // The average colour of a colourful image may be grey.
        .filter { wanted != .blackAndWhite || $0.0.recipe.tone == .monochrome }
        .map(\.0.index)
    }
    found =
      call.request.query["order_by"] == "latest"
      ? content.spread(found) : content.ranked(found, matching: originals.matching)
    guard let pagination = Pagination(query: call.request.query, total: found.count) else {
      return .errors(400, "page is invalid")
    }
    // The real search ends here, whatever its total is.
    let isTooDeep =
      pagination.range.lowerBound >= 6000 || pagination.page * pagination.perPage > 6000
    let indices = isTooDeep ? [] : pagination.range.map { found[$0] }
    guard let results = await items(indices, call) else { return .unreadable }
    var body = Array(
      "{\"total\":\(found.count),\"total_pages\":\(isTooDeep ? 0 : pagination.pages),\"results\":"
        .utf8
    )
    body += results + Array("}".utf8)
    return answer(.json(200, body), pagination, call.request)
  }

  func photo(_ name: String, _ call: DemoCall) async -> DemoResponse {
    guard let item = item(name), !call.faults.has(.deleted(item.id)) else {
      return .errors(404, "Couldn't find Photo")
    }
    guard let summary = try? await imageRenderer.summaries(of: [item]).first else {
      return .unreadable
    }
    let encoder = encoder
    let template = JSONTemplate(
      encoder.photo(item, summary).adding(
        [("user", encoder.user(content.owner(of: item)))] + encoder.details(of: item)
      )
    )
    return .json(200, filled(template, item, call.caller))
  }

  func download(_ call: DemoCall) -> DemoResponse {
    guard let item = item(call.name), !call.faults.has(.deleted(item.id)) else {
      return .errors(404, "Couldn't find Photo")
    }
    options.observer?.recordDownload(of: item.id, call.request)
    return .json(200, ["url": .string(encoder.downloadURL(item))])
  }

  // MARK: Lists

  /// Returns one page of a list.
  ///
  /// `index` maps a position in the list to an item.
  func list(_ call: DemoCall, total: Int, index: (Int) -> Int) async -> DemoResponse {
    let total = call.faults.has(.empty) ? 0 : total
    guard let pagination = Pagination(query: call.request.query, total: total) else {
      return .errors(400, "page is invalid")
    }
    let indices = pagination.range.map(index)
    guard let body = await items(indices, call) else { return .unreadable }
    return answer(.json(200, body), pagination, call.request)
  }

  /// Returns the response with one page of a list, with the headers about the others.
  func answer(
    _ page: DemoResponse,
    _ pagination: Pagination,
    _ request: DemoRequest
  ) -> DemoResponse {
    var page = page
    page.headers += pagination.headers(
      base: encoder.base,
      path: "/" + request.path.joined(separator: "/"),
      query: request.query
    )
    return page
  }

  /// Returns a JSON array of items; `nil` if their originals can't be read.
  func items(_ indices: [Int], _ call: DemoCall) async -> [UInt8]? {
    guard let ready = await templates(of: indices) else { return nil }
    var shown = Array(zip(indices, ready).enumerated())
    // Repeated within the page, without losing others.
    shown.insert(contentsOf: shown.prefix(call.faults.duplicates), at: shown.count / 2)
    var body: [UInt8] = [UInt8(ascii: "[")]
    body.reserveCapacity(shown.count * 5200)
    let facts = facts(of: indices, call.caller)
    for (index, entry) in shown.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      if call.faults.has(.brokenItem), index == shown.count / 2 {
        body += "{\"id\":null,\"urls\":[]},".utf8
      }
      let fact = facts[entry.offset]
      entry.element.1.append(
        to: &body,
        ixid: ixid(position: index, answer: fact.answer),
        likes: fact.likes,
        isLiked: fact.isLiked,
        collections: fact.collections
      )
    }
    body.append(UInt8(ascii: "]"))
    return body
  }

  private func templates(of indices: [Int]) async -> [JSONTemplate]? {
    var ready = templates.withLock { cache in indices.map { cache[$0] } }
    let missing = indices.indices.filter { ready[$0] == nil }
    if !missing.isEmpty {
      let items = missing.map { content.item(indices[$0]) }
      guard let summaries = try? await imageRenderer.summaries(of: items) else { return nil }
      let encoder = encoder
      for (index, (item, summary)) in zip(missing, zip(items, summaries)) {
        let template = JSONTemplate(
          encoder.photo(item, summary)
            .adding([("user", encoder.user(content.owner(of: item)))])
        )
        ready[index] = template
        templates.withLock {
          $0.insert(template, for: item.index, cost: template.bytes.count)
        }
      }
    }
    return ready.compactMap(\.self)
  }

  // MARK: Values that change with each response

  private struct Facts {
    let likes: Int
    let isLiked: Bool
    let answer: Int
    /// The caller's collections that contain the photo, as JSON.
    let collections: [UInt8]?
  }

  private func facts(of indices: [Int], _ caller: Caller) -> [Facts] {
    let (liked, answer) = state.withLock { state in
      state.answers += 1
      return (Set(state.likes), state.answers)
    }
    let encoder = encoder
    let collections = ownCollections(of: indices, for: caller)
    return indices.map { index in
      let isLiked = liked.contains(index)
      return Facts(
        likes: encoder.likes(of: content.item(index)) + (isLiked ? 1 : 0),
        isLiked: isLiked && caller.isUser,
        answer: answer,
        collections: collections[index]
      )
    }
  }

  func filled(_ template: JSONTemplate, _ item: DemoItem, _ caller: Caller) -> [UInt8] {
    let facts = facts(of: [item.index], caller)[0]
    return template.filled(
      ixid: ixid(position: 0, answer: facts.answer),
      likes: facts.likes,
      isLiked: facts.isLiked,
      collections: facts.collections
    )
  }

  /// Returns a token for one display of a photo.
  ///
  /// The token is base64 of a text like the real service's, and never repeats.
  private func ixid(position: Int, answer: Int) -> String {
    let text = "3|demo|0|1|all|\(position + 1)|||||\(answer)|2||\(Int(options.now()))|"
    var token = Data(text.utf8).base64EncodedString()
    while token.last == "=" { token.removeLast() }
    return token
  }

  func item(_ name: String) -> DemoItem? {
    let arrived = state.withLock { $0.arrived }
    return content.item(named: name, arrived: arrived)
  }

  func person(_ name: String) -> DemoPerson? {
    content.people.first { $0.username == name }
  }

  /// Returns the photos in an orientation; `nil` if there is no such orientation.
  func photos(_ all: [Int], in orientation: String) -> [Int]? {
    guard ["landscape", "portrait", "squarish"].contains(orientation) else { return nil }
    return all.filter { Self.orientation(content.item($0).size) == orientation }
  }

  private static func orientation(_ size: Size) -> String {
    let ratio = Double(size.width) / Double(size.height)
    return ratio > 1.1 ? "landscape" : ratio < 0.9 ? "portrait" : "squarish"
  }
}

extension DemoResponse {
  static let badOrientation = DemoResponse.errors(400, "orientation does not have a valid value")
  /// The originals can't be read.
  static let unreadable = DemoResponse.errors(500, "The demo photographs cannot be read")
}
