import HTTP
import Model
import ServiceAPI

/// Wikimedia Commons, by the API of MediaWiki (https://www.mediawiki.org/wiki/API:Main_page).
///
/// The feed is the category of featured pictures. Only JPEG files are photos here.
package struct CommonsSource: SearchableSource, RandomSource, TopicsSource, PeopleSource,
  LookupSource
{
  private static let featured = "Featured pictures on Wikimedia Commons"
  private static let pageSize = ServiceDescription.commons.pageSize
  /// The answers with further properties of one batch that are read.
  private static let maxParts = 5
  private static let texts = [
    "Artist", "Attribution", "AttributionRequired", "AuthorCount", "DateTimeOriginal",
    "ImageDescription", "LicenseShortName", "LicenseUrl", "Restrictions",
  ]

  private let configuration: CommonsConfiguration
  private let connection: ServiceConnection
  private let isLocal: Bool

  package init(_ configuration: CommonsConfiguration, _ connection: ServiceConnection) {
    (self.configuration, self.connection) = (configuration, connection)
    isLocal = PlainAddress(configuration.apiURL)?.isLoopback ?? false
  }

  package var description: ServiceDescription { .commons }

  // MARK: Lists

  package func feedPage(_ page: PageToken) async throws(Problem) -> Page {
    try await list(
      .feed,
      page,
      [
        "generator": "categorymembers", "gcmtitle": "Category:" + Self.featured,
        "gcmsort": "timestamp", "gcmdir": "desc", "gcmlimit": "\(Self.pageSize)",
        // The time when a file was put into the category, because the pages have no index.
        "prop": "imageinfo|categories", "clcategories": "Category:" + Self.featured,
        "clprop": "timestamp", "cllimit": "\(Self.pageSize)",
      ]
    )
  }

  package func search(_ query: SearchQuery, page: PageToken) async throws(Problem) -> Page {
    var found = try await search(
      .search,
      page,
      (query.scope == .all ? "" : "incategory:\"\(Self.featured)\" ") + Self.plain(query.text),
      sort: query.sort == .latest ? "create_timestamp_desc" : nil
    )
    if let orientation = query.orientation {
      found.looked = found.photos.count
      found.photos = found.photos.filter { $0.has(orientation) }
    }
    return found
  }

  package func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo] {
    var words = choice.scope == .all ? [] : ["incategory:\"\(Self.featured)\""]
    if let topic = choice.topic.flatMap(Self.topic) {
      words.append("deepcat:\"\(topic.category)\"")
    }
    if let query = choice.query { words.append(Self.plain(query)) }
    if let name = choice.photographer { words.append(Self.insource(name)) }
    let all = try await search(.random, .first, words.joined(separator: " "), sort: "random").photos
    let photos = all.filter { photo in
      choice.orientation.map { photo.has($0) } ?? true
        && choice.photographer.map { photo.author.username == $0 } ?? true
    }
    guard !photos.isEmpty else { throw Problem(.random, .notFound) }
    return photos
  }

  package func topics() async throws(Problem) -> [ListOffer] {
    let topics = CommonsTopic.all
    let answer = try await ask(
      .topics,
      [
        "titles": topics.map { "Category:" + $0.category }.joined(separator: "|"),
        "prop": "categoryinfo", "maxage": "86400", "smaxage": "86400",
      ]
    )
    let known = Set(answer.pages.filter(\.hasFiles).map(\.title))
    let title = connection.language == "ru" ? "Избранные изображения" : "Featured pictures"
    return [offer(.feed, title, Self.featured)]
      + topics.filter { known.contains("Category:" + $0.category) }.map(offer)
  }

  package func topic(_ slug: String) async throws(Problem) -> ListOffer {
    guard let topic = Self.topic(slug) else { throw Problem(.topic, .notFound) }
    return offer(topic)
  }

  package func photos(inTopic slug: String, page: PageToken) async throws(Problem) -> Page {
    guard let topic = Self.topic(slug) else { throw Problem(.topic, .notFound) }
    return try await search(
      .topic,
      page,
      "deepcat:\"\(topic.category)\"",
      sort: "create_timestamp_desc"
    )
  }

  private static func topic(_ slug: String) -> CommonsTopic? {
    CommonsTopic.all.first { $0.slug == slug }
  }

  private func offer(_ topic: CommonsTopic) -> ListOffer {
    offer(.topic(topic.slug), topic.title(in: connection.language), topic.category)
  }

  private func offer(_ list: ListID, _ title: String, _ category: String) -> ListOffer {
    let page = CommonsAddress.page("Category:" + category, site: configuration.apiURL)
    return ListOffer(list, ListInfo(title: title, pageURL: page))
  }

  // MARK: Photographers

  package func person(_ username: String) async throws(Problem) -> Person {
    let username = CommonsAddress.capitalized(username.replacing("_", with: " "))
    let page = CommonsAddress.page("User:" + username, site: configuration.apiURL)
    return Person(username: username, name: username, pageURL: page)
  }

  package func photos(of username: String, page: PageToken) async throws(Problem) -> Page {
    let username = CommonsAddress.capitalized(username.replacing("_", with: " "))
    var found = try await search(
      .photographer,
      page,
      Self.insource(username) + " incategory:\"\(Self.featured)\"",
      sort: "create_timestamp_desc"
    )
    // Others may mention the user, too.
    found.looked = found.photos.count
    found.photos = found.photos.filter { $0.author.username == username }
    return found
  }

  private static func insource(_ username: String) -> String {
    "insource:\"User:\(plain(username))\""
  }

  // MARK: Photos

  package func photo(_ id: Photo.ID) async throws(Problem) -> Photo {
    let answer = try await ask(
      .details,
      parameters([
        "pageids": id.value, "prop": "imageinfo|coordinates|categories",
        "clshow": "!hidden", "cllimit": "\(PhotoDetails.maxNames)",
        "iiprop": "url|size|mime|timestamp|extmetadata|metadata",
      ])
    )
    guard let page = answer.pages.first, !page.isMissing else { throw Problem(.details, .notFound) }
    // A large file's data may need a second answer, which isn't asked for.
    guard page.file != nil || answer.isComplete else { throw Problem(.details, .malformedAnswer) }
    guard var photo = self.photo(page) else {
      let kind = page.file?.mime.split(separator: "/").last.map(String.init) ?? ""
      throw Problem(
        .details,
        kind.isEmpty || kind == "jpeg" ? .notFound : .unsupportedPicture(format: kind)
      )
    }
    photo.details = PhotoDetails(page)
    return photo
  }

  private func photo(_ page: CommonsPage) -> Photo? {
    page.photo(site: configuration.apiURL, isLocal: isLocal, language: connection.language)
  }

  package func lookUp(_ name: String) async throws(Problem) -> Photo.ID {
    let answer = try await ask(.picture, ["titles": "File:" + name, "redirects": "1"])
    guard let page = answer.pages.first, !page.isMissing, let id = page.id, page.namespace == 6
    else { throw Problem(.picture, .notFound) }
    return Photo.ID(service: .commons, value: "\(id)")
  }

  package func serves(_ photo: Photo) -> Bool {
    photo.id.service == .commons && photo.picture.isLoopback == isLocal
  }

  package func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress? {
    guard case .derived(let base) = picture else { return nil }
    return CommonsPictures.rendition(of: base, width: width, native: native)
  }

  package func original(of photo: Photo) -> PictureAddress {
    guard case .derived(let base) = photo.picture else {
      return PictureAddress(url: "", version: nil, width: 0)
    }
    return CommonsPictures.original(of: base, native: photo.width)
  }

  package func avatar(_ url: String, size: Int) -> PictureAddress {
    PictureAddress(url: url, version: nil, width: size)
  }

  // MARK: Requests

  private func search(
    _ subject: Problem.Subject,
    _ page: PageToken,
    _ words: String,
    sort: String?
  ) async throws(Problem) -> Page {
    var items = [
      // The user's words come last: some keywords consume the rest.
      "generator": "search", "gsrsearch": "filetype:bitmap filemime:image/jpeg " + words,
      "gsrnamespace": "6", "gsrlimit": "\(Self.pageSize)",
    ]
    items["gsrsort"] = sort
    return try await list(subject, page, items)
  }

  /// Returns a text without the signs that would end a quotation, as short as the API asks for.
  private static func plain(_ words: String) -> String {
    String(words.filter { $0 != "\"" && $0 != "\\" }.prefix(100))
  }

  private func parameters(_ items: [String: String]) -> [String: String] {
    let usual = [
      "prop": "imageinfo", "iiprop": "url|size|mime|timestamp|extmetadata",
      "iiurlwidth": "\(CommonsPictures.requested)",
      "iiextmetadatafilter": Self.texts.joined(separator: "|"),
      "iiextmetadatalanguage": connection.language,
    ]
    return usual.merging(items) { $1 }
  }

  /// Loads a page of a list; its parts are joined.
  private func list(
    _ subject: Problem.Subject,
    _ page: PageToken,
    _ items: [String: String]
  ) async throws(Problem) -> Page {
    let items = parameters(items)
    var position = page.text
    var pages: [CommonsPage] = []
    for _ in 0..<Self.maxParts {
      let answer = try await ask(subject, items, position)
      for page in answer.pages.prefix(Self.pageSize) {
        guard let index = pages.firstIndex(where: { $0.id == page.id && page.id != nil }) else {
          pages.append(page)
          continue
        }
        pages[index].file = pages[index].file ?? page.file
        pages[index].listed = pages[index].listed ?? page.listed
      }
      position = answer.next.map(Self.encoded) ?? ""
      if answer.isComplete || position.isEmpty { break }
    }
    if pages.contains(where: { $0.index != nil }) {
      pages.sort { $0.index ?? .max < $1.index ?? .max }
    } else if pages.allSatisfy({ $0.listed != nil || $0.namespace != 6 }) {
      pages.sort { $0.listed ?? "" > $1.listed ?? "" }
    }
    var seen: Set<Photo.ID> = []
    let photos = pages.compactMap { photo($0) }
      .filter { seen.insert($0.id).inserted }
    return Page(
      photos: photos,
      next: PageToken(position)
    )
  }

  /// Returns a query, whose items have the same order each time.
  private static func encoded(_ items: [String: String]) -> String {
    var query = URLQuery()
    for (name, value) in items.sorted(by: { $0.key < $1.key }) { query.append(name, value) }
    return query.text
  }

  private func ask(
    _ subject: Problem.Subject,
    _ items: [String: String],
    _ position: String = ""
  ) async throws(Problem) -> CommonsAnswer {
    let usual = [
      "action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext",
      "uselang": connection.language,
    ]
    let query = Self.encoded(usual.merging(items) { $1 }) + (position.isEmpty ? "" : "&" + position)
    let request = HTTPRequest(
      .get,
      configuration.apiURL + "/w/api.php?" + query,
      deadline: .seconds(60) + connection.longestPause,
      longestPause: connection.longestPause
    )
    let response = try await connection.transport.answer(to: request, subject)
    if let cause = response.failure {
      guard case .tooManyRequests(let minutes, _) = cause else { throw Problem(subject, cause) }
      throw tooMany(subject, minutes)
    }
    let answer: CommonsAnswer
    do { answer = try LenientJSON.decode(from: response.body) } catch {
      throw Problem(subject, .malformedAnswer)
    }
    guard let code = answer.error else { return answer }
    switch code {
    case "badcontinue": throw Problem(subject, .stalePage)
    case "ratelimited": throw tooMany(subject, response.minutesToRetry())
    case "maxlag": throw Problem(subject, .tooManyRequests(minutes: response.minutesToRetry()))
    case "nosuchpageid", "invalidtitle", "invalidcategory": throw Problem(subject, .notFound)
    default: throw Problem(subject, .badRequest(message: code))
    }
  }

  private func tooMany(_ subject: Problem.Subject, _ minutes: Int?) -> Problem {
    Problem(
      subject,
      .tooManyRequests(minutes: minutes, lacksContact: configuration.contact == nil)
    )
  }
}

extension Photo {
  /// Whether the photo's sides have an orientation; squarish ones differ by a tenth at most.
  fileprivate func has(_ orientation: SearchQuery.Orientation) -> Bool {
    let isSquarish = (0.9...1.1).contains(aspect)
    return switch orientation {
    case .squarish: isSquarish
    case .landscape: aspect > 1 && !isSquarish
    case .portrait: aspect < 1 && !isSquarish
    }
  }
}
