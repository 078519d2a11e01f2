import Disk
import FoundationEssentials
import Glibc
import Model
import Platform

/// Sessions in one file that only its owner can read.
///
/// The file is replaced atomically. If the tokens of a session are in the keyring, the file has
/// only the session's other data.
package final class FileCredentialStore: Sendable {
  private let path: String
  private let onExposure: @Sendable (Exposure) -> Void
  /// Whether the exposure of the file has been reported, so that it is reported once.
  private let hasReported = Lock(false)

  /// Creates a store.
  ///
  /// The file is created with its folder when the first session is saved.
  ///
  /// - Parameter onExposure: Called by the first read that finds permissions of other users.
  package init(path: String, onExposure: @escaping @Sendable (Exposure) -> Void = { _ in }) {
    self.path = path
    self.onExposure = onExposure
  }

  package func session(for key: SessionKey) throws(Problem) -> Session? {
    switch try read(.session) {
    case .file(let file): file.sessions.first { $0.key == key }?.session
    case .unreadable: throw Problem(.session, unreadable)
    }
  }

  /// Returns a text that changes with the file.
  package func version() -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "" }
    let time = status.st_mtim
    return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
  }

  package func save(_ session: Session) throws(Problem) { try save(session) { _ in true } }

  /// Replaces a session by a new one, unless the stored session has changed.
  func replace(_ old: Session, with new: Session) throws(Problem) { try save(new) { $0 == old } }

  private func save(_ session: Session, where isWanted: (Session?) -> Bool) throws(Problem) {
    try locked(.signIn) { () throws(Problem) in
      var file = File()
      switch try read(.signIn) {
      case .file(let kept): file = kept
      // The file may be the only copy of something, so it isn't overwritten.
      case .unreadable: try setAside()
      }
      let old = file.sessions.first { $0.key == session.key }
      guard isWanted(old?.session) else { return }
      file.sessions.removeAll { $0.key == session.key }
      file.sessions.append(Entry(session))
      if session.tokensInKeyring {
        // The new secret has replaced the old one.
        file.removeLeftover(session.key)
      } else if let old, old.session.tokensInKeyring {
        file.leftovers = (file.leftovers ?? []) + [old]
      }
      try write(file, .signIn)
    }
  }

  /// Removes a session, and every token that a killed program has left beside the file.
  package func remove(_ key: SessionKey) throws(Problem) {
    // A folder that can't be written to is no failure if there is nothing to remove.
    guard try has(key) || FileSystem.hasLeftovers(of: path) else { return }
    try locked(.signOut) { () throws(Problem) in
      FileSystem.removeLeftovers(of: path)
      var file = try fileForSigningOut()
      guard file.sessions.contains(where: { $0.key == key }) else { return }
      file.sessions.removeAll { $0.key == key }
      try write(file, .signOut)
    }
  }

  /// Whether the keyring may have the tokens of an earlier session, which one in the file has
  /// replaced.
  func hasLeftover(_ key: SessionKey) -> Bool {
    (try? fileForSigningOut())?.leftovers?.contains { $0.key == key } ?? false
  }

  /// Records that the keyring has no tokens of an earlier session any more.
  func removeLeftover(_ key: SessionKey) throws(Problem) {
    guard hasLeftover(key) else { return }
    try locked(.signOut) { () throws(Problem) in
      var file = try fileForSigningOut()
      file.removeLeftover(key)
      try write(file, .signOut)
    }
  }

  private func has(_ key: SessionKey) throws(Problem) -> Bool {
    try fileForSigningOut().sessions.contains { $0.key == key }
  }

  private func fileForSigningOut() throws(Problem) -> File {
    guard case .file(let file) = try read(.signOut) else { throw Problem(.signOut, unreadable) }
    return file
  }

  private enum Contents {
    case file(File)
    case unreadable
  }

  private var unreadable: Problem.Cause {
    .disk(path: path, reason: "not a credentials file")
  }

  private func read(_ subject: Problem.Subject) throws(Problem) -> Contents {
    let bytes = try FileSystem.attempt(subject, FileSystem.secret(at: path, report))
    guard let bytes else { return .file(File()) }
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)), file.version == 1
    else { return .unreadable }
    return .file(file)
  }

  private func report(_ exposure: Exposure) {
    let isNew = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isNew, exposure != .permanent || isFirstReport() { onExposure(exposure) }
  }

  /// Whether no earlier process has reported a file system without permissions.
  ///
  /// An empty file beside the credentials remembers the report.
  func isFirstReport() -> Bool {
    let marker = try? FileSystem.open(path + ".exposed", O_WRONLY | O_CREAT | O_EXCL)
    if let marker { close(marker) }
    return marker != nil
  }

  private func write(_ file: File, _ subject: Problem.Subject) throws(Problem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(file) else {
      throw Problem(subject, .disk(path: path, reason: "cannot be encoded"))
    }
    let bytes = [UInt8](text) + [0x0A]
    try FileSystem.attempt(subject, FileSystem.replace(path, with: bytes, mode: 0o600))
  }

  /// Renames a file that isn't a credentials file.
  private func setAside() throws(Problem) {
    _ = try FileSystem.attempt(.signIn, FileSystem.setAside(path))
  }

  /// Runs a function while holding the folder's lock, so that two processes don't lose each other's
  /// sessions.
  private func locked(
    _ subject: Problem.Subject,
    _ body: () throws(Problem) -> Void
  ) throws(Problem) {
    let lock = try FileSystem.attempt(subject, FileSystem.lockFolder(of: path))
    defer { if let lock { close(lock) } }
    try body()
  }
}

