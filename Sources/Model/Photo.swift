/// A service that photographs come from.
package struct ServiceID: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  package let name: String
  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }
}

/// A day of the Gregorian calendar, as a service dates a photograph.
package struct CalendarDate: Hashable, Sendable, Codable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date part of an ISO 8601 time such as `2022-08-27T09:11:00-04:00`.
  ///
  /// The day is the one the service wrote, in the offset it wrote it in; nil when it is not a date.
  package init?(iso8601 text: String) {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// One photograph, as every screen needs it.
///
/// Texts are as the service sent them, not yet inert.
package struct Photo: Identifiable, Equatable, Sendable {
  package struct ID: Hashable, Sendable {
    package let service: ServiceID
    package let value: String

    package init(service: ServiceID, value: String) {
      self.service = service
      self.value = value
    }
  }

  /// The shape of most photos, in place of an unknown size.
  package static let unmeasured = (width: 1_200, height: 800)

  package let id: ID
  /// Original width in pixels, after orientation.
  package var width: Int
  /// Original height in pixels, after orientation.
  package var height: Int
  /// `0xRRGGBB`, nil where the service gives none.
  package var color: UInt32?
  package var blurHash: String?
  package var description: String?
  package var altDescription: String?
  package var created: CalendarDate?
  package var updated: CalendarDate?
  package var author: Person
  /// Nil where the service no longer counts likes.
  package var likes: Int?
  package var isLiked: Bool
  package var picture: Picture
  /// The page of the photograph on the service's site, without attribution parameters; nil where
  /// none is known that may be handed out.
  package var pageURL: WebPage?
  /// The address to call once when the photograph is kept, where the service wants that.
  package var downloadLocation: String?
  /// The tagline of a sponsored photograph.
  package var sponsor: String?
  /// The licence it may be shown under, where the service names one for each photograph.
  package var license: String?
  /// The ids of the person's own collections that hold it; nil where that is not known.
  package var collections: Set<String>?
  /// What only the request for details brings; nil until asked.
  package var details: PhotoDetails?

  package init(
    id: ID,
    width: Int,
    height: Int,
    color: UInt32? = nil,
    blurHash: String? = nil,
    description: String? = nil,
    altDescription: String? = nil,
    created: CalendarDate? = nil,
    updated: CalendarDate? = nil,
    author: Person,
    likes: Int? = nil,
    isLiked: Bool = false,
    picture: Picture,
    pageURL: WebPage?,
    downloadLocation: String? = nil,
    sponsor: String? = nil,
    license: String? = nil,
    collections: Set<String>? = nil,
    details: PhotoDetails? = nil
  ) {
    self.id = id
    self.width = width.clamped(to: SanityLimits.side)
    self.height = height.clamped(to: SanityLimits.side)
    self.color = color.flatMap { $0 <= 0xFF_FFFF ? $0 : nil }
    self.blurHash = blurHash
    self.description = description
    self.altDescription = altDescription
    self.created = created
    self.updated = updated
    self.author = author
    self.likes = likes?.clamped(to: SanityLimits.count)
    self.isLiked = isLiked
    self.picture = picture
    self.pageURL = pageURL
    self.downloadLocation = downloadLocation
    self.sponsor = sponsor
    self.license = license
    self.collections = collections
    self.details = details
  }
}

/// What the detail pane shows beyond the feed's own answer; every part may be unknown.
package struct PhotoDetails: Equatable, Sendable {
  /// Maker and model, such as "Canon EOS 5D".
  package var camera: String?
  /// Seconds, as the camera writes it: "1/250".
  package var exposure: String?
  /// The f-number: "3.5".
  package var aperture: String?
  /// Millimetres: "30.0".
  package var focalLength: String?
  package var iso: Int?
  /// The place in words.
  package var location: String?
  package var views: Int?
  package var downloads: Int?

  package init(
    camera: String? = nil,
    exposure: String? = nil,
    aperture: String? = nil,
    focalLength: String? = nil,
    iso: Int? = nil,
    location: String? = nil,
    views: Int? = nil,
    downloads: Int? = nil
  ) {
    self.camera = camera
    self.exposure = exposure
    self.aperture = aperture
    self.focalLength = focalLength
    self.iso = iso?.clamped(to: SanityLimits.count)
    self.location = location
    self.views = views?.clamped(to: SanityLimits.count)
    self.downloads = downloads?.clamped(to: SanityLimits.count)
  }
}

/// A photographer, or the person who signed in.
package struct Person: Equatable, Sendable {
  package var username: String
  package var name: String
  package var bio: String?
  package var location: String?
  /// A square picture of at least 64 pixels, where the person has one.
  package var avatarURL: String?
  /// The page of the person on the service's site, without attribution parameters; nil where none
  /// is known that may be handed out.
  package var pageURL: WebPage?
  package var totalLikes: Int?
  package var totalPhotos: Int?

  package init(
    username: String,
    name: String,
    bio: String? = nil,
    location: String? = nil,
    avatarURL: String? = nil,
    pageURL: WebPage? = nil,
    totalLikes: Int? = nil,
    totalPhotos: Int? = nil
  ) {
    self.username = username
    self.name = name
    self.bio = bio
    self.location = location
    self.avatarURL = avatarURL
    self.pageURL = pageURL
    self.totalLikes = totalLikes?.clamped(to: SanityLimits.count)
    self.totalPhotos = totalPhotos?.clamped(to: SanityLimits.count)
  }
}

/// One page of a feed.
package struct Page: Equatable, Sendable {
  package var photos: [Photo]
  /// The number to ask for next, nil at the end of the feed.
  package var next: Int?
  /// The service's own count of the whole feed, where it gives one.
  package var total: Int?

  package init(photos: [Photo], next: Int?, total: Int? = nil) {
    self.photos = photos
    self.next = next?.clamped(to: SanityLimits.count)
    self.total = total?.clamped(to: SanityLimits.count)
  }
}

/// What is left of the service's hourly budget of requests, by its own last answer.
package struct RateBudget: Equatable, Sendable {
  package var limit: Int
  package var remaining: Int

  package init(limit: Int, remaining: Int) {
    self.limit = limit.clamped(to: SanityLimits.count)
    self.remaining = remaining.clamped(to: SanityLimits.count)
  }
}

/// A picture that can be asked of the picture store.
package enum PictureSource: Hashable, Sendable {
  case photo(Photo.ID)
  case avatar(String)
  /// The picture that stands for a list.
  case cover(ListID)
  /// A photo that ships with the program, by its index, three quarters of the way to a color.
  case bundled(Int, fading: UInt32)
}

/// The best that can be shown of a picture so far.
package enum PictureStatus: Equatable, Sendable {
  case color
  case blurHash
  case thumbnail
  case full
  case failed(Problem)
}

/// A picture as the store keeps it: what it shows, and how large it is wanted.
package struct PictureKey: Hashable, Sendable {
  package enum Use: Hashable, Sendable {
    /// A card's or an avatar's size.
    case thumbnail
    /// The full-screen view's size.
    case full
    /// A tile's size among the neighbours under the full-screen view, or on the search board.
    case strip
  }

  package var source: PictureSource
  package var use: Use

  package init(_ source: PictureSource, _ use: Use) {
    self.source = source
    self.use = use
  }
}

extension Photo {
  /// Whether the width and the height are the photo's own, rather than `unmeasured`.
  package var isMeasured: Bool { (width, height) != Self.unmeasured || picture.isMeasured }

  /// Width to height; 4:3 where it is not known.
  package var aspect: Double {
    guard width > 0, height > 0 else { return 4.0 / 3 }
    // Services may send any size; keep it within what can be laid out.
    return min(max(Double(width) / Double(height), 0.001), 1000)
  }
}
