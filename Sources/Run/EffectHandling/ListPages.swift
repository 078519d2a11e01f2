import AppCore
import Model
import ServiceAPI
import Storage

extension Backend {
  /// Loads one page of a list, with the likes of this computer if the service has no accounts.
  ///
  /// - Parameters:
  ///   - session: The current session, for its user name.
  ///   - store: The database; without one, nothing is liked on this computer.
  package func page(
    _ page: PageToken,
    of list: ListID,
    for session: SessionHolder,
    _ store: Store?
  ) async throws(Problem) -> Page {
    var page = try await service.page(page, of: list, for: session)
    page.photos = try await withOwnLikes(page.photos, store)
    return page
  }

  /// Loads a photo, like `page`.
  package func photo(_ id: Photo.ID, _ store: Store?) async throws(Problem) -> Photo {
    let photo = try await service.photo(id)
    return try await withOwnLikes([photo], store).first ?? photo
  }

  private func withOwnLikes(_ photos: [Photo], _ store: Store?) async throws(Problem) -> [Photo] {
    guard !service.description.hasAccounts, let store else { return photos }
    do throws(StorageError) { return try await store.withOwnLikes(photos) } catch {
      throw Problem(.storage, error.cause)
    }
  }
}

extension PhotoSource {
  /// Loads one page of a list; throws `notOffered` if the service has no such lists.
  ///
  /// - Parameters:
  ///   - number: The first, then `Page.next` of the previous page.
  ///   - session: the current session, for its user name.
  package func page(
    _ number: PageToken,
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
    case .photographer(let name):
      return try await people(.photographer).photos(of: name, page: number)
    case .likes(of: let name):
      guard let service = self as? any PersonLikesSource else {
        throw Problem(.photographer, .notOffered)
      }
      return try await service.likes(of: name, page: number)
    case .topic(let slug):
      guard let service = self as? any TopicsSource else { throw Problem(.topic, .notOffered) }
      return try await service.photos(inTopic: slug, page: number)
    case .collection(let id):
      guard let service = self as? any CollectionsSource else {
        throw Problem(.collection, .notOffered)
      }
      return try await service.photos(inCollection: id, page: number)
    case .random(let choice):
      guard let service = self as? any RandomSource else { throw Problem(.random, .notOffered) }
      let photos = try await service.randomPhotos(choice)
      return Page(photos: photos, next: photos.isEmpty ? nil : PageToken((number.number ?? 1) + 1))
    // The history exists only on this computer.
    case .history: return Page(photos: [], next: nil)
    }
  }

  /// Loads one page of lists to choose from; throws `notOffered` if the service has none.
  package func offers(of subject: OfferSubject, page: PageToken) async throws(Problem) -> OfferPage
  {
    switch (subject, self) {
    case (.topics, let service as any TopicsSource):
      return OfferPage(offers: try await service.topics(), next: nil)
    case (.collections(of: let name), let service as any CollectionsSource):
      return try await service.collections(of: name, page: page)
    case (.people(let words), let service as any PeopleSearchSource):
      return try await service.people(found: words, page: page)
    case (.collectionsFound(let words), let service as any CollectionsSource):
      return try await service.collections(found: words, page: page)
    case (.topics, _): throw Problem(.topics, .notOffered)
    case (.collections, _): throw Problem(.collections, .notOffered)
    default: throw Problem(.search, .notOffered)
    }
  }

  /// Loads the header of a topic, a collection, or a titled feed.
  package func offer(of list: ListID) async throws(Problem) -> ListOffer {
    switch (list, self) {
    case (.feed, let service as any TitledSource):
      return ListOffer(.feed, try await service.feedInfo())
    case (.topic(let slug), let service as any TopicsSource):
      return try await service.topic(slug)
    case (.collection(let id), let service as any CollectionsSource):
      return try await service.collection(id)
    default: throw Problem(list.kind == .topic ? .topic : .collection, .notOffered)
    }
  }

  /// Returns the ID of the photo that a link names otherwise, or throws `notOffered`.
  package func lookUp(_ name: String) async throws(Problem) -> Photo.ID {
    guard let service = self as? any LookupSource else { throw Problem(.picture, .notOffered) }
    return try await service.lookUp(name)
  }

  /// Returns this service as one with pages of people, or throws `notOffered`.
  package func people(_ subject: Problem.Subject) throws(Problem) -> any PeopleSource {
    guard let service = self as? any PeopleSource else { throw Problem(subject, .notOffered) }
    return service
  }

  /// Loads the profile of the signed-in user, and stores the user name in the session.
  package func me(for session: SessionHolder) async throws(Problem) -> Person {
    guard let service = self as? any ProfileSource else { throw Problem(.profile, .notOffered) }
    let person = try await service.me()
    session.update(username: person.username)
    return person
  }

  /// Returns the name of the signed-in user.
  ///
  /// Loads the profile if the session has no name.
  private func username(for session: SessionHolder) async throws(Problem) -> String {
    if let name = session.current?.username, !name.isEmpty { return name }
    do throws(Problem) { return try await me(for: session).username } catch {
      throw Problem(.favourites, error.cause)
    }
  }
}
