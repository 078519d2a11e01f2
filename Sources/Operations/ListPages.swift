import Model
import Services

extension PhotoSource {
  /// Waits for one page of a list, where the service has such lists.
  ///
  /// - Parameters:
  ///   - number: 1, then `Page.next` of the page before.
  ///   - session: of whoever is signed in.
  package func page(
    _ number: Int,
    of list: ListID,
    for session: SessionHolder
  ) async throws(Problem) -> Page {
    switch list {
    case .feed: return try await feedPage(number)
    case .favourites:
      guard let service = self as? any FavouritesSource else {
        throw Problem(.favourites, .notOffered)
      }
      let username = try await service.username(for: session)
      return try await service.favourites(of: username, page: number)
    case .search(let query):
      guard let service = self as? any SearchableSource else { throw Problem(.search, .notOffered) }
      return try await service.search(query, page: number)
    }
  }

  /// The person who is signed in, whose name the session knows from then on.
  package func me(for session: SessionHolder) async throws(Problem) -> Person {
    guard let service = self as? any ProfileSource else { throw Problem(.profile, .notOffered) }
    let person = try await service.me()
    session.learn(username: person.username)
    return person
  }

  /// The name of whoever is signed in; asked for where the session does not have it.
  private func username(for session: SessionHolder) async throws(Problem) -> String {
    if let name = session.current?.username, !name.isEmpty { return name }
    do throws(Problem) { return try await me(for: session).username } catch {
      throw Problem(.favourites, error.cause)
    }
  }
}
