import Model
import Platform

/// A persistent store of sessions.
package protocol CredentialStore: Sendable {
  /// Returns a session without waiting for the keyring.
  ///
  /// The tokens may be missing (`Session.tokensInKeyring`).
  ///
  /// - Returns: The session; `nil` if there is none.
  /// - Throws: A problem with the file's path, if the file can't be read.
  func sessionWithoutKeyring(for key: SessionKey) throws(Problem) -> Session?
  /// Returns the whole session.
  ///
  /// May wait for the keyring, and for the user to unlock it.
  func session(for key: SessionKey) async throws(Problem) -> Session?
  /// Saves a session and replaces the one with the same key.
  func save(_ session: Session) async throws(Problem)
  /// Removes a session, if there is one.
  func remove(_ key: SessionKey) async throws(Problem)
  /// Returns a text that changes with the stored data; `nil` if other programs can't change it.
  func version() -> String?
  /// Whether the keyring may still have the tokens of an earlier session.
  func hasLeftover(_ key: SessionKey) -> Bool
  /// Moves a session to the store that the configuration names, and deletes the tokens of an
  /// earlier one from the keyring if it is unlocked.
  ///
  /// If that fails, the session isn't moved.
  func moveToConfiguredStore(_ key: SessionKey) async
}

extension CredentialStore {
  package func version() -> String? { nil }
  package func hasLeftover(_ key: SessionKey) -> Bool { false }
  package func moveToConfiguredStore(_ key: SessionKey) async {}
}

/// A credential store in memory, which is lost when the process ends.
package final class MemoryCredentialStore: CredentialStore {
  private let sessions: Lock<[SessionKey: Session]>

  package init(_ sessions: [Session] = []) {
    let byKey = Dictionary(sessions.map { ($0.key, $0) }) { $1 }
    self.sessions = Lock(byKey)
  }

  package func sessionWithoutKeyring(for key: SessionKey) throws(Problem) -> Session? {
    sessions.withLock { $0[key] }
  }

  package func session(for key: SessionKey) throws(Problem) -> Session? {
    try sessionWithoutKeyring(for: key)
  }

  package func save(_ session: Session) throws(Problem) {
    sessions.withLock { $0[session.key] = session }
  }

  package func remove(_ key: SessionKey) throws(Problem) {
    sessions.withLock { $0[key] = nil }
  }
}
