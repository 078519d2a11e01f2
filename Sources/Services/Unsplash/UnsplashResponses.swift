import FoundationEssentials
import Model
import ServiceAPI

/// A photo object, as in lists and in the response of `/photos/:id`.
struct UnsplashPhoto: Decodable {
  let photo: Photo

  private struct Links: Decodable {
    let html: WebPage?
    let downloadLocation: String?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      html = values.text("html").flatMap(WebPage.init)
      downloadLocation = values.text("download_location")
    }
  }

  private struct URLs: Decodable {
    let raw: String
  }

  private struct Sponsorship: Decodable {
    let tagline: String?
    let sponsor: UnsplashPerson?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      tagline = values.text("tagline")
      sponsor = values["sponsor"]
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let urls: URLs = try values.required("urls")
    let author: UnsplashPerson = try values.required("user")
    let width: Int = try values.required("width")
    let height: Int = try values.required("height")
    guard width > 0, height > 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no pixels")
      )
    }
    let links: Links? = values["links"]
    let sponsorship: Sponsorship? = values["sponsorship"]
    let created: String? = values["created_at"]
    let updated: String? = values["updated_at"]
    photo = Photo(
      id: Photo.ID(service: .unsplash, value: try values.name("id")),
      width: width,
      height: height,
      color: values.text("color").flatMap(Self.color),
      blurHash: values.text("blur_hash"),
      description: values.text("description"),
      altDescription: values.text("alt_description"),
      created: created.flatMap(CalendarDate.init(iso8601:)),
      updated: updated.flatMap(CalendarDate.init(iso8601:)),
      author: author.person,
      likes: values["likes"],
      isLiked: values["liked_by_user"] ?? false,
      picture: .derived(from: urls.raw),
      pageURL: links?.html,
      downloadLocation: links?.downloadLocation,
      sponsor: sponsorship.flatMap { $0.tagline ?? $0.sponsor?.person.name },
      // Only the demo service has this member. The real service has one licence for its photos.
      license: values.text("license"),
      collections: Self.collections(values),
      details: nil
    )
  }

  /// Returns the IDs of the user's own collections that contain the photo.
  ///
  /// `nil` if the response names none: according to its documentation, the service may omit them.
  private static func collections(_ values: LenientValues) -> Set<String>? {
    let all: LossyArray<UnsplashCollection>? = values["current_user_collections"]
    guard let all, !all.elements.isEmpty else { return nil }
    return Set(all.elements.prefix(collectionsLimit).map(\.id))
  }

  private static let collectionsLimit = 1_000

  /// Parses `#rrggbb` in either case as `0xRRGGBB`.
  private static func color(_ text: String) -> UInt32? {
    guard text.hasPrefix("#"), text.utf8.count == 7 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }
}

/// A photo object with the members that only `/photos/:id` has.
struct UnsplashFullPhoto: Decodable {
  let photo: Photo

  private struct Exif: Decodable {
    let camera: String?
    let exposure: String?
    let aperture: String?
    let focalLength: String?
    let iso: Int?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      let parts = [values.words("make"), values.words("model")].compactMap { $0 }
      let camera = values.words("name") ?? parts.joined(separator: " ")
      self.camera = camera.isEmpty ? nil : camera
      exposure = values.words("exposure_time")
      aperture = values.words("aperture")
      focalLength = values.words("focal_length")
      iso = values["iso"]
    }
  }

  private struct Location: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      let parts = [values.text("city"), values.text("country")].compactMap { $0 }
      text = values.text("name") ?? (parts.isEmpty ? nil : parts.joined(separator: ", "))
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let exif: Exif? = values["exif"]
    let location: Location? = values["location"]
    let tags: LossyArray<Tag>? = values["tags"]
    var photo = try UnsplashPhoto(from: decoder).photo
    photo.details = PhotoDetails(
      camera: exif?.camera,
      exposure: exif?.exposure,
      aperture: exif?.aperture,
      focalLength: exif?.focalLength,
      iso: exif?.iso,
      location: location?.text,
      views: values["views"],
      downloads: values["downloads"],
      categories: tags?.elements.prefix(Self.maxTags).map(\.title) ?? []
    )
    self.photo = photo
  }

  private static let maxTags = 20

  private struct Tag: Decodable {
    let title: String

    init(from decoder: any Decoder) throws {
      title = String(try LenientValues(decoder).name("title").prefix(100))
    }
  }
}

