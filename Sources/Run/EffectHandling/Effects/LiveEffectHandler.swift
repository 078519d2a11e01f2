import Accounts
import AppCore
import Files
import HTTP
import Logging
import Model
import Platform
import ServiceAPI
import Storage

/// The handler that performs effects with the services, the database and the desktop, and owns the
/// state that they share.
package final class LiveEffectHandler: EffectHandler {
  /// The parts of a configuration that was read again.
  package struct Reload: Sendable {
    package var backend: Backend
    package var launch: Launch
    package var keys: KeyMap
    package var pictures: PictureFiles

    package init(backend: Backend, launch: Launch, keys: KeyMap, pictures: PictureFiles) {
      (self.backend, self.launch, self.keys, self.pictures) = (backend, launch, keys, pictures)
    }
  }

  /// The dependencies, supplied by the composition root.
  package struct Environment: Sendable {
    package var credentials: any CredentialStore
    /// The database; `nil` in the basic edition, or if it can't be opened.
    package var store: Store?
    /// The reason why the database can't be opened.
    package var storeProblem: Problem.Cause?
    package var transport: any HTTPTransport
    package var browser: Browser
    package var sharer: PhotoSharer
    /// The pictures folder at launch.
    package var pictures: PictureFiles
    /// The folder of the gallery's files.
    package var galleryFolder: String
    package var wallpapers: WallpaperFolder
    package var callbackPages: CallbackPages
    /// Returns the time in seconds since 1970.
    package var now: @Sendable () -> Double
    /// Starts the demo service and opens it; called once.
    package var startDemo: @Sendable () async throws(Problem) -> (Backend, Launch)
    /// Returns the photos that are installed with the program.
    package var bundledPhotos: @Sendable () -> [BundledPhoto]
    /// Reloads the configuration.
    package var readConfiguration: @Sendable () throws(Problem) -> Reload
    /// Returns the other configured service that a link leads to; `nil` if there is none.
    package var otherService: @Sendable (String) -> ServiceID?
    /// The queue of checks for the user; `nil` if no user is present.
    package var checks: ServiceCheckQueue?
    package var log: Logger

    package init(
      credentials: any CredentialStore,
      store: Store? = nil,
      storeProblem: Problem.Cause? = nil,
      transport: any HTTPTransport,
      browser: Browser,
      sharer: PhotoSharer = PhotoSharer(environment: [:]),
      pictures: PictureFiles,
      galleryFolder: String,
      wallpapers: WallpaperFolder,
      callbackPages: CallbackPages,
      now: @escaping @Sendable () -> Double,
      startDemo: @escaping @Sendable () async throws(Problem) -> (Backend, Launch),
      bundledPhotos: @escaping @Sendable () -> [BundledPhoto] = { [] },
      readConfiguration: @escaping @Sendable () throws(Problem) -> Reload,
      otherService: @escaping @Sendable (String) -> ServiceID? = { _ in nil },
      checks: ServiceCheckQueue? = nil,
      log: Logger
    ) {
      self.credentials = credentials
      self.store = store
      self.storeProblem = storeProblem
      self.transport = transport
      self.browser = browser
      self.sharer = sharer
      self.pictures = pictures
      self.galleryFolder = galleryFolder
      self.wallpapers = wallpapers
      self.callbackPages = callbackPages
      self.now = now
      self.startDemo = startDemo
      self.bundledPhotos = bundledPhotos
      self.readConfiguration = readConfiguration
      self.otherService = otherService
      self.checks = checks
      self.log = log
    }

    /// The reason why there is no database.
    var noStore: Problem.Cause {
      storeProblem ?? .disk(path: "imagefeed.db", reason: "no database")
    }
  }

  struct SharedState: Sendable {
    var backend: Backend
    var pictures: PictureFiles
    var flow: SignInFlow?
  }

  package let environment: Environment
  let shared: Lock<SharedState>
  /// The session used for requests.
  let session: SessionHolder
  let downloadLock = DownloadLock()

  package init(
    environment: Environment,
    backend: Backend,
    session: SessionHolder
  ) {
    self.environment = environment
    shared = Lock(SharedState(backend: backend, pictures: environment.pictures))
    self.session = session
  }

  package var backend: Backend { shared.withLock { $0.backend } }
  var pictures: PictureFiles { shared.withLock { $0.pictures } }

  package var account: String { backend.account }

  package func perform(
    _ effect: Effect,
    of account: String,
    send: @escaping @Sendable (AppAction) -> Void
  ) async {
    switch effect {
    case .session(let effect): await perform(effect, send)
    case .signIn(let effect): await perform(effect, send)
    case .feed(.loadPage(let page, of: let list)):
      let (backend, store) = (backend, environment.store)
      let result = await request(try await backend.page(page, of: list, for: session, store), send)
      send(.feed(.pageLoaded(page, result), in: list))
    case .likes(.set(let id, let liked)):
      let result = await request(try await setLike(id, liked), send)
      send(.likes(.answered(id, liked: liked, result)))
    case .likes(.keep(let photo, let liked)): await writeLike(photo, liked, send)
    case .collectionEdit(let effect): await perform(effect, send)
    case .details(.load(let id)):
      let result = await request(try await backend.photo(id, environment.store), send)
      send(.details(.loaded(id, result)))
    case .profile(.load):
      let name = session.current?.username
      let result = await request(try await backend.service.me(for: session), send)
      send(.profile(.loaded(result)))
      if name == nil, session.current?.username != nil { await readLikesSetAside(send) }
    case .visits(let effect): await perform(effect, send)
    case .chooser(let effect): await perform(effect, send)
    case .addressInput(let effect): await perform(effect, send)
    case .check(.answer(let number, let text)): environment.checks?.answer(number, text)
    case .share(let effect): await perform(effect, send)
    case .downloads(let effect): await perform(effect, send)
    case .gallery(let effect): await perform(effect, send)
    case .cache(let effect): await perform(effect, of: account, send)
    case .search(let effect): await perform(effect, send)
    case .view(let effect): await perform(effect, send)
    case .pictures, .terminal, .after, .cancel, .cancelReads, .quit, .event:
      // The loop performs these itself, immediately.
      break
    }
  }

  private func setLike(_ id: Photo.ID, _ liked: Bool) async throws(Problem) -> LikeResponse {
    guard let service = backend.service as? any LikingSource else {
      throw Problem(liked ? .like : .unlike, .notOffered)
    }
    return try await service.setLike(id, liked: liked)
  }

  /// Writes a like of a service without accounts.
  private func writeLike(
    _ photo: Photo,
    _ isLiked: Bool,
    _ send: @Sendable (AppAction) -> Void
  ) async {
    var cause = environment.noStore
    if let store = environment.store {
      do throws(StorageError) {
        return try await store.setOwnLike(of: photo, isLiked, at: environment.now())
      } catch { cause = error.cause }
    }
    send(.likes(.notKept(photo.id, liked: isLiked, Problem(isLiked ? .like : .unlike, cause))))
  }

  func result<Value: Sendable>(
    _ operation: @autoclosure @Sendable () async throws(Problem) -> Value
  ) async -> Result<Value, Problem> {
    do throws(Problem) { return .success(try await operation()) } catch { return .failure(error) }
  }

  /// Returns the result of a request to the service, and sends the remaining budget.
  func request<Value: Sendable>(
    _ operation: @autoclosure @Sendable () async throws(Problem) -> Value,
    _ send: @Sendable (AppAction) -> Void
  ) async -> Result<Value, Problem> {
    let result = await result(try await operation())
    if let budget = backend.service.budget { send(.budgetChanged(budget)) }
    return result
  }
}
