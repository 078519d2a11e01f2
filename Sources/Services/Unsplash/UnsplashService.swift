import FoundationEssentials
import HTTP
import Logging
import Model
import Platform
import ServiceAPI

/// The Unsplash API, version 1, or a compatible service such as the demo.
package final class UnsplashService: LikingSource, SearchableSource, ProfileSource,
  FavouritesSource, DownloadTrackingSource
{
  private static let photosPerPage = ServiceDescription.unsplash.pageSize
  private static let searchPages =
    (ServiceDescription.unsplash.searchDepth ?? .max) / photosPerPage

  let apiURL: String
  /// Whether the API is on this computer.
  ///
  /// Only then may its responses contain URLs of this computer.
  private let isLocal: Bool
  let webURL: String
  let accessKey: Secret?
  let contentFilter: UnsplashConfiguration.ContentFilter?
  let transport: any HTTPTransport
  let session: @Sendable () async throws(Problem) -> Session?
  let now: @Sendable () -> Double
  let log: Logger
  /// The IDs of the topics loaded so far, by slug.
  let topicIDs = Lock<[String: String]>([:])
  /// The rate limit that the latest response reported; `nil` before the first one.
  let lastBudget = Lock<RateBudget?>(nil)

  /// Creates a client of the service.
  ///
  /// - Parameters:
  ///   - session: returns the current session before each request.
  ///   - now: returns the time in seconds since 1970.
  package init(
    _ configuration: UnsplashConfiguration,
    transport: any HTTPTransport,
    session: @escaping @Sendable () async throws(Problem) -> Session?,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    log: Logger
  ) {
    apiURL = configuration.apiURL
    isLocal = WebAddress(configuration.apiURL)?.isLoopback ?? false
    webURL = configuration.webURL
    accessKey = configuration.accessKey
    contentFilter = configuration.contentFilter
    self.transport = transport
    self.session = session
    self.now = now
    self.log = log
  }

  package var description: ServiceDescription { .unsplash }
  package var budget: RateBudget? { lastBudget.withLock { $0 } }

  package func feedPage(_ page: PageToken) async throws(Problem) -> Page {
    try await list(.feed, "/photos", page)
  }

  package func favourites(of username: String, page: PageToken) async throws(Problem) -> Page {
    try await list(.favourites, "/users/\(percentEncoded(username))/likes", page, isLike: true)
  }

  package func search(_ query: SearchQuery, page: PageToken) async throws(Problem) -> Page {
    let page = try page.number(.search)
    // The service has no further results, despite its totals and links.
    guard page <= Self.searchPages else { return Page(photos: [], next: nil) }
    var items = URLQuery(["query": query.text])
    items["page"] = "\(page)"
    items["per_page"] = "\(Self.photosPerPage)"
    items["orientation"] = query.orientation?.rawValue
    items["color"] = query.color?.rawValue
    if query.sort == .latest { items["order_by"] = query.sort.rawValue }
    items["content_filter"] = contentFilter?.rawValue
    let response = try await ask(
      .search,
      request(.get, apiURL + "/search/photos?" + items.text)
    )
    let answer: UnsplashResults<UnsplashPhoto> = try decode(response, .search)
    let pages = min(answer.pages ?? Self.searchPages, Self.searchPages)
    return try self.page(
      .search,
      of: answer.results,
      page,
      next: page < pages ? page + 1 : nil,
      total: answer.total
    )
  }

  package func photo(_ id: Photo.ID) async throws(Problem) -> Photo {
    let response = try await ask(.details, request(.get, photoURL(id)))
    let answer: UnsplashFullPhoto = try decode(response, .details)
    guard isUsable(answer.photo.picture) else { throw Problem(.details, .malformedAnswer) }
    return completed(answer.photo)
  }

  package func setLike(_ id: Photo.ID, liked: Bool) async throws(Problem) -> LikeResponse {
    let subject: Problem.Subject = liked ? .like : .unlike
    var request = request(liked ? .post : .delete, photoURL(id) + "/like")
    request.retries = true
    let response = try await ask(subject, request, isLike: true)
    // The documentation promises 204 without a body; recorded responses are 200 with a body.
    guard !response.body.isEmpty else { return LikeResponse(isLiked: liked, likes: nil) }
    let answer: UnsplashLike = try decode(response, subject)
    guard answer.confirms(id, liked: liked) else { throw Problem(subject, .unconfirmed) }
    return LikeResponse(isLiked: liked, likes: answer.likes)
  }

  package func me() async throws(Problem) -> Person {
    let response = try await ask(.profile, request(.get, apiURL + "/me"))
    let answer: UnsplashPerson = try decode(response, .profile)
    return completed(answer.person)
  }

  package func trackDownload(_ photo: Photo) async throws(Problem) {
    guard let location = photo.downloadLocation else { return }
    guard let address = WebAddress(location), address.origin == WebAddress(apiURL)?.origin else {
      // The request contains the token, which only the API may receive.
      throw Problem(.save, .refusedAddress(location))
    }
    var request = request(.get, location)
    request.retries = false
    _ = try await ask(.save, request)
  }

  package func serves(_ photo: Photo) -> Bool {
    // The demo's photos have the same kind of IDs.
    photo.id.service == id && photo.picture.isLoopback == isLocal
  }

  package func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress? {
    picture.base.map { UnsplashPictures.photo($0, width: width, native: native) }
  }

  package func sized(_ picture: Picture, width: Int, native: Int) -> PictureAddress? {
    picture.base.map { UnsplashPictures.sized($0, width: width, native: native) }
  }

  package func original(of photo: Photo) -> PictureAddress {
    UnsplashPictures.original(photo.picture.base ?? "", native: photo.width)
  }

  package func avatar(_ url: String, size: Int) -> PictureAddress {
    UnsplashPictures.avatar(url, size: size)
  }

  /// Loads a page of a list whose links and total are in header fields.
  ///
  /// - Parameters:
  ///   - path: The path of the list at the API, without a query.
  ///   - isLike: Whether the list is about likes, which the API may stop offering.
  func list(
    _ subject: Problem.Subject,
    _ path: String,
    _ page: PageToken,
    isLike: Bool = false
  ) async throws(Problem) -> Page {
    let page = try page.number(subject)
    let response = try await ask(subject, request(.get, pageURL(path, page)), isLike: isLike)
    let photos: LossyArray<UnsplashPhoto> = try decode(response, subject)
    return try self.page(
      subject,
      of: photos,
      page,
      next: response.nextPage,
      total: response.header("X-Total").flatMap { Int($0) }
    )
  }

  /// Returns the URL of a page of a list.
  func pageURL(_ path: String, _ page: Int) -> String {
    apiURL + path + "?page=\(page)&per_page=\(Self.photosPerPage)"
  }

  /// Creates a page from a response, without undecodable, unusable and repeated photos.
  ///
  /// - Throws: `malformedAnswer` if no photo of the first page can be decoded.
  func page(
    _ subject: Problem.Subject,
    of photos: LossyArray<UnsplashPhoto>,
    _ page: Int,
    next: Int?,
    total: Int?
  ) throws(Problem) -> Page {
    photos.logSkipped("photo", to: log, metadata: ["page": "\(page)"])
    if page == 1, photos.isUnreadable { throw Problem(subject, .malformedAnswer) }
    var seen: Set<Photo.ID> = []
    return Page(
      photos: photos.elements.map(\.photo).filter { photo in
        guard isUsable(photo.picture) else {
          log.warning("skipped a photo", metadata: ["page": "\(page)", "reason": "its picture"])
          return false
        }
        return seen.insert(photo.id).inserted
      }.map(completed),
      // An empty page ends the list. A link to the same or an earlier page would never end it.
      next: photos.count == 0 ? nil : next.flatMap { $0 > page ? PageToken($0) : nil },
      total: total
    )
  }

  private func photoURL(_ id: Photo.ID) -> String {
    apiURL + "/photos/" + percentEncoded(id.value)
  }

  // MARK: Permitted URLs

  package func completed(_ photo: Photo) -> Photo {
    var photo = photo
    photo.pageURL = usable(photo.pageURL) ?? page("/photos/" + percentEncoded(photo.id.value))
    photo.downloadLocation = usable(address: photo.downloadLocation)
    // An empty URL fails like a wrong one, but sends no request.
    photo.picture = .derived(from: usable(address: photo.picture.base) ?? "")
    photo.author = completed(photo.author)
    return photo
  }

  package func completed(_ person: Person) -> Person {
    var person = person
    person.pageURL = usable(person.pageURL) ?? page("/@" + percentEncoded(person.username))
    person.avatarURL = usable(address: person.avatarURL)
    return person
  }

  /// Returns the page of the website with a path.
  func page(_ path: String) -> WebPage? { WebPage(webURL + path) }

  /// Returns the page unless it is on this computer and the API isn't.
  ///
  /// Other computers must not refer to services on this one.
  func usable(_ page: WebPage?) -> WebPage? {
    page.flatMap { isLocal || !$0.isLoopback ? $0 : nil }
  }

  /// Returns a URL that only the program requests, exactly as it was sent.
  ///
  /// Signed URLs would break otherwise.
  private func usable(address: String?) -> String? {
    address.flatMap { isUsable($0) ? $0 : nil }
  }

  private func isUsable(_ address: String) -> Bool { usable(WebPage(address)) != nil }

  private func isUsable(_ picture: Picture) -> Bool { picture.base.map(isUsable) ?? false }
}

extension HTTPResponse {
  /// The number of the next page, from the link in the response's header.
  var nextPage: Int? {
    link("next").flatMap { WebAddress($0)?.query["page"] }.flatMap { Int($0) }
  }
}

extension Picture {
  /// The URL that the renditions of all widths are derived from (`urls.raw`).
  fileprivate var base: String? {
    if case .derived(let base) = self { base } else { nil }
  }
}