/// The response to a search.
struct UnsplashResults<Element: Decodable>: Decodable {
  let results: LossyArray<Element>
  let total: Int?
  /// The number of pages; 0 after the last page that the search can return.
  let pages: Int?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    results = try values.required("results")
    total = values["total"]
    pages = values["total_pages"]
  }
}

/// A user object: a photographer, or the response of `/me`.
struct UnsplashPerson: Decodable {
  let person: Person

  private struct Images: Decodable {
    let url: String?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      url = values.text("large") ?? values.text("medium") ?? values.text("small")
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let username = try values.name("username")
    let images: Images? = values["profile_image"]
    let links: UnsplashPageLink? = values["links"]
    person = Person(
      username: username,
      name: values.text("name") ?? username,
      bio: values.text("bio"),
      location: values.text("location"),
      avatarURL: images?.url,
      pageURL: links?.html,
      totalLikes: values["total_likes"],
      totalPhotos: values["total_photos"]
    )
  }
}

/// A topic object.
struct UnsplashTopic: Decodable {
  let id: String
  let slug: String
  let info: ListInfo

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let links: UnsplashPageLink? = values["links"]
    slug = try values.name("slug")
    id = values.text("id") ?? slug
    info = ListInfo(
      title: values.text("title") ?? slug,
      description: values.text("description"),
      total: values["total_photos"],
      pageURL: links?.html,
      cover: values.cover
    )
  }
}

/// A collection object.
struct UnsplashCollection: Decodable {
  let id: String
  let info: ListInfo

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let links: UnsplashPageLink? = values["links"]
    let owner: UnsplashPerson? = values["user"]
    id = try values.name("id")
    info = ListInfo(
      title: values.text("title") ?? id,
      description: values.text("description"),
      owner: owner?.person.name,
      total: values["total_photos"],
      pageURL: links?.html,
      cover: values.cover
    )
  }
}

extension LenientValues {
  /// The cover photo of a topic or a collection.
  fileprivate var cover: Cover? {
    let photo: UnsplashPhoto? = self["cover_photo"]
    return (photo?.photo).map {
      Cover($0.picture, width: $0.width, height: $0.height, color: $0.color, blurHash: $0.blurHash)
    }
  }
}

/// The links of an object that has a page on the website.
struct UnsplashPageLink: Decodable {
  let html: WebPage?

  init(from decoder: any Decoder) throws {
    html = try LenientValues(decoder).text("html").flatMap(WebPage.init)
  }
}

/// The response to a like or an unlike.
///
/// The photo object in the response has no photographer.
struct UnsplashLike: Decodable {
  /// The new number of likes.
  let likes: Int?
  private let photo: String
  private let isLiked: Bool?

  private struct LikedPhoto: Decodable {
    let id: String
    let likes: Int?
    let isLiked: Bool?

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      id = try values.required("id")
      likes = values["likes"]
      isLiked = values["liked_by_user"]
    }
  }

  init(from decoder: any Decoder) throws {
    let photo: LikedPhoto = try LenientValues(decoder).required("photo")
    self.photo = photo.id
    likes = photo.likes
    isLiked = photo.isLiked
  }

  /// Whether the response is about this photo and doesn't contradict the change.
  func confirms(_ id: Photo.ID, liked: Bool) -> Bool {
    photo == id.value && isLiked != !liked
  }
}
