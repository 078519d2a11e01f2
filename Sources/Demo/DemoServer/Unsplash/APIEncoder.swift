import Canvas

/// An encoder of photos and users in the format of the Unsplash API.
///
/// Credits (name, title, description, licence, source, location) are true. Figures, dates and
/// camera settings are derived from the seed. They are null as often as the real service's.
struct APIEncoder: Sendable {
  let base: String
  let content: DemoContent
  private let totals: [Int]

  init(base: String, content: DemoContent) {
    self.base = base
    self.content = content
    totals = content.totals
  }

  private var random: SeededRandom { content.random }

  // MARK: Photos

  /// Encodes a photo as in lists, without its user.
  ///
  /// `ixid`, likes and collections are gaps.
  func photo(_ item: DemoItem, _ summary: DemoImageRenderer.ImageSummary) -> JSON {
    let source = content.sources[item.source]
    return [
      "id": .string(item.id),
      "slug": .string(item.slug),
      "alternative_slugs": .object(
        ["en", "es", "ja", "fr", "it", "ko", "de", "pt", "id"].map { ($0, .string(item.slug)) }
      ),
      "created_at": .string(Timestamp.photograph(item.created)),
      "updated_at": .string(Timestamp.photograph(item.created + 3600 * 30)),
      "promoted_at": chance(0.77, .promotion, item)
        ? .string(Timestamp.photograph(item.created + 3600 * 5)) : nil,
      "width": .int(item.size.width),
      "height": .int(item.size.height),
      "color": item.kind == .withoutColor ? nil : .string(summary.color),
      "blur_hash": item.kind == .withoutHash ? nil : .string(summary.blurHash),
      "description": description(item, source),
      "alt_description": chance(0.86, .alternative, item)
        ? .string(Self.plain(source.description.en)) : nil,
      "breadcrumbs": [],
      "urls": urls(item),
      "links": [
        "self": "\(base)/photos/\(item.slug)",
        "html": "\(base)/view/\(item.slug)",
        "download": .tracked("\(base)/view/\(item.id)/download?ixid=", ""),
        "download_location": .tracked("\(base)/photos/\(item.id)/download?ixid=", ""),
      ],
      "likes": .slot(.likes),
      "liked_by_user": .slot(.isLiked),
      "bookmarked": false,
      "current_user_collections": .slot(.collections),
      "sponsorship": item.kind == .sponsored ? sponsorship : nil,
      "topic_submissions": [:],
      "asset_type": item.kind == .illustration ? "illustration" : "photo",
      "license": .string(source.license),
      "license_url": .optional(source.licenseURL),
      "source_url": .optional(source.sourceURL),
    ]
  }

  /// Returns the number of likes of a photo without the visitor's.
  func likes(of item: DemoItem) -> Int {
    let share = random.unit(.likes, item.index)
    return Int(share * share * share * 4000) + 2
  }

  /// Returns the additional members at a photo's own URL.
  func details(of item: DemoItem) -> [(String, JSON)] {
    let source = content.sources[item.source]
    let views = Int(random.unit(.views, item.index) * 900_000) + 1200
    return [
      ("exif", exif(item)),
      ("location", location(source.location)),
      ("meta", ["index": true]),
      ("public_domain", .bool(source.license.hasSuffix("Public-Domain"))),
      ("tags", .array(tags(source))),
      ("tags_preview", .array(tags(source))),
      ("views", .int(views)),
      ("downloads", .int(views / 90)),
      ("topics", []),
      ("show_on_profile", true),
    ]
  }

  /// Returns the URL that `/photos/:id/download` responds with.
  ///
  /// The real service's URL has no `ixid` either.
  func downloadURL(_ item: DemoItem) -> String {
    "\(base)/photo-\(item.id)?ixlib=rb-4.1.0&q=85&fm=jpg&crop=entropy&cs=srgb"
  }

  /// Encodes a photo as the cover of a list.
  ///
  /// The cover doesn't depend on the caller, so `liked_by_user` is missing.
  func cover(_ item: DemoItem) -> JSON {
    guard case .object(let urls) = urls(item) else { return nil }
    return [
      "id": .string(item.id),
      "slug": .string(item.slug),
      "created_at": .string(Timestamp.photograph(item.created)),
      "updated_at": .string(Timestamp.photograph(item.created + 3600 * 30)),
      "width": .int(item.size.width),
      "height": .int(item.size.height),
      "promoted_at": nil,
      "color": nil,
      "blur_hash": nil,
      "description": nil,
      "urls": .object(
        urls.map { name, url in
          guard case .tracked(let start, let end) = url else { return (name, url) }
          return (name, .string(start + "cover" + end))
        }
      ),
      "links": [
        "self": "\(base)/photos/\(item.slug)",
        "html": "\(base)/view/\(item.slug)",
        "download": "\(base)/view/\(item.id)/download",
        "download_location": "\(base)/photos/\(item.id)/download",
      ],
      "likes": .int(likes(of: item)),
      "current_user_collections": [],
      "user": user(content.owner(of: item)),
    ]
  }

  private func urls(_ item: DemoItem) -> JSON {
    let head = "\(base)/photo-\(item.id)?"
    func sized(_ width: Int) -> JSON {
      .tracked(
        "\(head)crop=entropy&cs=tinysrgb&fit=max&fm=jpg&ixid=",
        "&ixlib=rb-4.1.0&q=80&w=\(width)"
      )
    }
    return [
      "raw": .tracked("\(head)ixid=", "&ixlib=rb-4.1.0"),
      "full": .tracked("\(head)crop=entropy&cs=srgb&fm=jpg&ixid=", "&ixlib=rb-4.1.0&q=85"),
      "regular": sized(1080),
      "small": sized(400),
      "thumb": sized(200),
      "small_s3": "\(base)/s3/small/photo-\(item.id)",
    ]
  }

