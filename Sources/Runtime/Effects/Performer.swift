import AppCore
import HTTP
import Logging
import Model
import Platform
import Services

/// Performs effects by calling the services; holds what they share.
package final class Performer: EffectPerformer {
  /// What the composition root hands in.
  package struct Environment: Sendable {
    package var credentials: any CredentialStore
    package var transport: any HTTPTransport
    package var browser: Browser
    /// The folder photographs are saved to; nil where none can be told.
    package var picturesFolder: String?
    package var callbackPages: CallbackPages
    /// Seconds since 1970.
    package var now: @Sendable () -> Double
    /// Starts the demo service and says how to talk to it; called once.
    package var startDemo: @Sendable () async throws(Problem) -> (Backend, Launch)
    /// Reads the configuration anew.
    package var readConfiguration: @Sendable () throws(Problem) -> (Backend, Launch)
    package var log: Logger

    package init(
      credentials: any CredentialStore,
      transport: any HTTPTransport,
      browser: Browser,
      picturesFolder: String?,
      callbackPages: CallbackPages,
      now: @escaping @Sendable () -> Double,
      startDemo: @escaping @Sendable () async throws(Problem) -> (Backend, Launch),
      readConfiguration: @escaping @Sendable () throws(Problem) -> (Backend, Launch),
      log: Logger
    ) {
      self.credentials = credentials
      self.transport = transport
      self.browser = browser
      self.picturesFolder = picturesFolder
      self.callbackPages = callbackPages
      self.now = now
      self.startDemo = startDemo
      self.readConfiguration = readConfiguration
      self.log = log
    }
  }

  struct Shared: Sendable {
    var backend: Backend
    var flow: SignInFlow?
  }

  let environment: Environment
  let shared: Lock<Shared>
  /// The session requests are made with.
  let session: SessionHolder
  /// Photographs as the state has them, for effects that name them by id.
  let photos: PhotoLookup

  package init(
    environment: Environment,
    backend: Backend,
    session: SessionHolder,
    photos: PhotoLookup
  ) {
    self.environment = environment
    shared = Lock(Shared(backend: backend, flow: nil))
    self.session = session
    self.photos = photos
  }

  package var backend: Backend { shared.withLock { $0.backend } }

  package func perform(
    _ effect: Effect,
    send: @escaping @Sendable (AppAction) -> Void
  ) async {
    switch effect {
    case .session(let effect): await perform(effect, send)
    case .signIn(let effect): await perform(effect, send)
    case .feed(.loadPage(let page)):
      let result = await result { [backend] () throws(Problem) in
        try await backend.service.feedPage(page)
      }
      reportBudget(send)
      send(.feed(.pageLoaded(page, result)))
    case .likes(.set(let id, let liked)):
      let result = await result { [backend] () throws(Problem) in
        try await backend.service.setLike(id, liked: liked)
      }
      reportBudget(send)
      send(.likes(.answered(id, liked: liked, result)))
    case .details(.load(let id)):
      let result = await result { [backend] () throws(Problem) in
        try await backend.service.photo(id)
      }
      reportBudget(send)
      send(.details(.loaded(id, result)))
    case .profile(.load):
      let result = await result { [backend] () throws(Problem) in try await backend.service.me() }
      reportBudget(send)
      send(.profile(.loaded(result)))
    case .share(let effect): await perform(effect, send)
    case .pictures, .terminal, .after, .cancel, .cancelReads, .quit:
      // Done by the loop itself, at once.
      break
    }
  }

  private func result<Value: Sendable>(
    _ body: @Sendable () async throws(Problem) -> Value
  ) async -> Result<Value, Problem> {
    do throws(Problem) { return .success(try await body()) } catch { return .failure(error) }
  }

  private func reportBudget(_ send: @Sendable (AppAction) -> Void) {
    if let budget = backend.service.budget { send(.budgetChanged(budget)) }
  }
}

/// The session of whoever is signed in, read by every request.
package final class SessionHolder: Sendable {
  private let session = Lock<Session?>(nil)

  package init() {}

  package var current: Session? {
    get { session.withLock { $0 } }
    set { session.withLock { $0 = newValue } }
  }
}

/// The photographs of the state as other threads may look them up: the loop keeps it current.
package final class PhotoLookup: Sendable {
  private let photos = Lock<[Photo.ID: Photo]>([:])

  package init() {}

  package subscript(id: Photo.ID) -> Photo? { photos.withLock { $0[id] } }

  func replace(_ all: [Photo.ID: Photo]) { photos.withLock { $0 = all } }
}
