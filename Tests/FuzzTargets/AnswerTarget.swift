import HTTP
import Logging
import Model
import Services

/// Answers of the service: a line with a route and a status, header fields, an empty line, a body.
final class AnswerTarget: FuzzTarget {
  private static let page = 2

  private enum Outcome {
    case page(Page)
    case photo(Photo)
    case person(Person)
    case like(LikeAnswer)
    case offers([ListOffer])
  }

  func run(_ input: [UInt8]) async throws(Finding) {
    let message = Message(input)
    var configuration = Configuration.Unsplash()
    configuration.accessKey = Secret("key")
    let service = UnsplashService(
      configuration,
      transport: OneAnswer(response: message.response),
      session: { nil },
      now: { 0 },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    let outcome: Outcome?
    do throws(Problem) {
      outcome = try await ask(service, message.route)
    } catch {
      outcome = nil
    }
    if let budget = service.budget {
      try Promises.check(budget.limit, "a budget")
      try Promises.check(budget.remaining, "what is left of a budget")
    }
    switch outcome {
    case .page(let page): try check(page, service)
    case .photo(let photo): try check(photo, service)
    case .person(let person): try Promises.check(person)
    case .offers(let offers):
      try promise(Set(offers.map(\.list)).count == offers.count, "lists are unique")
      for offer in offers {
        try Promises.check(offer.info.total, "a total")
        try promise(offer.list.name?.allSatisfy { $0 == "." } == false, "a list has a name")
        try check(offer.info.pageURL, "a page of a list")
      }
    case .like(let answer): try Promises.check(answer.likes, "likes")
    case nil: break
    }
  }

  private func ask(
    _ service: UnsplashService,
    _ route: String
  ) async throws(Problem) -> Outcome {
    let id = Photo.ID(service: "unsplash", value: "x")
    switch route {
    case "favourites": return .page(try await service.favourites(of: "ada", page: Self.page))
    case "search": return .page(try await service.search(SearchQuery("sea"), page: Self.page))
    case "photo": return .photo(try await service.photo(id))
    case "like": return .like(try await service.setLike(id, liked: true))
    case "topics": return .offers(try await service.topics())
    case "collections": return .offers(try await service.collections(of: "ada", page: 1).offers)
    case "person": return .person(try await service.person("ada"))
    case "me": return .person(try await service.me())
    default: return .page(try await service.feedPage(Self.page))
    }
  }

  private func check(_ page: Page, _ service: UnsplashService) throws(Finding) {
    try promise(Set(page.photos.map(\.id)).count == page.photos.count, "ids are unique")
    try promise(page.next.map { $0 > Self.page } ?? true, "the next page is a later one")
    try Promises.check(page.total, "a total")
    for photo in page.photos { try check(photo, service) }
  }

  private func check(_ photo: Photo, _ service: UnsplashService) throws(Finding) {
    try Promises.check(photo)
    for width in [1, 1080, photo.width] {
      let picture = service.rendition(of: photo.picture, width: width, native: photo.width)
      try promise((picture?.width ?? 0) > 0, "a rendition has a width")
    }
    _ = service.original(of: photo)
    try promise(photo.pageURL != nil, "a photograph has a page")
    try check(photo.pageURL, "a page of a photograph")
    try check(photo.author.pageURL, "a page of a person")
    let asked = [photo.downloadLocation, photo.author.avatarURL].compactMap(\.self)
    for text in photo.picture.addresses + asked {
      try promise(WebPage(text) != nil, "an address is one: \(text)")
      try check(WebPage(text), "an address")
    }
  }

  private func check(_ page: WebPage?, _ what: String) throws(Finding) {
    guard let page else { return }
    try promise(!page.isLoopback, "\(what) is not of this machine: \(page.text)")
    let link = ServiceDescription.unsplash.link(page).text
    try promise(
      link.utf8.count > WebPage.limit || WebPage(link) != nil,
      "\(what) stays a page: \(link)"
    )
  }
}

/// An answer as a text that can be read and written by hand.
private struct Message {
  var route: String
  var response: HTTPResponse

  init(_ input: [UInt8]) {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    route = words.first ?? ""
    let fields = lines.dropFirst().prefix { !$0.isEmpty }
    response = HTTPResponse(
      status: words.dropFirst().first.flatMap { Int($0) } ?? 200,
      url: "https://api.example/photos",
      headers: fields.map { field in
        let parts = field.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].drop { $0 == 0x20 } : []
        return HTTPHeader(
          String(decoding: parts[0], as: UTF8.self),
          String(decoding: value, as: UTF8.self)
        )
      },
      body: Array(lines.dropFirst(fields.count + 2).joined(separator: [0x0A]))
    )
  }
}

private struct OneAnswer: HTTPTransport {
  let response: HTTPResponse

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { response }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse { throw .cancelled }
}

extension Picture {
  /// All addresses in it.
  fileprivate var addresses: [String] {
    switch self {
    case .derived(let base): [base]
    case .sizes(let sizes): sizes.map(\.url)
    }
  }
}
