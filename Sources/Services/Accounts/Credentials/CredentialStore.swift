import Model

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