  private func description(_ item: DemoItem, _ source: SourcePhoto) -> JSON {
    guard chance(0.6, .description, item) else { return nil }
    switch random.pick(12, .language, item.index) {
    case 0: return .string(source.description.ru)
    case 1: return .string("\(source.title.en)\n\n\(source.description.en)")
    case 2...6: return .string(source.title.en)
    default: return .string(source.description.en)
    }
  }

  private func chance(_ share: Double, _ purpose: SeededRandom.Purpose, _ item: DemoItem) -> Bool {
    random.unit(purpose, item.index) < share
  }

  private var sponsorship: JSON {
    [
      "impression_urls": [],
      "tagline": "Photographs that are free to share",
      "tagline_url": "\(base)/@demo_sponsor",
      "sponsor": user(content.sponsor),
    ]
  }

  private func exif(_ item: DemoItem) -> JSON {
    let cameras = [
      ("Canon", "EOS 5D Mark IV"), ("NIKON CORPORATION", " D750"), ("SONY", "ILCE-7M3"),
    ]
    let (make, model) = cameras[random.pick(cameras.count, .exif, item.index)]
    let isKnown = item.index % 7 != 3
    let known = { (text: String) -> JSON in isKnown ? .string(text) : nil }
    return [
      "make": known(make),
      "model": known(model),
      "name": known("\(make), \(model)"),
      "exposure_time": known(["1/60", "1/250", "1/800"][item.index % 3]),
      "aperture": known(["2.8", "4.0", "8.0", "11.0"][item.index % 4]),
      "focal_length": known(["24.0", "50.0", "85.0", "200.0", "35.0"][item.index % 5]),
      "iso": isKnown ? .int([100, 200, 400, 1600][item.index % 4]) : nil,
    ]
  }

  private func location(_ location: DemoLocation?) -> JSON {
    [
      "name": .optional(location?.name),
      "city": .optional(location?.city),
      "country": .optional(location?.country),
      "position": [
        "latitude": .optional(location?.latitude), "longitude": .optional(location?.longitude),
      ],
    ]
  }

  private func tags(_ source: SourcePhoto) -> [JSON] {
    source.tags.en.split(separator: " ").map {
      ["type": "search", "title": .string(String($0))]
    }
  }

  /// Turns "A red panda on a branch." into the style of alternative texts: "a red panda on a
  /// branch".
  private static func plain(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

// MARK: People
extension APIEncoder {
  /// Encodes a user as in photos.
  func user(_ person: DemoPerson, totalLikes: Int = 0) -> JSON {
    let own = "\(base)/users/\(person.username)"
    return [
      "id": .string(person.id),
      "updated_at": "2026-10-30T08:15:00Z",
      "username": .string(person.username),
      "name": .string(person.name),
      "first_name": .string(person.firstName),
      "last_name": .optional(person.lastName),
      "twitter_username": nil,
      "portfolio_url": .optional(person.portfolio),
      "bio": .optional(person.bio),
      "location": .optional(person.location),
      "links": [
        "self": .string(own),
        "html": "\(base)/@\(person.username)",
        "photos": "\(own)/photos",
        "likes": "\(own)/likes",
        "portfolio": "\(own)/portfolio",
      ],
      "profile_image": [
        "small": avatar(person, 32), "medium": avatar(person, 64), "large": avatar(person, 128),
      ],
      "instagram_username": nil,
      "total_collections": .int(content.collections(of: person).count),
      "total_likes": .int(totalLikes),
      "total_photos": .int(totals[person.index]),
      "total_promoted_photos": .int(totals[person.index] * 3 / 4),
      "total_illustrations": 0,
      "total_free_illustrations": 0,
      "total_promoted_illustrations": 0,
      "accepted_tos": true,
      "for_hire": false,
      "social": [
        "instagram_username": nil,
        "portfolio_url": .optional(person.portfolio),
        "twitter_username": nil,
        "paypal_email": nil,
      ],
    ]
  }

  /// Encodes a user as at the user's own URL.
  func fullUser(_ person: DemoPerson, totalLikes: Int = 0) -> JSON {
    user(person, totalLikes: totalLikes).adding([
      ("followed_by_user", false),
      ("photos", []),
      ("badge", nil),
      ("tags", ["custom": [], "aggregated": []]),
      ("followers_count", .int(person.index * 7)),
      ("following_count", 0),
      ("allow_messages", false),
      ("numeric_id", .int(1000 + person.index)),
      ("downloads", .int(totals[person.index] * 340)),
      ("meta", ["index": true]),
    ])
  }

  /// Encodes the signed-in user.
  func me(totalLikes: Int) -> JSON {
    fullUser(content.visitor, totalLikes: totalLikes).adding([
      ("uid", "demo-visitor"),
      ("confirmed", true),
      ("uploads_remaining", 10),
      ("unlimited_uploads", false),
      ("email", "demo@example.com"),
    ])
  }

  private func avatar(_ person: DemoPerson, _ side: Int) -> JSON {
    .string(
      "\(base)/profile-\(person.index)?ixlib=rb-4.1.0&crop=faces&fit=crop&w=\(side)&h=\(side)"
    )
  }
}
