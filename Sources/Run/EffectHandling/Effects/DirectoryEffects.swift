import AppCore
import Logging
import Model
import ServiceAPI
import Storage

/// Loads the headers of lists and the lists to choose from: first from the cache, then from the
/// service.
extension LiveEffectHandler {
  func perform(_ effect: VisitsEffect, _ send: @Sendable (AppAction) -> Void) async {
    switch effect {
    case .loadPerson(let name):
      if let person = cached({ store throws(StorageError) in
        try store.person(named: name, of: account)
      }) {
        send(.visits(.personRead(backend.renewed(person))))
      }
      let result = await request(try await backend.service.people(.photographer).person(name), send)
      send(.visits(.personLoaded(name, result)))
    case .loadInfo(let list):
      if let info = cached({ store throws(StorageError) in
        try store.info(of: list, account: account)
      }) {
        // The header rarely changes, so it isn't worth a request of the hourly quota.
        return send(.visits(.infoRead(ListOffer(list, info))))
      }
      let result = await request(try await backend.service.offer(of: list), send)
      send(.visits(.infoLoaded(list, result)))
    }
  }

  func perform(_ effect: ChooserEffect, _ send: @Sendable (AppAction) -> Void) async {
    switch effect {
    case .load(let subject, let page):
      if subject == .topics, let topics = cachedTopics { send(.chooser(.topicsRead(topics))) }
      await load(subject, page: page, send)
    case .loadUnlessCached(let subject):
      if subject == .topics, let topics = cachedTopics {
        return send(.chooser(.topicsCached(topics)))
      }
      await load(subject, page: .first, send)
    case .readSource:
      guard
        let source = cached({ store throws(StorageError) in
          try store.source(of: account)
        })
      else { return }
      send(.chooser(.sourceRead(source)))
    case .writeSource(let list):
      guard let store = environment.store else { return }
      do throws(StorageError) {
        try await store.set(Store.sourceSetting(account), to: list.name ?? "")
      } catch {
        environment.log.warning("the topic could not be kept", metadata: ["error": "\(error)"])
        send(.dataFile(.noteFailed))
      }
    }
  }

  private var cachedTopics: [ListOffer]? {
    cached({ store throws(StorageError) in try store.topics(of: account) })?.topics
  }

  private func load(
    _ subject: OfferSubject,
    page: PageToken,
    _ send: @Sendable (AppAction) -> Void
  ) async {
    let result = await request(try await backend.service.offers(of: subject, page: page), send)
    send(.chooser(.loaded(subject, page: page, result)))
  }

  func perform(_ effect: CollectionEditEffect, _ send: @Sendable (AppAction) -> Void) async {
    switch effect {
    case .set(let change):
      let result = await request(
        try await backend.service.collectionEdit.setCollected(
          change.photo,
          in: change.collection,
          change.isIn
        ),
        send
      )
      send(.collectionEdit(.answered(change, result)))
    case .make(let new):
      let result = await request(try await backend.service.collectionEdit.makeCollection(new), send)
      send(.collectionEdit(.made(new, result)))
    }
  }

  func perform(_ effect: AddressInputEffect, _ send: @Sendable (AppAction) -> Void) async {
    switch effect {
    case .look(let text):
      switch backend.target(text) {
      case .list(let list): send(.addressInput(.found(list)))
      case .photo(let id): send(.addressInput(.photoNamed(id)))
      case .lookup(let name):
        switch await request(try await backend.service.lookUp(name), send) {
        case .success(let id): send(.addressInput(.photoNamed(id)))
        case .failure(let problem): send(.addressInput(.photoLoaded(.failure(problem))))
        }
      case nil:
        let service = environment.otherService(text)
        send(.addressInput(service.map { .elsewhere($0, text) } ?? .unknown))
      }
    case .load(let id):
      let result = await request(try await backend.photo(id, environment.store), send)
      send(.addressInput(.photoLoaded(result)))
    }
  }

  /// Returns a value of the database.
  ///
  /// Returns `nil` if it can't be read, because the service has it too.
  private func cached<Value>(_ read: (Store) throws(StorageError) -> Value?) -> Value? {
    guard let store = environment.store else { return nil }
    do throws(StorageError) { return try read(store) } catch {
      environment.log.warning("the database failed", metadata: ["error": "\(error)"])
      return nil
    }
  }
}

extension PhotoSource {
  /// This service as one with changeable collections; throws `notOffered` if it isn't one.
  fileprivate var collectionEdit: any CollectionEditSource {
    get throws(Problem) {
      guard let service = self as? any CollectionEditSource else {
        throw Problem(.collectionEdit, .notOffered)
      }
      return service
    }
  }
}

extension Store {
  /// Returns the name of the setting with the topic displayed in an account's feed tab.
  static func sourceSetting(_ account: String) -> String { "source of \(account)" }

  /// Returns the list last displayed in an account's feed tab; `nil` for the feed itself.
  package func source(of account: String) throws(StorageError) -> ListID? {
    let slug = try setting(Self.sourceSetting(account)) ?? ""
    return slug.isEmpty ? nil : .topic(slug)
  }
}
