import Canvas

/// The album of the demo service in VK's format: photos of the feed.
///
/// The first ones have every peculiarity of real responses.
struct VKAlbum {
  /// The number of photos; more than a page of the default size holds.
  static let count = 143

  /// The ID of the signed-in user.
  static let visitor = 1_000_001

  private let base: String
  private let content: DemoContent
  private let hearts: Set<Int>?

  /// Creates the album for one response.
  ///
  /// - Parameter hearts: The photos that the visitor likes; `nil` for responses without likes.
  init(service: DemoService, hearts: Set<Int>?) {
    base = service.encoder.base
    content = service.content
    self.hearts = hearts
  }

  /// Returns the number of likes of a photo, including the visitor's.
  static func likes(of index: Int, _ hearts: Set<Int>) -> Int {
    (index * 37) % 90 + 3 + (hearts.contains(index) ? 1 : 0)
  }

  /// The edge case that one of the first photos represents; the newest photo is number 0.
  enum EdgeCase: Int {
    /// A caption with lines, entities, and bytes that a terminal would interpret.
    case caption = 1
    case tiny, withoutNumbers, withoutLargest, fractions, bare, newLetter, wide, withoutSizes
  }

  // MARK: Methods

  /// The albums, with the positions of their photos in the first album, newest first.
  private static let albums: [(id: Int, title: String, members: [Int])] = [
    (VKPart.album, "Mobile Up", Array(0..<count)),
    (266_276_915, "Spring &amp; summer", Array(stride(from: 9, to: count, by: 5))),
    (266_276_916, "Behind the scenes", Array(stride(from: 10, to: count, by: 11))),
    (1, "Empty", []),
  ]

  static func has(_ album: String) -> Bool { albums.contains { "\($0.id)" == album } }

  /// Returns the response of `photos.get`: newest first with `rev=1`; 50 photos by default.
  func photos(_ fields: FormFields, _ faults: CallFaults) -> JSON {
    let album = Self.albums.first { "\($0.id)" == fields["album_id"] }
    let members = album?.members ?? []
    let order = fields["rev"] == "1" ? members : members.reversed()
    return page(order, fields, usual: 50, most: 1_000, faults)
  }

  /// Returns the response of `photos.getAll`: always newest first; 20 photos by default.
  func all(_ fields: FormFields, _ faults: CallFaults) -> JSON {
    page(Array(0..<Self.count), fields, usual: 20, most: 200, faults)
  }

  private func page(
    _ members: [Int],
    _ fields: FormFields,
    usual: Int,
    most: Int,
    _ faults: CallFaults
  ) -> JSON {
    let order = faults.has(.empty) ? [] : members
    let total = order.count
    let offset = min(total, max(0, fields["offset"].flatMap { Int($0) } ?? 0))
    let wanted = min(most, max(0, fields["count"].flatMap { Int($0) } ?? usual))
    var items = order[offset...].prefix(wanted).map { photo($0) }
    if faults.has(.brokenItem), !items.isEmpty { items[items.count / 2] = ["id": nil, "sizes": 1] }
    return ["count": .int(total), "items": .array(items), "next_from": ""]
  }

  /// Returns the response of `photos.getById`: the existing photos of a list such as `-1_2,-1_3`.
  func photos(named fields: FormFields) -> JSON {
    let names = (fields["photos"] ?? "").split(separator: ",")
    return .array(names.compactMap { Self.index(of: "photo" + $0) }.map(photo))
  }

  /// Returns the response of `photos.getAlbums`: all albums, or those with the listed IDs.
  func albums(_ fields: FormFields) -> JSON {
    let wanted = fields["album_ids"].map { $0.split(separator: ",").map(String.init) }
    let found = Self.albums.filter { wanted?.contains("\($0.id)") ?? true }
    let hasCovers = fields["need_covers"] == "1"
    let items: [JSON] = found.map { album in
      let members: JSON = [
        "id": .int(album.id), "owner_id": .int(VKPart.owner), "title": .string(album.title),
        "description": album.id == VKPart.album ? "Photographs of the demo service" : "",
        "size": .int(album.members.count), "created": 1_600_000_000,
        "thumb_id": .int(album.members.first.map { Self.id(of: $0) } ?? 0),
      ]
      guard hasCovers, let first = album.members.first else { return members }
      return members.adding(cover(first, hasSizes: fields["photo_sizes"] == "1"))
    }
    return ["count": .int(items.count), "items": .array(items)]
  }

  /// Returns the members that show an album's first photo.
  private func cover(_ index: Int, hasSizes: Bool) -> [(String, JSON)] {
    let item = content.item(index)
    let size = Self.size(of: item)
    guard !hasSizes else { return [("sizes", .array(sizes(of: item, size, nil)))] }
    return [("thumb_src", .string(address(of: item, fit(size, 130, 130))))]
  }

  /// Returns the response of `users.get`.
  ///
  /// Without IDs, the response has the signed-in user, or no user for a service key.
  func users(_ fields: FormFields, isPersonal: Bool) -> JSON {
    let asked = fields["user_ids"].map { $0.split(separator: ",").compactMap { Int($0) } }
    let ids = asked ?? (isPersonal ? [Self.visitor] : [])
    let avatar = "\(base)/profile-\(content.visitor.index)?fit=crop&w=200&h=200"
    return .array(
      ids.map {
        [
          "id": .int($0), "first_name": "Demo", "last_name": "Visitor", "is_closed": false,
          "photo_200": .string(avatar), "status": "Looks at photographs in a terminal.",
          "city": ["id": 1, "title": "Localhost"],
        ]
      }
    )
  }

