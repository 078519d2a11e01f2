import HTTP
import Logging
import Model
import Services

/// Answers of Unsplash.
final class AnswerTarget: FuzzTarget {
  private static let page = 2

  func run(_ input: [UInt8]) async throws(Finding) {
    let answer = ServiceAnswer(input)
    var configuration = Configuration.Unsplash()
    configuration.accessKey = Secret("key")
    let service = UnsplashService(
      configuration,
      transport: answer,
      session: { nil },
      now: { 0 },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    let outcome: ServiceOutcome?
    do throws(Problem) { outcome = try await ask(service, answer.route) } catch { outcome = nil }
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

  private func ask(
    _ service: UnsplashService,
    _ route: String
  ) async throws(Problem) -> ServiceOutcome {
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
}
