import HTTP
import Logging
import Model
import Unsplash

/// Responses of Unsplash.
final class AnswerTarget: FuzzTarget {
  private static let page = 2

  func run(_ input: [UInt8]) async throws(Finding) {
    let answer = ServiceAnswer(input)
    let service = answer.unsplash
    let outcome: ServiceOutcome?
    do throws(Problem) {
      outcome = try await service.ask(answer.route, page: Self.page)
    } catch {
      outcome = nil
    }
    if let budget = service.budget {
      try Promises.check(budget.limit, "a budget")
      try Promises.check(budget.remaining, "what is left of a budget")
    }
    guard let outcome else { return }
    try Promises.check(outcome, page: Self.page, of: service)
    guard case .offers(let offers) = outcome else { return }
    for offer in offers {
      try promise(offer.list.name?.allSatisfy { $0 == "." } == false, "a list has a name")
    }
  }
}

extension ServiceAnswer {
  /// A client of Unsplash that receives this response to every request.
  var unsplash: UnsplashService {
    var configuration = UnsplashConfiguration()
    configuration.accessKey = Secret("key")
    return UnsplashService(
      configuration,
      transport: self,
      session: { nil },
      now: { 0 },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
  }
}

extension UnsplashService {
  /// Sends the request that belongs to a route.
  func ask(_ route: String, page: Int) async throws(Problem) -> ServiceOutcome {
    let page = PageToken(page)
    let id = Photo.ID(service: "unsplash", value: "x")
    switch route {
    case "favourites": return .page(try await favourites(of: "ada", page: page))
    case "search": return .page(try await search(SearchQuery("sea"), page: page))
    case "photo": return .photo(try await photo(id))
    case "like": return .like(try await setLike(id, liked: true))
    case "topics": return .offers(try await topics())
    case "collections": return .offers(try await collections(of: "ada", page: .first).offers)
    case "person": return .person(try await person("ada"))
    case "me": return .person(try await me())
    default: return .page(try await feedPage(page))
    }
  }
}