  /// Returns the response of `groups.getById`: the existing groups among the listed IDs.
  func groups(_ fields: FormFields) -> JSON {
    let ids = (fields["group_ids"] ?? "").split(separator: ",").compactMap { Int($0) }
    let groups: [JSON] = ids.filter { $0 == -VKPart.owner }.map {
      [
        "id": .int($0), "name": "MobileUp &amp; friends", "screen_name": "mobileup_studio",
        "is_closed": 0, "type": "page",
      ]
    }
    return ["groups": .array(groups), "profiles": .array([])]
  }

  // MARK: Photos

  /// Returns the position in the album for a name such as `photo-1_2`.
  static func index(of name: String) -> Int? {
    let parts = name.split(separator: "_")
    guard parts.count >= 2, parts[0] == "photo\(VKPart.owner)", let id = Int(parts[1]) else {
      return nil
    }
    // Any other number could overflow the subtraction.
    guard (firstID + 1...firstID + count).contains(id) else { return nil }
    return firstID + count - id
  }

  private static let firstID = 457_239_000

  private static func id(of index: Int) -> Int { firstID + count - index }

  /// Returns the size of the uploaded file in pixels.
  static func size(of item: DemoItem) -> Size {
    switch EdgeCase(rawValue: item.index) {
    case .tiny: Size(102, 249)
    case .wide: Size(1280, 720)
    default: item.size
    }
  }

  private func photo(_ index: Int) -> JSON {
    let item = content.item(index)
    let edgeCase = EdgeCase(rawValue: index)
    let size = Self.size(of: item)
    var members: [(String, JSON)] = [
      ("album_id", .int(VKPart.album)), ("date", .int(item.created)),
      ("id", .int(Self.id(of: index))),
      ("owner_id", .int(VKPart.owner)), ("has_tags", false),
    ]
    if edgeCase != .withoutSizes {
      members.append(("sizes", .array(sizes(of: item, size, edgeCase))))
    }
    if edgeCase != .bare {
      members += [("text", .string(text(of: item, edgeCase))), ("user_id", 100)]
      let original = entry(item, "base", size, isOriginal: true, edgeCase)
      if edgeCase != .withoutSizes { members.append(("orig_photo", original)) }
    }
    if let hearts {
      members.append(
        (
          "likes",
          [
            "count": .int(Self.likes(of: index, hearts)),
            "user_likes": .int(hearts.contains(index) ? 1 : 0),
          ]
        )
      )
    }
    return .object(members)
  }

  private func text(of item: DemoItem, _ edgeCase: EdgeCase?) -> String {
    guard edgeCase == .caption else { return content.sources[item.source].title.ru }
    return "Line one\nTom &amp; Jerry &#128522; &quot;hi&quot;\u{1B}[31m\u{7}\u{202E}end"
  }

  /// Returns the sizes in the service's current format and order.
  private func sizes(of item: DemoItem, _ size: Size, _ edgeCase: EdgeCase?) -> [JSON] {
    let fitted: [(String, Int, Int)] = [
      ("s", 75, 75), ("m", 130, 130), ("x", 604, 604), ("y", 807, 807), ("z", 1280, 1080),
      ("w", 2560, 2160),
    ]
    let cropped = [("o", 130), ("p", 200), ("q", 320), ("r", 510)]
    var entries = fitted.filter { !($0.0 == "w" && edgeCase == .withoutLargest) }.map {
      name,
      width,
      height in
      entry(
        item,
        edgeCase == .newLetter && name == "y" ? "k1" : name,
        fit(size, width, height),
        edgeCase
      )
    }
    entries += cropped.map { name, width in entry(item, name, crop(size, width), edgeCase) }
    return entries
  }

  /// Fits a size into a box without enlarging it.
  private func fit(_ size: Size, _ width: Int, _ height: Int) -> Size {
    let scale = min(
      1,
      Double(width) / Double(size.width),
      Double(height) / Double(size.height)
    )
    return Size(
      max(1, Int((Double(size.width) * scale).rounded())),
      max(1, Int((Double(size.height) * scale).rounded()))
    )
  }

  /// Returns a size with this width.
  ///
  /// Photos wider than 3:2 are cropped to 3:2.
  private func crop(_ size: Size, _ width: Int) -> Size {
    let isWide = size.width * 2 > size.height * 3
    let shape = isWide ? Size(size.height * 3 / 2, size.height) : size
    return fit(shape, width, .max)
  }

  private func entry(
    _ item: DemoItem,
    _ name: String,
    _ size: Size,
    isOriginal: Bool = false,
    _ edgeCase: EdgeCase?
  ) -> JSON {
    func number(_ side: Int) -> JSON {
      switch edgeCase {
      case .withoutNumbers: 0
      case .fractions: .number(Double(side))
      default: .int(side)
      }
    }
    return [
      "height": number(size.height),
      "type": .string(name),
      "width": number(size.width),
      "url": .string(address(of: item, isOriginal ? nil : size)),
    ]
  }

  /// Returns the URL of a size; `nil` for the uploaded file.
  private func address(of item: DemoItem, _ size: Size?) -> String {
    let original = "\(base)/vk/img/\(item.index).jpg?quality=95&as=32x21,48x32&from=bu"
    return size.map { original + "&cs=\($0.width)x\($0.height)" } ?? original
  }
}
