import Model
import Platform

/// Keeps sessions from one start of the program to the next.
package protocol CredentialStore: Sendable {
  /// What can be told of a session at once: its tokens may be missing (`Session.isSealed`). Nil
  /// where there is none; a store that cannot be read is a problem that names its place.
  func outline(for key: SessionKey) throws(Problem) -> Session?
  /// The whole session. May wait for the keyring, and for the person who unlocks it.
  func session(for key: SessionKey) async throws(Problem) -> Session?
  /// Keeps a session in place of the one with the same key.
  func save(_ session: Session) async throws(Problem)
  /// Forgets a session; there need be none.
  func remove(_ key: SessionKey) async throws(Problem)
  /// A text that changes with what is stored; `nil` if other programs have no part in that.
  func version() -> String?
  /// Moves a session to the store that the configuration names.
  ///
  /// If that fails, the session stays where it is.
  func relocate(_ key: SessionKey) async
}

extension CredentialStore {
  package func version() -> String? { nil }
  package func relocate(_ key: SessionKey) async {}
}

/// A credential store that forgets everything with the process.
package final class MemoryCredentialStore: CredentialStore {
  private let sessions: Lock<[SessionKey: Session]>

  package init(_ sessions: [Session] = []) {
    let byKey = Dictionary(sessions.map { ($0.key, $0) }) { $1 }
    self.sessions = Lock(byKey)
  }

  package func outline(for key: SessionKey) throws(Problem) -> Session? {
    sessions.withLock { $0[key] }
  }

  package func session(for key: SessionKey) throws(Problem) -> Session? { try outline(for: key) }

  package func save(_ session: Session) throws(Problem) {
    sessions.withLock { $0[session.key] = session }
  }

  package func remove(_ key: SessionKey) throws(Problem) {
    sessions.withLock { $0[key] = nil }
  }
}
