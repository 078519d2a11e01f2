import HTTP
import Logging
import Model
import Platform
import ServiceAPI
import VK

/// Responses of VK.
///
/// The field `Check` has the text that the user types if VK requires a check.
final class VKTarget: FuzzTarget {
  private static let page = 2
  private static let id = Photo.ID(service: .vk, value: "-1_2")

  func run(_ input: [UInt8]) async throws(Finding) {
    let answer = ServiceAnswer(input)
    let service = source(answer)
    let outcome: ServiceOutcome
    do throws(Problem) { outcome = try await ask(service, answer.route) } catch { return }
    try Promises.check(outcome, page: Self.page, of: service)
    guard case .offers(let offers) = outcome else { return }
    for slug in offers.compactMap(\.list.name) {
      do throws(Problem) {
        _ = try await service.photos(inTopic: slug, page: .first)
      } catch {
        try promise(error.cause != .notFound, "a list on offer can be opened: \(slug)")
      }
    }
  }

  private func source(_ answer: ServiceAnswer) -> VKSource {
    var session = Session(service: .vk, baseURL: "https://api.vk.ru", token: Secret("token"))
    session.username = "id1"
    let current = Lock(session)
    let typed = Lock(answer.response.headers.filter { $0.name == "Check" }.map(\.value)[...])
    var connection = ServiceConnection(
      transport: answer,
      session: { current.withLock { $0 } },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    connection.check = { _ in typed.withLock { $0.popFirst() } }
    connection.adopt = { new async throws(Problem) in current.withLock { $0 = new } }
    var configuration = VKConfiguration()
    configuration.appID = 1
    return VKSource(configuration, connection, pause: { _ in }, now: { 0 })
  }

  private func ask(
    _ service: VKSource,
    _ route: String
  ) async throws(Problem) -> ServiceOutcome {
    switch route {
    case "photo": .photo(try await service.photo(Self.id))
    case "like": .like(try await service.setLike(Self.id, liked: true))
    case "me": .person(try await service.me())
    case "albums": .offers(try await service.topics())
    case "album": .list(try await service.topic("-1_2").info)
    default: .page(try await service.feedPage(PageToken(Self.page)))
    }
  }
}
