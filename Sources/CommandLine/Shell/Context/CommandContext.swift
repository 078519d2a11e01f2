import Accounts
import Catalogue
import EffectHandling
import Files
import HTTP
import Localization
import Model
import ServiceAPI
import Storage

/// The context of a command: the service, the session, the database and the desktop.
struct CommandContext: Sendable {
  /// The need of a command for its service.
  enum Need {
    /// Nothing: the demo service isn't started, and the real one needn't be configured.
    case nothing
    /// Requests, except for stored photos; the service needn't be configured.
    case stored
    case service
  }

  /// The downloads, with the service, the connection and the database that they use.
  var downloads: DownloadCoordinator
  var isDemo: Bool
  var session: SessionHolder
  /// The store of sessions.
  var credentials: any CredentialStore
  /// The reason why there is no database; `nil` if there is one.
  var storeProblem: Problem?
  /// The failure of requests, if the service isn't configured and stored photos may suffice.
  var unconfigured: ShellMessage?
  /// Whether a database exists that can't be read, so that the cached data is unknown.
  var hasUnreadStore = false
  /// The folder of the image cache.
  var pictureCache: String
  /// The files that desktops show as wallpapers.
  var wallpapers: WallpaperFolder
  /// The environment variables for programs of the desktop.
  var environment: [String: String]
  /// The user's browser.
  var browser: Browser
  /// Whether a browser seems to be available.
  var hasBrowser: Bool
  /// Revokes a session at the service, if it can.
  var revoke: @Sendable (Session) async -> Void
  var texts = Texts(.english)

  /// The service and its sign-in.
  var backend: Backend { downloads.backend }
  var transport: any HTTPTransport { downloads.transport }
  /// The database; `nil` if it can't be opened.
  var store: Store? { downloads.store }
  /// The folder of the gallery's files.
  var gallery: String { downloads.gallery }
  /// The configured names and credits of files outside the gallery.
  var fileStyle: FileStyle { downloads.pictures.style }
  /// The time in seconds since 1970.
  var now: Double { downloads.now() }
  var service: any PhotoSource { backend.service }
  /// The key of this account's lists in the database.
  var account: String { backend.account }
  /// The key of this account's session; `nil` if the service needs no sign-in.
  var sessionKey: SessionKey? { backend.standingSession == nil ? backend.key : nil }
  /// The session of the signed-in user; `nil` if the service needs no sign-in.
  var personalSession: Session? { backend.standingSession == nil ? session.current : nil }

  /// Prints a message on standard error.
  func report(_ message: ShellMessage) { Output.printError(message, texts) }

  /// Returns the records of photos to print, with the paths of those in the gallery.
  func records(_ photos: [Photo]) async -> [PhotoFields] {
    let names = (try? await store?.galleryFileNames(of: photos.map(\.id))) ?? [:]
    return photos.map { record($0, fileName: names[$0.id]) }
  }

  /// Returns the paths of the photos that are in the gallery, by ID.
  func galleryFiles(of ids: [String]) async -> [String: String] {
    await galleryEntries(of: ids).mapValues { gallery + "/" + $0.fileName }
  }

  /// Returns the entries of the photos that are in the gallery, by ID.
  ///
  /// Photos that the service doesn't serve are omitted.
  func galleryEntries(of ids: [String]) async -> [String: GalleryEntry] {
    guard let store else { return [:] }
    var entries: [String: GalleryEntry] = [:]
    for id in ids where entries[id] == nil {
      let entry = try? await store.galleryEntry(of: Photo.ID(service: service.id, value: id))
      guard let entry, service.serves(backend.renewed(entry.photo)) else { continue }
      entries[id] = entry
    }
    return entries
  }

  /// Returns the paths of the photos with an undamaged file in the gallery, by ID.
  func wholeGalleryFiles(of ids: [String]) async -> [String: String] {
    var files: [String: String] = [:]
    for (id, entry) in await galleryEntries(of: ids) {
      let path = gallery + "/" + entry.fileName
      guard await GalleryFolder.verify(path, size: entry.size, hash: entry.hash) == .whole else {
        continue
      }
      files[id] = path
    }
    return files
  }

  /// Returns the description of the service that a photo is from, which may be another one than the
  /// one in use.
  func description(of photo: Photo) -> ServiceDescription {
    let others = ServiceCatalogue.all.map(\.description).filter { $0.id != service.id }
    return others.first { $0.id == photo.id.service } ?? service.description
  }

