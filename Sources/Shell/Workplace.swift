import Model
import Operations
import Platform
import Services
import Storage

/// What a command works with: a service, whoever is signed in there, and what this machine has.
package struct Workplace: Sendable {
  package var service: any PhotoSource
  package var session: SessionHolder
  /// Where sessions are kept.
  package var credentials: any CredentialStore
  /// This account's session there; nil where the configuration's key is all there is.
  package var sessionKey: SessionKey?
  /// What the database files this account's lists under.
  package var account: String
  /// The database; nil where it cannot be opened.
  package var store: Store?
  /// Why there is no database.
  package var storeProblem: Problem?
  /// The folder of the gallery's files.
  package var gallery: String
  /// The folder of the pictures that the program has cached.
  package var pictureCache: String
  /// Brings photographs into the gallery; nil without a database.
  package var desk: DownloadDesk?
  /// Downloads at a time.
  package var atOnce: Int
  /// A photograph that was cached, with addresses that can be asked today.
  package var renewed: @Sendable (Photo) -> Photo
  /// Seconds since 1970.
  package var now: @Sendable () -> Double
  /// Makes the service forget a session, where it can.
  package var forget: @Sendable (Session) async -> Void

  package init(
    service: any PhotoSource,
    session: SessionHolder,
    credentials: any CredentialStore,
    sessionKey: SessionKey?,
    account: String,
    store: Store?,
    storeProblem: Problem? = nil,
    gallery: String,
    pictureCache: String,
    desk: DownloadDesk?,
    atOnce: Int,
    renewed: @escaping @Sendable (Photo) -> Photo,
    now: @escaping @Sendable () -> Double,
    forget: @escaping @Sendable (Session) async -> Void
  ) {
    self.service = service
    self.session = session
    self.credentials = credentials
    self.sessionKey = sessionKey
    self.account = account
    self.store = store
    self.storeProblem = storeProblem
    self.gallery = gallery
    self.pictureCache = pictureCache
    self.desk = desk
    self.atOnce = atOnce
    self.renewed = renewed
    self.now = now
    self.forget = forget
  }

  /// Photographs as commands print them, with their files where the gallery has them.
  package func records(_ photos: [Photo]) async -> [PhotoRecord] {
    let kept = (try? await store?.gallery()) ?? []
    let names = Dictionary(kept.map { ($0.photo.id, $0.fileName) }) { first, _ in first }
    return photos.map { record($0, fileName: names[$0.id]) }
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

  /// The person who is signed in.
  package func me() async throws(CommandFailure) -> Person {
    guard session.current != nil else { throw .notSignedIn }
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
    do throws(Problem) { return try await body() } catch { throw .problem(error) }
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
  /// The argument does not look like a photograph's id.
  case notAnID(String)
  /// The gallery has no such photograph.
  case notInGallery(id: String)
  case damagedFile(path: String)
  case missingFile(path: String)

  package var status: CommandStatus {
    switch self {
    case .problem(let problem): CommandStatus(problem)
    case .notCached: .offline
    case .notSignedIn: .notSignedIn
    case .notConfigured, .notAnID: .usage
    case .notInGallery, .missingFile: .notFound
    case .damagedFile: .failed
    }
  }
}
