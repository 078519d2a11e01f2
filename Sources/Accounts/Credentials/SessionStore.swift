import Logging
import Model
import Platform

/// Keeps the tokens of sessions in the keyring, else in the file.
///
/// The file tells of every session, so that a start needs no keyring to know who is signed in; of
/// the tokens, it has those that are not in the keyring. A token in the file counts before one
/// there.
package final class SessionStore: CredentialStore {
  private let file: FileCredentialStore
  private let keyring: (any SecretStore)?
  private let location: CredentialLocation
  private let onFallback: @Sendable (KeyringError) -> Void
  private let lockPath: String?
  private let log: Logger
  /// Told once is enough.
  private let hasReported = Lock(false)

  /// - Parameters:
  ///   - keyring: nil outside a desktop's session.
  ///   - lockPath: locked while a session changes, so that keyring and file have the same one.
  ///   - onFallback: called with the reason when a session is in the file that should not be.
  package init(
    file: FileCredentialStore,
    keyring: (any SecretStore)?,
    location: CredentialLocation,
    lockPath: String? = nil,
    onFallback: @escaping @Sendable (KeyringError) -> Void = { _ in },
    log: Logger
  ) {
    self.file = file
    self.keyring = keyring
    self.location = location
    self.lockPath = lockPath
    self.onFallback = onFallback
    self.log = log
  }

  /// Whether the person may be asked for their keyring, as who wants nothing else will expect.
  private var unlocks: Bool { location == .keyring }

  /// Whether the session belongs into the keyring; the demo's tokens guard nothing.
  private func isSecret(_ key: SessionKey) -> Bool {
    location != .file && key != .demo(of: key.service)
  }

  package func outline(for key: SessionKey) throws(Problem) -> Session? {
    try file.session(for: key)
  }

  package func session(for key: SessionKey) async throws(Problem) -> Session? {
    guard let kept = try file.session(for: key), kept.isSealed else {
      return try file.session(for: key)
    }
    do throws(KeyringError) {
      if let text = try await secret(for: key), let session = Session(text: text, key: key) {
        return session
      }
    } catch {
      throw Problem(.session, .keyring(error))
    }
    // Somebody has deleted it there.
    try file.remove(key)
    return nil
  }

  private func secret(for key: SessionKey) async throws(KeyringError) -> Secret? {
    try await unlocking { keyring, unlocks async throws(KeyringError) in
      try await keyring.secret(for: key, unlocks: unlocks)
    }
  }

  /// Asks the keyring, and the person only where it is locked.
  private func unlocking<Result>(
    _ ask: (any SecretStore, Bool) async throws(KeyringError) -> Result
  ) async throws(KeyringError) -> Result {
    guard let keyring else { throw .noDesktop }
    do throws(KeyringError) { return try await ask(keyring, false) } catch {
      guard error == .locked else { throw error }
      return try await ask(keyring, true)
    }
  }

  /// How long another window's change is waited for.
  private static let lockTimeout = Duration.seconds(20)

  /// Nil where nothing has to agree.
  private func lock(_ key: SessionKey) async -> FileLock? {
    guard let lockPath, keyring != nil, key != .demo(of: key.service) else { return nil }
    return await FileLock.take(lockPath, within: Self.lockTimeout)
  }

  package func save(_ session: Session) async throws(Problem) {
    let lock = await lock(session.key)
    defer { lock?.release() }
    var kept = session
    if isSecret(session.key) {
      do throws(KeyringError) {
        if let keyring {
          try await keep(session, in: keyring)
          kept = session.sealed
        } else if location == .keyring {
          throw .noDesktop
        }
      } catch {
        if location == .keyring { throw Problem(.signIn, .keyring(error)) }
        report(error)
      }
    }
    try file.save(kept)
  }

  private func keep(_ session: Session, in keyring: any SecretStore) async throws(KeyringError) {
    guard let text = session.text else { throw .refused(reason: "cannot be encoded") }
    try await keyring.keep(text, for: session.key, unlocks: unlocks)
  }

  /// What the keyring has goes first: who is told to be signed out has left nothing there.
  package func remove(_ key: SessionKey) async throws(Problem) {
    let lock = await lock(key)
    defer { lock?.release() }
    let kept = (try? file.session(for: key)) ?? nil
    do throws(KeyringError) {
      if kept?.isSealed == true {
        try await unlocking { keyring, unlocks async throws(KeyringError) in
          try await keyring.discard(key, unlocks: unlocks)
        }
      } else if kept != nil, isSecret(key) {
        // An earlier session, from before the keyring was locked.
        try? await keyring?.discard(key, unlocks: false)
      }
    } catch {
      throw Problem(.signOut, .keyring(error))
    }
    try file.remove(key)
  }

  package func version() -> String? { file.version() }

  package func settle(_ key: SessionKey) async {
    guard misplaced(key) != nil else { return }
    let lock = await lock(key)
    defer { lock?.release() }
    guard let kept = misplaced(key) else { return }
    do throws(KeyringError) {
      if kept.isSealed {
        guard let text = try await secret(for: key), let session = Session(text: text, key: key)
        else { return }
        try? file.replace(kept, with: session)
        try await keyring?.discard(key, unlocks: false)
      } else if let keyring {
        try await keep(kept, in: keyring)
        // Where another window has another one by now, that one counts.
        try? file.replace(kept, with: kept.sealed)
      } else if location == .keyring {
        throw .noDesktop
      }
    } catch {
      log.warning("a session stays where it is", metadata: ["reason": "\(error)"])
      if location == .keyring { report(error) }
    }
  }

  /// A session that does not lie where it belongs; nil for others.
  private func misplaced(_ key: SessionKey) -> Session? {
    let kept = (try? file.session(for: key)) ?? nil
    return kept.flatMap { $0.isSealed == isSecret(key) ? nil : $0 }
  }

  private func report(_ trouble: KeyringError) {
    let isNew = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isNew { onFallback(trouble) }
  }
}
