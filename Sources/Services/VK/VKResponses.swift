import Model
import ServiceAPI

/// The response of `photos.get` and `photos.getAll`.
struct VKPage: Decodable {
  let photos: LossyArray<VKPhoto>
  /// The number of photos in the whole album.
  let count: Int?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    photos = try values.required("items")
    count = values.whole("count")
  }
}

/// A photo object.
///
/// Optional members that are missing, null or of another type are ignored.
struct VKPhoto: Decodable {
  private let id: Int
  private let owner: Int
  /// The ID of the user who uploaded the photo; 100 stands for the community itself.
  private let uploader: Int?
  /// The time of the upload, in seconds since 1970.
  private let date: Double?
  private let text: String?
  private let sizes: [PictureSize]
  private let width: Double?
  private let height: Double?
  private let likes: VKLikes?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    id = try values.required("id")
    owner = try values.required("owner_id")
    uploader = values["user_id"]
    date = values.number("date")
    text = values.text("text")
    let listed: LossyArray<VKSize>? = values["sizes"]
    let original: VKSize? = values["orig_photo"]
    var known: Set<String> = []
    sizes = ((listed?.elements ?? []) + [original].compactMap(\.self)).map(\.size)
      .filter { known.insert($0.url).inserted }
    width = values.number("width")
    height = values.number("height")
    likes = values["likes"]
  }

  /// Creates the photo.
  ///
  /// - Parameter site: the website's base URL without a trailing slash.
  func photo(site: String) -> Photo {
    let largest = VKPictures.largest(sizes)
    let measured = [
      (width.flatMap { Int(exactly: $0.rounded()) }, height.flatMap { Int(exactly: $0.rounded()) }),
      (largest?.width, largest?.height),
    ].first { ($0.0 ?? 0) > 0 && ($0.1 ?? 0) > 0 }
    let name = "\(owner)_\(id)"
    var photo = Photo(
      id: Photo.ID(service: .vk, value: name),
      // Photos from before 2012 may have no widths and heights.
      width: measured?.0 ?? Photo.unmeasured.width,
      height: measured?.1 ?? Photo.unmeasured.height,
      description: text.map(VKText.plain),
      created: date.flatMap(CalendarDate.init(secondsSince1970:)),
      author: author(site: site),
      picture: .sizes(sizes),
      pageURL: WebPage(site + "/photo" + name)
    )
    photo.likes = likes?.count?.clamped(to: SanityLimits.count)
    photo.isLiked = likes?.isLiked ?? false
    return photo
  }

  /// Creates the author.
  ///
  /// Photo objects contain no names, so the name is the page's, which has the ID.
  private func author(site: String) -> Person {
    let number = uploader.flatMap { $0 == 100 ? nil : $0 } ?? owner
    let name = number < 0 ? "club\(number.magnitude)" : "id\(number)"
    return Person(username: name, name: name, pageURL: WebPage(site + "/" + name))
  }
}

/// The likes of a photo: a member of photo objects, and the response of `likes.add` and
/// `likes.delete`.
struct VKLikes: Decodable {
  let count: Int?
  /// Whether the signed-in user likes the photo; `nil` if the response doesn't say.
  let isLiked: Bool?

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    count = values.whole("count") ?? values.whole("likes")
    isLiked = values.whole("user_likes").map { $0 != 0 }
  }
}

/// A user object.
struct VKUser: Decodable {
  private let id: Int
  private let name: String
  private let status: String?
  private let city: String?
  private let photo: String?

  private struct City: Decodable {
    let title: String?
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    id = try values.required("id")
    name = [values.words("first_name"), values.words("last_name")].compactMap(\.self)
      .joined(separator: " ")
    status = values.words("status")
    let city: City? = values["city"]
    self.city = city?.title
    photo = values.text("photo_200")
  }

  /// Creates a `Person`.
  ///
  /// - Parameter site: the website's base URL without a trailing slash.
  func person(site: String) -> Person {
    let username = "id\(id)"
    return Person(
      username: username,
      name: name.isEmpty ? username : name,
      bio: status.map(VKText.plain),
      location: city,
      avatarURL: photo,
      pageURL: WebPage(site + "/" + username)
    )
  }
}

/// A size of a photo, with any letter.
///
/// Decoding fails without a valid URL.
struct VKSize: Decodable {
  let size: PictureSize

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    // The covers of older albums use `src`.
    let url = values.text("url") ?? values.text("src")
    guard let url, WebPage(url) != nil else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no address")
      )
    }
    // Numbers are encoded as 180, 180.000000, "180" or 0.
    size = PictureSize(
      url: url,
      width: values.whole("width") ?? 0,
      height: values.whole("height") ?? 0,
      name: values.text("type") ?? VKPictures.originalName
    )
  }
}

/// Decoding of VK's texts.
///
/// Captions contain HTML entities.
enum VKText {
  /// Returns the text with its HTML entities decoded.
  ///
  /// Control characters aren't removed.
  static func plain(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let end = rest.prefix(12).firstIndex(of: ";")
      if let end, let scalar = scalar(of: rest[rest.index(after: start)..<end]) {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  private static func scalar(of entity: Substring) -> Unicode.Scalar? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "nbsp": return " "
    default: break
    }
    guard entity.hasPrefix("#") else { return nil }
    let digits = entity.dropFirst()
    let number =
      digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}

extension CalendarDate {
  /// Returns the date of a time in UTC; `nil` before 1970 or after 9999.
  ///
  /// The algorithm is `civil_from_days` from Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms".
  init?(secondsSince1970 time: Double) {
    guard SanityLimits.time.contains(time) else { return nil }
    let days = Int(time / 86_400) + 719_468
    let (era, ofEra) = (days / 146_097, days % 146_097)
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * ofYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: ofYear - (153 * shifted + 2) / 5 + 1
    )
  }
}