  /// Returns the credit and the page of a photo.
  func credit(of photo: Photo) -> ShellMessage {
    let site = description(of: photo)
    return .credit(
      Credit(of: photo, site),
      isDemo: isDemo,
      page: photo.pageURL.map { site.link($0).text }
    )
  }

  /// Returns the record of a photo to print.
  ///
  /// - Parameter fileName: The name of its file in the gallery; `nil` if it isn't there.
  func record(_ photo: Photo, fileName: String?) -> PhotoFields {
    record(photo, path: fileName.map { gallery + "/" + $0 })
  }

  /// Returns the record of a photo to print, with the path of its file.
  func record(_ photo: Photo, path: String?) -> PhotoFields {
    PhotoFields(
      photo,
      of: description(of: photo),
      isDemo: isDemo,
      image: service.original(of: photo).url,
      path: path
    )
  }

  /// Returns a cached photo; `nil` if it isn't cached, or belongs to another service with the same
  /// kind of IDs.
  func cached(_ id: Photo.ID) async -> Photo? {
    guard let kept = try? await store?.photo(id) else { return nil }
    let photo = backend.renewed(kept)
    return service.serves(photo) ? photo : nil
  }

  /// The failure of a command that needs an account, without a session.
  var notSignedIn: ShellMessage {
    let service = service.description
    return service.hasAccounts ? .notSignedIn : .noAccounts(service: service.name)
  }

  /// Loads the signed-in user.
  ///
  /// - Throws: `notSignedIn` without a session, otherwise the failure of the request.
  func me() async throws(ShellMessage) -> Person {
    guard personalSession != nil else { throw notSignedIn }
    return try await ask { () throws(Problem) in try await service.me(for: session) }
  }

  /// Returns the photos that were liked on this computer, latest first.
  func ownLikes() async throws(ShellMessage) -> [Photo] {
    try await read { store throws(StorageError) in try await store.ownLikes(of: service.id) }
      .map(backend.renewed)
  }

  /// Returns IDs with the names of links replaced by the IDs that the service finds, each once.
  ///
  /// Names that it doesn't find are reported and omitted.
  func resolved(_ ids: [String]) async -> (ids: [String], status: CommandStatus) {
    var (resolved, status) = ([String](), CommandStatus.done)
    var seen: Set<String> = []
    for id in ids {
      guard id.hasPrefix(PhotoArgument.namePrefix) else {
        if seen.insert(id).inserted { resolved.append(id) }
        continue
      }
      let name = String(id.dropFirst(PhotoArgument.namePrefix.count))
      do throws(ShellMessage) {
        let id = try await ask { () throws(Problem) in try await service.lookUp(name) }
        if seen.insert(id.value).inserted { resolved.append(id.value) }
      } catch {
        report(error.about(name))
        status = status.and(error.status)
      }
    }
    return (resolved, status)
  }

  /// Loads one page of a list.
  func page(_ page: PageToken, of list: ListID) async throws(Problem) -> Page {
    try await backend.page(page, of: list, for: session, store)
  }

  /// The failure of a command that needs the database.
  var noStore: ShellMessage {
    .problem(storeProblem ?? Problem(.storage, .disk(path: "imagefeed.db", reason: "no database")))
  }

  /// Reads or writes data in the database.
  ///
  /// - Throws: `noStore` without a database; otherwise the database's error as a failure.
  func read<Value: Sendable>(
    _ body: (Store) async throws(StorageError) -> Value
  ) async throws(ShellMessage) -> Value {
    guard let store else { throw noStore }
    do throws(StorageError) { return try await body(store) } catch {
      throw .problem(Problem(.storage, error.cause))
    }
  }

  /// Sends a request to the service, and converts a problem to the command's failure.
  func ask<Value: Sendable>(
    _ body: () async throws(Problem) -> Value
  ) async throws(ShellMessage) -> Value {
    if let unconfigured { throw unconfigured }
    do throws(Problem) { return try await body() } catch { throw failure(error) }
  }

  /// Returns the failure for a request's problem.
  ///
  /// If the service rejected a request without a session, the failure names the cause: the service
  /// requires a session, or the application's keys are wrong.
  func failure(_ problem: Problem) -> ShellMessage {
    guard problem.cause == .unauthorized, session.current == nil else { return .problem(problem) }
    guard !service.description.needsSession else { return .notSignedIn }
    return .problem(Problem(problem.subject, .invalidClient))
  }
}
