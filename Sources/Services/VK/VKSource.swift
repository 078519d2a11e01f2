import FoundationEssentials
import HTTP
import Logging
import Model
import Platform
import ServiceAPI

/// The VK API, version 5.199.
///
/// The feed is the configured album.
package final class VKSource: LikingSource, ProfileSource {
  static let version = "5.199"

  let configuration: VKConfiguration
  /// Whether the API is on this computer.
  ///
  /// Only then may its responses contain URLs of this computer.
  private let isLocal: Bool
  let connection: ServiceConnection
  let rateLimiter: RateLimiter
  let pause: @Sendable (Duration) async throws -> Void
  let now: @Sendable () -> Double
  /// The names of communities and users, by user name, such as `club1` or `id1`.
  let names = Lock<[String: String]>([:])

  /// Creates a client of the service.
  ///
  /// - Parameters:
  ///   - pause: waits for a duration; throws if its task is cancelled.
  ///   - now: returns the time in seconds since 1970.
  package init(
    _ configuration: VKConfiguration,
    _ connection: ServiceConnection,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }
  ) {
    self.configuration = configuration
    isLocal = PlainAddress(configuration.apiURL)?.isLoopback ?? false
    self.connection = connection
    self.pause = pause
    self.now = now
    // VK accepts three calls a second; this is a third of one, with a margin for the network.
    rateLimiter = RateLimiter(1, in: .milliseconds(340), path: connection.rateLimitFile)
  }

  package var description: ServiceDescription { .vk(configuration.way) }
  /// Whether calls are made for a signed-in user, rather than with the application's key.
  var isPersonal: Bool { configuration.way != .serviceKey }

  package func feedPage(_ page: PageToken) async throws(Problem) -> Page {
    try await photos(of: VKAlbumID(configuration), page: page, .feed)
  }

  /// Loads a page of an album, newest first.
  ///
  /// - Parameter page: The position of the first photo in the album, counted from 1.
  func photos(
    of album: VKAlbumID,
    page: PageToken,
    _ subject: Problem.Subject
  ) async throws(Problem) -> Page {
    let offset = try page.number(subject) - 1
    var parameters = URLQuery([
      "owner_id": "\(album.owner)", "offset": "\(offset)", "count": "\(description.pageSize)",
    ])
    if let number = album.album {
      parameters["album_id"] = number
      parameters["rev"] = "1"
    }
    if isPersonal { parameters["extended"] = "1" }
    let method = album.album == nil ? "photos.getAll" : "photos.get"
    let answer: VKPage = try await call(method, parameters, subject)
    answer.photos.logSkipped("photo", to: connection.log)
    if page == .first, answer.photos.isUnreadable { throw Problem(subject, .malformedAnswer) }
    var seen: Set<Photo.ID> = []
    let photos = answer.photos.elements
      .map { named(completed($0.photo(site: configuration.webURL))) }
      .filter { !$0.picture.isEmpty && seen.insert($0.id).inserted }
    // Each received photo counts, even if it can't be displayed. An empty page ends the list.
    let end = offset + answer.photos.count
    let isLast = answer.photos.count == 0 || answer.count.map { end >= $0 } ?? false
    return Page(photos: photos, next: isLast ? nil : PageToken(end + 1), total: answer.count)
  }

  package func photo(_ id: Photo.ID) async throws(Problem) -> Photo {
    var parameters = URLQuery(["photos": id.value])
    if isPersonal { parameters["extended"] = "1" }
    let answer: LossyArray<VKPhoto> = try await call("photos.getById", parameters, .details)
    guard let first = answer.elements.first else { throw Problem(.details, .notFound) }
    var photo = completed(first.photo(site: configuration.webURL))
    guard !photo.picture.isEmpty else { throw Problem(.details, .malformedAnswer) }
    photo.details = PhotoDetails()
    await learnName(of: photo.author)
    return named(photo)
  }

  // MARK: Likes and the user

  package func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeResponse {
    let parts = id.value.split(separator: "_")
    guard parts.count == 2 else { throw Problem(liked ? .like : .unlike, .notFound) }
    let parameters = URLQuery([
      "type": "photo", "owner_id": String(parts[0]), "item_id": String(parts[1]),
    ])
    let answer: VKLikes = try await call(
      liked ? "likes.add" : "likes.delete",
      parameters,
      liked ? .like : .unlike
    )
    return LikeResponse(isLiked: liked, likes: answer.count)
  }

  package func me() async throws(Problem) -> Person {
    let answer: LossyArray<VKUser> = try await call(
      "users.get",
      URLQuery(["fields": "photo_200,status,city"]),
      .profile
    )
    guard let user = answer.elements.first else { throw Problem(.profile, .malformedAnswer) }
    return completed(user.person(site: configuration.webURL))
  }

  // MARK: Pictures and URLs

  package func serves(_ photo: Photo) -> Bool {
    // The demo's photos have the same kind of IDs.
    photo.id.service == id
      && (photo.pageURL?.isLoopback ?? photo.picture.isLoopback) == isLocal
  }

  package func completed(_ photo: Photo) -> Photo {
    var photo = photo
    if case .sizes(let sizes) = photo.picture {
      photo.picture = .sizes(sizes.filter { isUsable(WebPage($0.url)) })
    }
    photo.pageURL = photo.pageURL.flatMap { isUsable($0) ? $0 : nil }
    photo.author = completed(photo.author)
    return photo
  }

  package func completed(_ person: Person) -> Person {
    var person = person
    person.pageURL = person.pageURL.flatMap { isUsable($0) ? $0 : nil }
    person.avatarURL = person.avatarURL.flatMap { isUsable(WebPage($0)) ? $0 : nil }
    return person
  }

  /// Whether a page may be used.
  ///
  /// Pages on this computer may be used only if the API is on this computer.
  func isUsable(_ page: WebPage?) -> Bool {
    page.map { isLocal || !$0.isLoopback } ?? false
  }

  package func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress? {
    VKPictures.rendition(of: picture, width: width, native: native)
  }

  package func original(of photo: Photo) -> PictureAddress {
    VKPictures.original(of: photo.picture, native: photo.width)
      ?? PictureAddress(url: "", cacheKey: "", width: photo.width)
  }

  package func avatar(_ url: String, size: Int) -> PictureAddress {
    PictureAddress(url: url, cacheKey: VKPictures.key(of: url), width: size)
  }
}

extension Picture {
  fileprivate var isEmpty: Bool {
    if case .sizes(let sizes) = self { sizes.isEmpty } else { true }
  }
}
