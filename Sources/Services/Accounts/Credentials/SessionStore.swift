import Logging
import Model
import Platform

/// The store of sessions, with tokens in the keyring, or in the file if there is no usable keyring.
///
/// The file lists every session, so that a launch knows the signed-in user without the keyring.
/// Tokens that aren't in the keyring are in the file. If a token is in both, the one in the file is
/// used.
package final class SessionStore: CredentialStore {
  private let file: FileCredentialStore
  private let keyring: (any SecretStore)?
  private let location: CredentialLocation
  private let onFallback: @Sendable (KeyringError) -> Void
  private let lockPath: String?
  private let log: Logger
  /// Whether the fallback has been reported, so that it is reported once.
  private let hasReported = Lock(false)

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - keyring: The keyring; `nil` outside a desktop session.
  ///   - lockPath: The file to lock while a session changes, so that keyring and file stay
  ///     consistent.
  ///   - onFallback: Called with the reason if a token is in the file although it should be in the
  ///     keyring.
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

  /// Whether saving a session may prompt the user to unlock the keyring: only if the keyring is
  /// required.
  ///
  /// Reading and removing a session that is in the keyring may always prompt.
  private var unlocks: Bool { location == .keyring }

  /// Whether the session belongs in the keyring.
  ///
  /// The demo's tokens protect nothing.
  private func isSecret(_ key: SessionKey) -> Bool {
    location != .file && key != .demo(of: key.service)
  }

  package func sessionWithoutKeyring(for key: SessionKey) throws(Problem) -> Session? {
    try file.session(for: key)
  }

  package func session(for key: SessionKey) async throws(Problem) -> Session? {
    guard let kept = try file.session(for: key), kept.tokensInKeyring else {
      return try file.session(for: key)
    }
    do throws(KeyringError) {
      if let text = try await secret(for: key), let session = Session(text: text, key: key) {
        return session
      }
    } catch {
      throw Problem(.session, .keyring(error))
    }
    // The secret was deleted in the keyring by another program.
    try file.remove(key)
    return nil
  }

  private func secret(for key: SessionKey) async throws(KeyringError) -> Secret? {
    try await unlocking { keyring, unlocks async throws(KeyringError) in
      try await keyring.secret(for: key, unlocks: unlocks)
    }
  }

  /// Calls the keyring, and prompts the user to unlock it if it is locked.
  private func unlocking<Result>(
    _ ask: (any SecretStore, Bool) async throws(KeyringError) -> Result
  ) async throws(KeyringError) -> Result {
    guard let keyring else { throw .noDesktop }
    do throws(KeyringError) { return try await ask(keyring, false) } catch {
      guard error == .locked else { throw error }
      return try await ask(keyring, true)
    }
  }

  /// The maximum wait for another process that holds the lock.
  private static let lockTimeout = Duration.seconds(20)

  /// Locks the stored sessions; `nil` if the keyring isn't involved or the lock isn't available.
  private func lock(_ key: SessionKey) async -> FileLock? {
    guard let lockPath, keyring != nil, key != .demo(of: key.service) else { return nil }
    return await FileLock.acquire(lockPath, within: Self.lockTimeout)
  }

  package func save(_ session: Session) async throws(Problem) {
    let lock = await lock(session.key)
    defer { lock?.release() }
    var kept = session
    if isSecret(session.key) {
      do throws(KeyringError) {
        if let keyring {
          try await store(session, in: keyring)
          kept = session.withoutTokens
        } else if location == .keyring {
          throw .noDesktop
        }
      } catch {
        if location == .keyring { throw Problem(.signIn, .keyring(error)) }
        report(error)
      }
    }
    do throws(Problem) { try file.save(kept) } catch {
      await discardUnlisted(kept)
      throw error
    }
  }

  /// Discards the keyring's copy of a session that couldn't be written to the file.
  ///
  /// Signing out removes the sessions in the file, so it would leave this copy behind. An earlier
  /// session of the same user in the file has the copy as its own.
  private func discardUnlisted(_ session: Session) async {
    guard session.tokensInKeyring else { return }
    let listed = (try? file.session(for: session.key)) ?? nil
    if let listed, listed.tokensInKeyring, listed.username == session.username { return }
    try? await keyring?.discard(session.key, unlocks: false)
  }

  private func store(_ session: Session, in keyring: any SecretStore) async throws(KeyringError) {
    guard let text = session.text else { throw .refused(reason: "cannot be encoded") }
    try await keyring.store(text, for: session.key, unlocks: unlocks)
  }

  /// Removes a session.
  ///
  /// The secret in the keyring is removed first, so that a reported sign-out leaves none behind.
  package func remove(_ key: SessionKey) async throws(Problem) {
    let lock = await lock(key)
    defer { lock?.release() }
    let kept = (try? file.session(for: key)) ?? nil
    if kept?.tokensInKeyring == true {
      do throws(KeyringError) {
        try await unlocking { keyring, unlocks async throws(KeyringError) in
          try await keyring.discard(key, unlocks: unlocks)
        }
      } catch {
        throw Problem(.signOut, .keyring(error))
      }
    } else {
      await discardLeftover(key)
    }
    try file.remove(key)
  }

  package func hasLeftover(_ key: SessionKey) -> Bool { file.hasLeftover(key) }

  /// Removes a session from the keyring that isn't in the file, without a prompt.
  ///
  /// The session was saved before the keyring was locked, or by a program that was killed before it
  /// wrote the file.
  private func discardLeftover(_ key: SessionKey) async {
    guard isSecret(key) || hasLeftover(key), let keyring,
      (try? await keyring.discard(key, unlocks: false)) != nil
    else { return }
    try? file.removeLeftover(key)
  }

  package func version() -> String? { file.version() }

  package func moveToConfiguredStore(_ key: SessionKey) async {
    guard misplaced(key) != nil || hasLeftover(key) else { return }
    let lock = await lock(key)
    defer { lock?.release() }
    if hasLeftover(key) { await discardLeftover(key) }
    guard let kept = misplaced(key) else { return }
    do throws(KeyringError) {
      if kept.tokensInKeyring {
        guard let text = try await secret(for: key), let session = Session(text: text, key: key)
        else { return }
        guard writesTokens(of: session, over: kept) else { return }
        await discardLeftover(key)
      } else if let keyring {
        try await store(kept, in: keyring)
        // If another instance has saved another session, that session stays in the file.
        try? file.replace(kept, with: kept.withoutTokens)
      } else if location == .keyring {
        throw .noDesktop
      }
    } catch {
      log.warning("a session stays where it is", metadata: ["reason": "\(error)"])
      if location == .keyring { report(error) }
    }
  }

  /// Writes a session with its tokens to the file, in place of the one without them.
  ///
  /// - Returns: Whether the keyring's copy can be deleted. It must stay if the file couldn't be
  ///   written, or if another instance has saved a session in the keyring.
  private func writesTokens(of session: Session, over tokenless: Session) -> Bool {
    do throws(Problem) {
      try file.replace(tokenless, with: session)
      return try file.session(for: session.key)?.tokensInKeyring != true
    } catch {
      log.warning("a session stays where it is", metadata: ["reason": "\(error.cause)"])
      return false
    }
  }

  /// Returns a session that isn't stored in its proper place; `nil` otherwise.
  private func misplaced(_ key: SessionKey) -> Session? {
    let kept = (try? file.session(for: key)) ?? nil
    return kept.flatMap { $0.tokensInKeyring == isSecret(key) ? nil : $0 }
  }

  private func report(_ trouble: KeyringError) {
    let isNew = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isNew { onFallback(trouble) }
  }
}
