import FoundationEssentials
import Glibc
import Model
import Platform

/// Sessions in one file that only its owner can read, replaced in one step.
package final class FileCredentialStore: CredentialStore {
  private let path: String
  private let onExposure: @Sendable (Exposure) -> Void
  /// Told once is enough.
  private let hasTold = Lock(false)

  /// A store in a file, which is created with its folder when the first session is saved.
  ///
  /// - Parameter onExposure: called by the first read that finds that other people had permissions.
  package init(path: String, onExposure: @escaping @Sendable (Exposure) -> Void = { _ in }) {
    self.path = path
    self.onExposure = onExposure
  }

  package func session(for key: SessionKey) throws(Problem) -> Session? {
    switch try read(.session) {
    case .entries(let entries): entries.first { $0.key == key }?.session
    case .unreadable: throw Problem(.session, unreadable)
    }
  }

  package func save(_ session: Session) throws(Problem) {
    try locked(.signIn) { () throws(Problem) in
      var entries: [Entry] = []
      switch try read(.signIn) {
      case .entries(let kept): entries = kept
      // Whatever it was, it may be somebody's only copy.
      case .unreadable: try setAside()
      }
      entries.removeAll { $0.key == session.key }
      entries.append(Entry(session))
      try write(entries, .signIn)
    }
  }

  package func remove(_ key: SessionKey) throws(Problem) {
    try locked(.signOut) { () throws(Problem) in
      guard case .entries(var entries) = try read(.signOut) else {
        throw Problem(.signOut, unreadable)
      }
      guard entries.contains(where: { $0.key == key }) else { return }
      entries.removeAll { $0.key == key }
      try write(entries, .signOut)
    }
  }

  private enum Contents {
    case entries([Entry])
    case unreadable
  }

  private var unreadable: Problem.Cause {
    .disk(path: path, reason: "not a credentials file")
  }

  private func read(_ subject: Problem.Subject) throws(Problem) -> Contents {
    let bytes: [UInt8]?
    do throws(FileSystem.Failure) {
      bytes = try FileSystem.secret(at: path) { exposure in
        let isNew = hasTold.withLock { hasTold in
          defer { hasTold = true }
          return !hasTold
        }
        if isNew { onExposure(exposure) }
      }
    } catch {
      throw Problem(subject, .init(error))
    }
    guard let bytes else { return .entries([]) }
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)), file.version == 1
    else { return .unreadable }
    return .entries(file.sessions)
  }

  private func write(_ entries: [Entry], _ subject: Problem.Subject) throws(Problem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let bytes = try [UInt8](encoder.encode(File(version: 1, sessions: entries))) + [0x0A]
      try FileSystem.replace(path, with: bytes, mode: 0o600)
    } catch let failure as FileSystem.Failure {
      throw Problem(subject, .init(failure))
    } catch {
      throw Problem(subject, .disk(path: path, reason: "cannot be encoded"))
    }
  }

  /// Keeps a file that is none of ours under another name beside it.
  private func setAside() throws(Problem) {
    do throws(FileSystem.Failure) {
      try FileSystem.move(path, to: path + ".unreadable-" + FileSystem.randomName())
    } catch {
      throw Problem(.signIn, .init(error))
    }
  }

  /// Holds the folder's lock, so that two running programs do not lose each other's sessions.
  private func locked(
    _ subject: Problem.Subject,
    _ body: () throws(Problem) -> Void
  ) throws(Problem) {
    let folder = Folder.containing(path)
    do throws(FileSystem.Failure) {
      try FileSystem.createFolder(folder, mode: 0o700)
    } catch {
      throw Problem(subject, .init(error))
    }
    let deadline = MonotonicTime.now + .seconds(10)
    let lock: Int32?
    do throws(DescriptorError) {
      // A file system without locks is no reason not to sign in.
      lock = try FolderLock.take(folder) { deadline }
    } catch {
      throw Problem(subject, .init(errno: error.code, path: path))
    }
    defer { if let lock { close(lock) } }
    try body()
  }
}

private struct File: Codable {
  var version: Int
  var sessions: [Entry]
}

/// A session as the file spells it.
private struct Entry: Codable {
  var service: String
  var baseURL: String
  var token: String
  var username: String?
  var expires: Double?
  var refreshToken: String?
  var deviceID: String?

  private enum CodingKeys: String, CodingKey {
    case service, token, username, expires
    case baseURL = "base_url"
    case refreshToken = "refresh_token"
    case deviceID = "device_id"
  }

  init(_ session: Session) {
    service = session.service.name
    baseURL = session.baseURL
    token = session.token.exposed
    username = session.username
    expires = session.expires
    refreshToken = session.renewal?.token.exposed
    deviceID = session.renewal?.device
  }

  var key: SessionKey { SessionKey(service: ServiceID(service), baseURL: baseURL) }

  var session: Session {
    Session(
      service: key.service,
      baseURL: baseURL,
      token: Secret(token),
      username: username,
      expires: expires,
      renewal: refreshToken.map { Session.Renewal(token: Secret($0), device: deviceID) }
    )
  }
}
