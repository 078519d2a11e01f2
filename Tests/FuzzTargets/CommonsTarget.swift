import Commons
import Logging
import Model
import ServiceAPI

/// Responses of Wikimedia Commons.
final class CommonsTarget: FuzzTarget {
  private static let id = Photo.ID(service: .commons, value: "42")

  func run(_ input: [UInt8]) async throws(Finding) {
    let answer = ServiceAnswer(input)
    let connection = ServiceConnection(
      transport: answer,
      session: { nil },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    let service = CommonsSource(CommonsConfiguration(), connection)
    let outcome: ServiceOutcome
    do throws(Problem) { outcome = try await ask(service, answer.route) } catch { return }
    try Promises.check(outcome, page: nil, of: service)
  }

  private func ask(
    _ service: CommonsSource,
    _ route: String
  ) async throws(Problem) -> ServiceOutcome {
    switch route {
    case "photo": .photo(try await service.photo(Self.id))
    case "lookup":
      .page(Page(photos: [try await service.photo(service.lookUp("Fog.jpg"))], next: nil))
    case "photographer": .page(try await service.photos(of: "Ann Lee", page: .first))
    case "random": .page(Page(photos: try await service.randomPhotos(RandomChoice()), next: nil))
    case "search": .page(try await service.search(SearchQuery("sea"), page: .first))
    case "topics": .offers(try await service.topics())
    default: .page(try await service.feedPage(.first))
    }
  }
}
