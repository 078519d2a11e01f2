import Canvas

/// The album of the demo service, in VK's words: photographs of the feed, and among the first of
/// them every oddity that the real answers have.
struct VKAlbum {
  /// More than one page has.
  static let count = 143

  private let base: String
  private let catalog: Catalog

  init(service: DemoService) {
    base = service.describer.base
    catalog = service.catalog
  }

  /// What is odd about one of the first photographs; the newest is 0.
  enum Oddity: Int {
    /// A caption with lines, entities and bytes that a terminal would act on.
    case caption = 1
    case tiny, withoutNumbers, withoutLargest, fractions, bare, newLetter, wide, withoutSizes
  }

  // MARK: Answers

  /// `photos.get`: newest first with `rev=1`; 50 where no count is asked for.
  func photos(_ fields: FormFields, _ strikes: Strikes) -> JSON {
    let total = strikes.isEmpty ? 0 : Self.count
    let offset = min(total, max(0, fields["offset"].flatMap { Int($0) } ?? 0))
    let wanted = min(1_000, max(0, fields["count"].flatMap { Int($0) } ?? 50))
    let order = fields["rev"] == "1" ? Array(0..<total) : (0..<total).reversed()
    var items = order[offset...].prefix(wanted).map(photo)
    if strikes.hasBrokenItem, !items.isEmpty { items[items.count / 2] = ["id": nil, "sizes": 1] }
    return ["count": .int(total), "items": .array(items), "next_from": ""]
  }

  /// `photos.getById`: those of a list of `owner_id` that there are.
  func photos(named fields: FormFields) -> JSON {
    let names = (fields["photos"] ?? "").split(separator: ",")
    return .array(names.compactMap { Self.index(of: "photo" + $0) }.map(photo))
  }

  /// `photos.getAlbums`: the album, and one with nothing in it.
  var albums: JSON {
    func album(_ id: Int, _ title: String, _ size: Int) -> JSON {
      [
        "id": .int(id), "owner_id": .int(VKPart.owner), "title": .string(title),
        "size": .int(size), "thumb_id": .int(size == 0 ? 0 : Self.id(of: 0)),
      ]
    }
    return [
      "count": 2,
      "items": [album(VKPart.album, "Mobile Up", Self.count), album(1, "Empty", 0)],
    ]
  }

  /// `users.get`: nobody where nobody is asked for, as with a service key.
  static func users(_ fields: FormFields) -> JSON {
    let ids = (fields["user_ids"] ?? "").split(separator: ",").compactMap { Int($0) }
    return .array(
      ids.map {
        ["id": .int($0), "first_name": "Demo", "last_name": "Visitor", "is_closed": false]
      }
    )
  }

  // MARK: Photographs

  /// The place in the album of a name such as `photo-1_2`.
  static func index(of name: String) -> Int? {
    let parts = name.split(separator: "_")
    guard parts.count >= 2, parts[0] == "photo\(VKPart.owner)", let id = Int(parts[1]) else {
      return nil
    }
    let index = firstID + count - id
    return (0..<count).contains(index) ? index : nil
  }

  private static let firstID = 457_239_000

  private static func id(of index: Int) -> Int { firstID + count - index }

  /// The pixels of the uploaded file.
  static func size(of item: DemoItem) -> Size {
    switch Oddity(rawValue: item.index) {
    case .tiny: Size(102, 249)
    case .wide: Size(1280, 720)
    default: item.size
    }
  }

  private func photo(_ index: Int) -> JSON {
    let item = catalog.item(index)
    let oddity = Oddity(rawValue: index)
    let size = Self.size(of: item)
    var members: [(String, JSON)] = [
      ("album_id", .int(VKPart.album)), ("date", .int(item.created)),
      ("id", .int(Self.id(of: index))),
      ("owner_id", .int(VKPart.owner)), ("has_tags", false),
    ]
    if oddity != .withoutSizes { members.append(("sizes", .array(sizes(of: item, size, oddity)))) }
    if oddity != .bare {
      members += [("text", .string(text(of: item, oddity))), ("user_id", 100)]
      let original = entry(item, "base", size, isOriginal: true, oddity)
      if oddity != .withoutSizes { members.append(("orig_photo", original)) }
    }
    return .object(members)
  }

  private func text(of item: DemoItem, _ oddity: Oddity?) -> String {
    guard oddity == .caption else { return catalog.sources[item.source].title.ru }
    return "Line one\nTom &amp; Jerry &#128522; &quot;hi&quot;\u{1B}[31m\u{7}\u{202E}end"
  }

  /// The sizes as they are today, in the service's order.
  private func sizes(of item: DemoItem, _ size: Size, _ oddity: Oddity?) -> [JSON] {
    let fitted: [(String, Int, Int)] = [
      ("s", 75, 75), ("m", 130, 130), ("x", 604, 604), ("y", 807, 807), ("z", 1280, 1080),
      ("w", 2560, 2160),
    ]
    let cropped = [("o", 130), ("p", 200), ("q", 320), ("r", 510)]
    var entries = fitted.filter { !($0.0 == "w" && oddity == .withoutLargest) }.map {
      name,
      width,
      height in
      entry(
        item,
        oddity == .newLetter && name == "y" ? "k1" : name,
        fit(size, width, height),
        oddity
      )
    }
    entries += cropped.map { name, width in entry(item, name, crop(size, width), oddity) }
    return entries
  }

  /// Never larger than the original.
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

  /// So wide, and cut to 3:2 where the photograph is wider than that.
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
    _ oddity: Oddity?
  ) -> JSON {
    let address = "\(base)/vk/img/\(item.index).jpg?quality=95&as=32x21,48x32&from=bu"
    func number(_ side: Int) -> JSON {
      switch oddity {
      case .withoutNumbers: 0
      case .fractions: .number(Double(side))
      default: .int(side)
      }
    }
    return [
      "height": number(size.height),
      "type": .string(name),
      "width": number(size.width),
      "url": .string(isOriginal ? address : address + "&cs=\(size.width)x\(size.height)"),
    ]
  }
}
