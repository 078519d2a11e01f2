import Canvas
import FoundationEssentials
import Model

/// A photo in the output of commands.
///
/// `docs/commands.md` describes the members. New members may be added at any time; removing one or
/// changing its meaning increments `format`.
struct PhotoRecord: Encodable, Equatable, Sendable {
  struct User: Encodable, Equatable, Sendable {
    var username: String
    var name: String
    var links: Links
  }

  struct Links: Encodable, Equatable, Sendable {
    /// The page on the service's website.
    var html: String?
  }

  struct Picture: Encodable, Equatable, Sendable {
    /// The URL of the image at full size.
    var raw: String
  }

  /// Metadata from the camera.
  struct Exif: Encodable, Equatable, Sendable {
    /// The maker and model.
    var name: String?
    /// The exposure time in seconds, as a fraction: `1/250`.
    var exposureTime: String?
    /// The f-number.
    var aperture: String?
    /// The focal length in millimetres.
    var focalLength: String?
    var iso: Int?

    private enum CodingKeys: String, CodingKey {
      case name
      case exposureTime = "exposure_time"
      case aperture
      case focalLength = "focal_length"
      case iso
    }
  }

  struct Location: Encodable, Equatable, Sendable {
    /// The name of the place.
    var name: String
  }

  static let version = 1

  /// The version of the format.
  let format = Self.version
  let service: String
  let id: String
  /// The width in pixels; `nil` if the service doesn't know the photo's size.
  let width: Int?
  let height: Int?
  /// The colour as `#rrggbb`.
  let color: String?
  let blurHash: String?
  let description: String?
  let altDescription: String?
  /// The day, such as `2026-11-23`.
  let createdAt: String?
  let likes: Int?
  let likedByUser: Bool
  let user: User
  let links: Links
  let urls: Picture
  /// The camera and its settings; only set if the photo was requested by its ID.
  let exif: Exif?
  /// The place of the photo; only set if the photo was requested by its ID.
  let location: Location?
  /// The number of views; only set if the photo was requested by its ID.
  let views: Int?
  /// The number of downloads; only set if the photo was requested by its ID.
  let downloads: Int?
  /// The path of the file; `nil` if the photo isn't in the gallery.
  let path: String?
  /// The photo, which isn't encoded.
  let photo: Photo

  /// Creates the record of a photo.
  ///
  /// - Parameters:
  ///   - original: The URL of the image at full size.
  ///   - path: The path of the file in the gallery.
  init(_ photo: Photo, original: String, path: String? = nil) {
    service = photo.id.service.name
    id = photo.id.value
    width = photo.isMeasured ? photo.width : nil
    height = photo.isMeasured ? photo.height : nil
    color = photo.colorCode
    blurHash = photo.blurHash
    description = photo.description
    altDescription = photo.altDescription
    createdAt = photo.created?.text
    likes = photo.likes
    likedByUser = photo.isLiked
    user = User(
      username: photo.author.username,
      name: photo.author.name,
      links: Links(html: photo.author.pageURL?.text)
    )
    links = Links(html: photo.pageURL?.text)
    urls = Picture(raw: original)
    let details = photo.details
    let exif = details.map { details in
      Exif(
        name: details.camera,
        exposureTime: details.exposure,
        aperture: details.aperture,
        focalLength: details.focalLength,
        iso: details.iso
      )
    }
    self.exif = exif == Exif() ? nil : exif
    location = details?.location.map(Location.init)
    views = details?.views
    downloads = details?.downloads
    self.path = path
    self.photo = photo
  }

  private enum CodingKeys: String, CodingKey {
    case format, service, id, width, height, color
    case blurHash = "blur_hash"
    case description
    case altDescription = "alt_description"
    case createdAt = "created_at"
    case likes
    case likedByUser = "liked_by_user"
    case user, links, urls, exif, location, views, downloads, path
  }

  /// The photographer's description, or the service's if that has no visible text; empty if neither
  /// has.
  var caption: String { TextSanitizer.firstVisible(description, altDescription) ?? "" }

  var brief: PhotoBrief {
    PhotoBrief(
      id: id,
      width: width ?? 0,
      height: height ?? 0,
      caption: caption,
      author: user.name,
      likes: likes
    )
  }
}
