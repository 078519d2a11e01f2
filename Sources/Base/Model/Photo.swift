/// The identity of a photo service.
package struct ServiceID: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  package let name: String
  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }
}

/// A day of the Gregorian calendar: the date of a photo as the service reports it.
package struct CalendarDate: Hashable, Sendable, Codable {
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, 1 to 31.
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses the date part of an ISO 8601 time such as `2022-08-27T09:11:00-04:00`.
  ///
  /// The day is taken as written, in the service's own UTC offset. Returns `nil` if the text has no
  /// valid date.
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

/// A photo and its data, as shared by all screens.
///
/// Texts are as the service sent them; control characters aren't removed yet.
package struct Photo: Identifiable, Equatable, Sendable {
  package struct ID: Hashable, Sendable {
    package let service: ServiceID
    package let value: String

    package init(service: ServiceID, value: String) {
      self.service = service
      self.value = value
    }
  }

  /// The size assumed if the service reports none: the aspect ratio of most photos, 3:2.
  package static let unmeasured = (width: 1_200, height: 800)

  package let id: ID
  /// The original's width in pixels, after rotation by its orientation tag.
  package var width: Int
  /// The original's height in pixels, after rotation by its orientation tag.
  package var height: Int
  /// The average colour, `0xRRGGBB`; `nil` if the service reports none.
  package var color: UInt32?
  package var blurHash: String?
  /// The title, if the service has titles besides descriptions.
  package var title: String?
  package var description: String?
  package var altDescription: String?
  /// The day when the photo came to the service.
  package var created: CalendarDate?
  package var updated: CalendarDate?
  package var author: Person
  /// The number of likes; `nil` if the service no longer counts them.
  package var likes: Int?
  package var isLiked: Bool
  package var picture: Picture
  /// The photo's page on the service's website, without attribution parameters.
  ///
  /// `nil` if no page is known that passes the checks of `WebPage`.
  package var pageURL: WebPage?
  /// The URL to request once when the photo is downloaded, if the service counts downloads.
  package var downloadLocation: String?
  /// The tagline of a sponsored photo.
  package var sponsor: String?
  /// The licence, if the service names one for each photo.
  package var license: String?
  /// The page with the text of that licence.
  package var licensePage: WebPage?
  /// The credit that the author demands instead of their name.
  package var attribution: String?
  /// Whether the licence requires the credit; `nil` if the service doesn't say.
  package var requiresCredit: Bool?
  /// The IDs of the user's own collections that contain the photo; `nil` if unknown.
  package var collections: Set<String>?
  /// The data from the request for details; `nil` before its response.
  package var details: PhotoDetails?

  package init(
    id: ID,
    width: Int,
    height: Int,
    color: UInt32? = nil,
    blurHash: String? = nil,
    title: String? = nil,
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
    licensePage: WebPage? = nil,
    attribution: String? = nil,
    requiresCredit: Bool? = nil,
    collections: Set<String>? = nil,
    details: PhotoDetails? = nil
  ) {
    self.id = id
    self.width = width.clamped(to: SanityLimits.side)
    self.height = height.clamped(to: SanityLimits.side)
    self.color = color.flatMap { $0 <= 0xFF_FFFF ? $0 : nil }
    self.blurHash = blurHash
    self.title = title
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
    self.licensePage = licensePage
    self.attribution = attribution
    self.requiresCredit = requiresCredit
    self.collections = collections
    self.details = details
  }
}

/// The data that only the details pane shows, from a separate request.
///
/// Each part may be unknown.
package struct PhotoDetails: Equatable, Sendable {
  /// The day when the picture was taken, or an artwork made.
  package var taken: CalendarDate?
  /// The maker and model, such as "Canon EOS 5D".
  package var camera: String?
  /// The exposure time in seconds, as the camera writes it, such as "1/250".
  package var exposure: String?
  /// The f-number, such as "3.5".
  package var aperture: String?
  /// The focal length in millimetres, such as "30.0".
  package var focalLength: String?
  package var iso: Int?
  /// The name of the place.
  package var location: String?
  package var views: Int?
  package var downloads: Int?
  /// The rights besides copyright that limit the use, as the service's codes, such as
  /// "personality".
  package var restrictions: [String]
  /// The names of the service's categories.
  package var categories: [String]

  package init(
    taken: CalendarDate? = nil,
    camera: String? = nil,
    exposure: String? = nil,
    aperture: String? = nil,
    focalLength: String? = nil,
    iso: Int? = nil,
    location: String? = nil,
    views: Int? = nil,
    downloads: Int? = nil,
    restrictions: [String] = [],
    categories: [String] = []
  ) {
    self.taken = taken
    self.camera = camera
    self.exposure = exposure
    self.aperture = aperture
    self.focalLength = focalLength
    self.iso = iso?.clamped(to: SanityLimits.count)
    self.location = location
    self.views = views?.clamped(to: SanityLimits.count)
    self.downloads = downloads?.clamped(to: SanityLimits.count)
    self.restrictions = restrictions
    self.categories = categories
  }
}

/// A photographer, or the signed-in user.
package struct Person: Equatable, Sendable {
  package var username: String
  package var name: String
  package var bio: String?
  package var location: String?
  /// The URL of a square portrait of at least 64 pixels; `nil` if the service has none.
  package var avatarURL: String?
  /// The person's page on the service's website, without attribution parameters.
  ///
  /// `nil` if no page is known that passes the checks of `WebPage`.
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

extension Person {
  /// The user name as it is written after the name; `nil` if it adds nothing.
  package var handle: String? { username.isEmpty || username == name ? nil : "@" + username }
}

/// One page of a list of photos.
package struct Page: Equatable, Sendable {
  package var photos: [Photo]
  /// The page to request next; `nil` at the end of the list.
  package var next: PageToken?
  /// The number of photos in the whole list as counted by the service; `nil` if it doesn't say.
  package var total: Int?
  /// The number of photos that the page was chosen from; `nil` if the service itself filters.
  package var looked: Int?

  package init(photos: [Photo], next: PageToken?, total: Int? = nil, looked: Int? = nil) {
    self.photos = photos
    self.next = next
    self.total = total?.clamped(to: SanityLimits.count)
    self.looked = looked
  }
}

/// The rest of the service's hourly quota of requests, as reported by its last response.
package struct RateBudget: Equatable, Sendable {
  package var limit: Int
  package var remaining: Int

  package init(limit: Int, remaining: Int) {
    self.limit = limit.clamped(to: SanityLimits.count)
    self.remaining = remaining.clamped(to: SanityLimits.count)
  }

  /// Whether more than half of the quota is left.
  package var hasMoreThanHalf: Bool { remaining > limit / 2 }
}

/// The subject of a picture that the picture store can load.
package enum PictureSource: Hashable, Sendable {
  case photo(Photo.ID)
  case avatar(String)
  /// The cover of a list.
  case cover(ListID)
  /// A photo that is installed with the program, by its index; three quarters of the way to a
  /// background colour `0xRRGGBB`.
  case bundled(Int, fading: UInt32)
}

/// The best available rendition of a picture.
package enum PictureStatus: Equatable, Sendable {
  case color
  case blurHash
  case thumbnail
  case full
  case failed(Problem)
}

/// The identity of a picture in the store: its subject, and its use, which determines its size.
package struct PictureKey: Hashable, Sendable {
  package enum Use: Hashable, Sendable {
    /// The size of a tile in a grid, or of an avatar.
    case thumbnail
    /// The size of a photo in full screen.
    case full
    /// The size of a tile in the filmstrip, on the start page of the search, or of a preview.
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
  /// Whether the size is reported by the service, rather than `unmeasured`.
  package var isMeasured: Bool { (width, height) != Self.unmeasured || picture.isMeasured }

  /// The aspect ratio, width divided by height; 4:3 if a side is 0.
  package var aspect: Double {
    guard width > 0, height > 0 else { return 4.0 / 3 }
    // Services may report any size. The limits keep the layout computable.
    return min(max(Double(width) / Double(height), 0.001), 1000)
  }
}
