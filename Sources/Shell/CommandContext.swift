import Accounts
import Files
import Glibc
import HTTP
import Imaging
import Model
import Operations
import Platform
import ServiceAPI
import Storage

/// The context of a command: the service, the session, the database and the desktop.
package struct CommandContext: Sendable {
  /// The service, with its way of signing in.
  package var backend: Backend
  package var isDemo: Bool
  package var session: SessionHolder
  package var transport: any HTTPTransport
  /// Where sessions are kept.
  package var credentials: any CredentialStore
  /// The database; nil where it cannot be opened.
  package var store: Store?
  /// Why there is no database.
  package var storeProblem: Problem?
  /// Whether there is a database that cannot be read: what is cached is not known.
  package var hasUnreadStore: Bool
  /// The folder of the gallery's files.
  package var gallery: String
  /// The folder of the pictures that the program has cached.
  package var pictureCache: String
  /// The files that desktops show as wallpapers.
  package var wallpapers: WallpaperShelf
  /// The environment of the desktop's programs.
  package var environment: [String: String]
  /// Downloads photos into the gallery; `nil` without a database.
  package var coordinator: DownloadCoordinator?
  /// Opens pages for a person.
  package var browser: Browser
  /// Whether there seems to be a browser.
  package var hasBrowser: Bool
  /// Seconds since 1970.
  package var now: @Sendable () -> Double
  /// Revokes a session at the service, if it can.
  package var revoke: @Sendable (Session) async -> Void

  package init(
    backend: Backend,
    isDemo: Bool,
    session: SessionHolder,
    transport: any HTTPTransport,
    credentials: any CredentialStore,
    store: Store?,
    storeProblem: Problem? = nil,
    hasUnreadStore: Bool = false,
    gallery: String,
    pictureCache: String,
    wallpapers: WallpaperShelf,
    environment: [String: String],
    coordinator: DownloadCoordinator?,
    browser: Browser,
    hasBrowser: Bool,
    now: @escaping @Sendable () -> Double,
    revoke: @escaping @Sendable (Session) async -> Void
  ) {
    self.backend = backend
    self.isDemo = isDemo
    self.session = session
    self.transport = transport
    self.credentials = credentials
    self.store = store
    self.storeProblem = storeProblem
    self.hasUnreadStore = hasUnreadStore
    self.gallery = gallery
    self.pictureCache = pictureCache
    self.wallpapers = wallpapers
    self.environment = environment
    self.coordinator = coordinator
    self.browser = browser
    self.hasBrowser = hasBrowser
    self.now = now
    self.revoke = revoke
  }

  package var service: any PhotoSource { backend.service }
  /// What the database files this account's lists under.
  package var account: String { backend.account }
  /// This account's session; nil where the configuration's key is all there is.
  var sessionKey: SessionKey? { backend.standingSession == nil ? backend.key : nil }
  /// The session of the person who is signed in; a key of the configuration is nobody's.
  var personalSession: Session? { backend.standingSession == nil ? session.current : nil }

  /// Photographs as commands print them, with their files where the gallery has them.
  package func records(_ photos: [Photo]) async -> [PhotoRecord] {
    let names = (try? await store?.galleryFileNames()) ?? [:]
    return photos.map { record($0, fileName: names[$0.id]) }
  }

  /// Returns the paths of those of these photos that are in the gallery, by their ids.
  package func galleryFiles(of ids: [String]) async -> [String: String] {
    guard let store else { return [:] }
    var files: [String: String] = [:]
    for id in ids where files[id] == nil {
      let entry = try? await store.galleryEntry(of: Photo.ID(service: service.id, value: id))
      guard let entry, service.serves(backend.renewed(entry.photo)) else { continue }
      files[id] = gallery + "/" + entry.fileName
    }
    return files
  }

  /// A photograph as commands print it.
  ///
  /// - Parameter fileName: its file in the gallery; nil where it is not there.
  package func record(_ photo: Photo, fileName: String?) -> PhotoRecord {
    PhotoRecord(
      photo,
      original: service.original(of: photo).url,
      path: fileName.map { gallery + "/" + $0 }
    )
  }

  /// A photo as commands print it, with the path of its wallpaper's file.
  package func record(_ photo: Photo, wallpaper path: String) -> PhotoRecord {
    PhotoRecord(photo, original: service.original(of: photo).url, path: path)
  }

  /// A photograph as it is cached; nil where it is not, or belongs to another service with its ids.
  func cached(_ id: Photo.ID) async -> Photo? {
    guard let kept = try? await store?.photo(id) else { return nil }
    let photo = backend.renewed(kept)
    return service.serves(photo) ? photo : nil
  }

  /// The person who is signed in.
  package func me() async throws(CommandFailure) -> Person {
    guard personalSession != nil else { throw .notSignedIn }
    return try await ask { () throws(Problem) in try await service.me(for: session) }
  }

  /// The failure of a command that needs the database.
  var noStore: CommandFailure {
    .problem(storeProblem ?? Problem(.storage, .disk(path: "imagefeed.db", reason: "no database")))
  }

  func read<Value: Sendable>(
    _ body: (Store) async throws(StorageError) -> Value
  ) async throws(CommandFailure) -> Value {
    guard let store else { throw noStore }
    do throws(StorageError) { return try await body(store) } catch {
      throw .problem(Problem(.storage, error.cause))
    }
  }

  func ask<Value: Sendable>(
    _ body: () async throws(Problem) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(Problem) { return try await body() } catch { throw failure(error) }
  }

  /// What a refused request means: without a session, it is the application's keys that were
  /// refused, or that there is none.
  func failure(_ problem: Problem) -> CommandFailure {
    guard problem.cause == .unauthorized, session.current == nil else { return .problem(problem) }
    guard !service.description.needsSession else { return .notSignedIn }
    return .problem(Problem(problem.subject, .invalidClient))
  }
}

/// Why a command did not do what it was asked for.
package enum CommandFailure: Error, Equatable, Sendable {
  case problem(Problem)
  /// The service needs keys that the configuration file does not have.
  case notConfigured(path: String)
  /// Nothing is cached that `--offline` could print.
  case notCached
  /// The command needs somebody who is signed in.
  case notSignedIn
  /// The configuration has a key, with which nobody signs in.
  case noSignIn
  /// Standard input has no token.
  case noToken
  /// The argument does not look like a photograph's id.
  case notAnID(String)
  /// The gallery has no such photograph.
  case notInGallery(id: String)
  case damagedFile(path: String)
  case missingFile(path: String)
  /// A file that can't be a wallpaper.
  case picture(path: String, ImagingError)
  case wallpaper(WallpaperFailure)
  /// No photo fits.
  case noWallpaper(WallpaperSource, SearchQuery.Orientation?)

  package var status: CommandStatus {
    switch self {
    case .problem(let problem): CommandStatus(problem)
    case .notCached: .offline
    case .notSignedIn: .notSignedIn
    case .notConfigured, .notAnID, .noSignIn, .noToken: .usage
    case .notInGallery, .missingFile, .noWallpaper: .notFound
    case .picture(_, .file(_, ENOENT)): .notFound
    case .wallpaper(.problem(let problem)): CommandStatus(problem)
    case .damagedFile, .picture, .wallpaper: .failed
    }
  }
}
