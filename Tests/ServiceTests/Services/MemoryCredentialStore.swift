import Accounts
import Model
import Platform

/// A credential store in memory, which is lost when the process ends.
final class MemoryCredentialStore: CredentialStore {
  private let sessions: Lock<[SessionKey: Session]>

  init(_ sessions: [Session] = []) {
    let byKey = Dictionary(sessions.map { ($0.key, $0) }) { $1 }
    self.sessions = Lock(byKey)
  }

  func sessionWithoutKeyring(for key: SessionKey) throws(Problem) -> Session? {
    sessions.withLock { $0[key] }
  }

  func session(for key: SessionKey) throws(Problem) -> Session? {
    try sessionWithoutKeyring(for: key)
  }

  func save(_ session: Session) throws(Problem) {
    sessions.withLock { $0[session.key] = session }
  }

  func remove(_ key: SessionKey) throws(Problem) {
    sessions.withLock { $0[key] = nil }
  }
}