extension Session {
  /// The whole session as a text, for the keyring.
  var text: Secret? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(Entry(self))).map { Secret(String(decoding: $0, as: UTF8.self)) }
  }

  /// Decodes a session; `nil` if the text isn't a whole session with this key.
  init?(text: Secret, key: SessionKey) {
    let data = Data(text.exposed.utf8)
    guard let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.key == key,
      !entry.session.tokensInKeyring
    else { return nil }
    self = entry.session
  }
}

private struct File: Codable {
  var version = 1
  var sessions: [Entry] = []
  /// Earlier sessions whose tokens may still be in the keyring.
  var leftovers: [Entry]?

  mutating func removeLeftover(_ key: SessionKey) {
    leftovers = leftovers?.filter { $0.key != key }
  }
}

/// A session in the format of the file.
private struct Entry: Codable {
  var service: String
  var baseURL: String
  /// The token; `nil` if the keyring has it.
  var token: String?
  var username: String?
  /// The expiry time in seconds since 1970; `nil` if the token doesn't expire.
  var expires: Double?
  var refreshToken: String?
  var deviceID: String?
  /// Whether the keyring has a refresh token.
  var isRenewed: Bool?

  private enum CodingKeys: String, CodingKey {
    case service, token, username, expires
    case baseURL = "base_url"
    case isRenewed = "is_renewed"
    case refreshToken = "refresh_token"
    case deviceID = "device_id"
  }

  init(_ session: Session) {
    service = session.service.name
    baseURL = session.baseURL
    username = session.username
    expires = session.expires
    if session.tokensInKeyring {
      isRenewed = session.renewal != nil
    } else {
      token = session.token.exposed
      refreshToken = session.renewal?.token.exposed
      deviceID = session.renewal?.device
    }
  }

  var key: SessionKey { SessionKey(service: ServiceID(service), baseURL: baseURL) }

  var session: Session {
    let renewal = refreshToken ?? (token == nil && isRenewed == true ? "" : nil)
    var session = Session(
      service: key.service,
      baseURL: baseURL,
      token: Secret(token ?? ""),
      username: username,
      expires: expires,
      renewal: renewal.map { Session.Renewal(token: Secret($0), device: deviceID) }
    )
    session.tokensInKeyring = token == nil
    return session
  }
}
