import FoundationEssentials
import Platform

// The visitor's own collections, which can be created and changed.
extension DemoService {
  /// The maximum length of a collection's title, in characters.
  private static let titleLimit = 60

  func makeCollection(_ call: DemoCall) -> DemoResponse {
    if let refusal = refusal(of: call.caller) { return refusal }
    let fields = call.request.fields
    guard let title = fields["title"] else { return .errors(400, "title is missing") }
    guard !title.isEmpty else { return .errors(422, "Title can't be blank") }
    guard title.count <= Self.titleLimit else {
      return .errors(422, "Title is too long (maximum is \(Self.titleLimit) characters)")
    }
    let made = state.withLock {
      $0.collected.make(
        title,
        fields["description"],
        isPrivate: fields["private"] == "true",
        by: content.visitor
      )
    }
    guard let made else { return .errors(422, "You have too many collections") }
    return .json(201, collectionJSON(made))
  }

  /// Adds a photo to a collection or removes it.
  ///
  /// Repeating the call changes nothing.
  func collect(_ call: DemoCall) async -> DemoResponse {
    let isIn = call.isPost
    let photo = (isIn ? call.request.fields : call.request.query)["photo_id"]
    if let refusal = refusal(of: call.caller) { return refusal }
    guard let photo, !photo.isEmpty else { return .errors(400, "photo_id is missing") }
    guard let collection = collection(named: call.name, for: call.caller) else {
      return .errors(404, "Couldn't find Collection")
    }
    guard collection.owner.index == content.visitor.index else {
      return Refusal.missingScope.answer
    }
    guard let item = item(photo), !call.faults.has(.deleted(item.id)) else {
      return .errors(404, "Couldn't find Photo")
    }
    guard let summary = try? await imageRenderer.summaries(of: [item]).first else {
      return .unreadable
    }
    let others = photos(of: collection).filter { $0 != item.index }
    let photos = isIn ? [item.index] + others : others
    state.withLock { $0.collected.set(photos, in: collection) }
    let encoder = encoder
    let template = JSONTemplate([
      "photo": encoder.photo(item, summary).adding([
        ("user", encoder.user(content.owner(of: item)))
      ]),
      "collection": collectionJSON(collection),
      "user": encoder.user(content.visitor),
      "created_at": .string(Timestamp.photograph(Int(options.now()))),
    ])
    return .json(isIn ? 201 : 200, filled(template, item, call.caller))
  }

  private func refusal(of caller: Caller) -> DemoResponse? {
    guard caller.isUser else { return Refusal.invalidToken.answer }
    return caller.may("write_collections") ? nil : Refusal.missingScope.answer
  }

  // MARK: Contents

  /// Returns the collections of a user that the caller may see, newest first.
  func collections(of person: DemoPerson, for caller: Caller) -> [DemoCollection] {
    let all = content.collections(of: person)
    guard person.index == content.visitor.index else { return all }
    return state.withLock { $0.collected.made }.filter { isSeen($0, by: caller) } + all
  }

  func collection(named id: String, for caller: Caller) -> DemoCollection? {
    if let known = content.collection(id) { return known }
    return state.withLock { $0.collected.made }.first { $0.id == id && isSeen($0, by: caller) }
  }

  private func isSeen(_ collection: DemoCollection, by caller: Caller) -> Bool {
    !collection.isPrivate || caller.may("read_collections")
  }

  /// Returns the indices of a collection's photos.
  func photos(of collection: DemoCollection) -> [Int] {
    if let changed = state.withLock({ $0.collected.photos[collection.id] }) { return changed }
    if let known = memberships.withLock({ $0[collection.id] }) { return known }
    let photos = content.photos(of: collection)
    memberships.withLock { $0[collection.id] = photos }
    return photos
  }

  /// Returns the JSON of the visitor's collections that contain each photo, by the photo's index.
  func ownCollections(of items: [Int], for caller: Caller) -> [Int: [UInt8]] {
    guard caller.isUser else { return [:] }
    var found: [Int: [JSON]] = [:]
    let wanted = Set(items)
    for collection in collections(of: content.visitor, for: caller) {
      let own = Set(photos(of: collection)).intersection(wanted)
      for index in own { found[index, default: []].append(briefJSON(collection)) }
    }
    return found.mapValues { JSON.array($0).bytes }
  }

  // MARK: Encoding

  func collectionJSON(_ collection: DemoCollection) -> JSON {
    briefJSON(collection).adding([
      ("user", encoder.user(collection.owner)),
      ("cover_photo", cover(of: photos(of: collection))),
      ("preview_photos", nil),
    ])
  }

  /// Encodes a collection as in `current_user_collections` of a photo.
  private func briefJSON(_ collection: DemoCollection) -> JSON {
    let base = encoder.base
    let time = Timestamp.photograph(1_790_000_000 + collection.day * 3_600)
    let count = photos(of: collection).count
    return [
      "id": .string(collection.id),
      "title": .string(collection.title),
      "description": .optional(collection.description),
      "published_at": .string(time),
      "last_collected_at": count == 0 ? nil : .string(time),
      "updated_at": .string(time),
      "featured": false,
      "curated": false,
      "total_photos": .int(count),
      "private": .bool(collection.isPrivate),
      "share_key": .string("demo-\(collection.id)"),
      "tags": [],
      "links": [
        "self": "\(base)/collections/\(collection.id)",
        "html": "\(base)/collections/\(collection.id)",
        "photos": "\(base)/collections/\(collection.id)/photos",
        "related": "\(base)/collections/\(collection.id)/related",
      ],
    ]
  }
}

extension DemoRequest {
  /// The fields of the query and the body, which is a form or a JSON object.
  ///
  /// Booleans are strings.
  var fields: FormFields {
    var fields = query
    guard contentType?.hasPrefix("application/json") == true else {
      fields.append(form)
      return fields
    }
    let members = try? JSONDecoder().decode([String: Member].self, from: Data(body))
    fields.append(FormFields((members ?? [:]).map { ($0.key, $0.value.text) }))
    return fields
  }

  private struct Member: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text =
        (try? value.decode(String.self)) ?? (try? value.decode(Bool.self)).map { "\($0)" } ?? ""
    }
  }
}
