import Canvas
import Platform

// Likes and users.
extension DemoService {
  /// Likes or unlikes a photo.
  ///
  /// Repeating the call changes nothing.
  func like(_ call: DemoCall) async -> DemoResponse {
    let isLiked = call.isPost
    if let status = call.faults.likesGone { return .errors(status, "Unable to find endpoint") }
    guard call.caller.isUser else { return Refusal.invalidToken.answer }
    guard call.caller.may("write_likes") else { return Refusal.missingScope.answer }
    guard let item = item(call.name), !call.faults.has(.deleted(item.id)) else {
      return .errors(404, "Couldn't find Photo")
    }
    guard let summary = try? await imageRenderer.summaries(of: [item]).first else {
      return .unreadable
    }
    let total = state.withLock { state in
      if !isLiked {
        state.likes.removeAll { $0 == item.index }
      } else if !state.likes.contains(item.index) {
        state.likes.insert(item.index, at: 0)
      }
      return state.likes.count
    }
    if call.faults.has(.emptyLikes) { return DemoResponse(204, type: "application/json", body: []) }
    let encoder = encoder
    let template = JSONTemplate([
      "photo": encoder.photo(item, summary),
      "user": encoder.user(content.visitor, totalLikes: total),
    ])
    return .json(isLiked ? 201 : 200, filled(template, item, call.caller))
  }

  func me(_ caller: Caller) -> DemoResponse {
    guard caller.isUser else { return Refusal.invalidToken.answer }
    guard caller.may("read_user") else { return Refusal.missingScope.answer }
    return .json(200, encoder.me(totalLikes: state.withLock { $0.likes.count }))
  }

  func user(_ name: String) -> DemoResponse {
    guard let person = person(name) else { return .errors(404, "Couldn't find User") }
    let likes =
      person.index == content.visitor.index
      ? state.withLock { $0.likes.count } : content.likes(of: person).count
    return .json(200, encoder.fullUser(person, totalLikes: likes))
  }
}

// Pages for browsers.
extension DemoService {
  func view(_ item: DemoItem) -> DemoResponse {
    let source = content.sources[item.source]
    return WebPages.view(
      title: source.title.en,
      text: source.description.en,
      picture: "/photo-\(item.id)?w=1080&fit=max",
      credit: "Photo by \(source.author), \(source.license). Cropped and toned for this demo."
    )
  }

  func profile(_ person: DemoPerson) -> DemoResponse {
    WebPages.profile(
      name: person.name,
      bio: person.bio ?? "",
      pictures: content.photos(of: person).prefix(12).map {
        "/photo-\(content.item($0).id)?w=200&h=200&fit=crop"
      }
    )
  }
}
