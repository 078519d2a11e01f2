import AppCore
import Library
import Logging
import Model
import Platform
import Services

extension Performer {
  func perform(_ effect: SessionEffect, _ send: @Sendable (AppAction) -> Void) async {
    let credentials = environment.credentials
    switch effect {
    case .startDemo:
      do throws(Problem) {
        let (backend, launch) = try await environment.startDemo()
        shared.withLock { $0.backend = backend }
        send(.demoStarted(.success(launch)))
      } catch {
        send(.demoStarted(.failure(error)))
      }
    case .read:
      do throws(Problem) {
        let kept = try backend.session(in: credentials)
        let session = kept.flatMap { $0.isValid(at: environment.now()) ? $0 : nil }
        self.session.current = session
        send(.sessionRead(.success(session.map { Account(username: $0.username) })))
      } catch {
        send(.sessionRead(.failure(error)))
      }
    case .drop:
      session.current = nil
      guard backend.standingSession == nil else { return }
      do throws(Problem) { try credentials.remove(backend.key) } catch {
        // The service refuses it anyway; the next start finds out anew.
        environment.log.warning(
          "could not remove a refused session",
          metadata: ["error": "\(error)"]
        )
      }
    case .remove:
      do throws(Problem) {
        try credentials.remove(backend.key)
        session.current = nil
        send(.profile(.signedOut(.success(nil))))
      } catch {
        send(.profile(.signedOut(.failure(Problem(.signOut, error.cause)))))
      }
    }
  }
}

extension Backend {
  /// The session there is, whether or not it can still be used; nil where nobody is signed in.
  package func session(in credentials: any CredentialStore) throws(Problem) -> Session? {
    if let standingSession { return standingSession }
    return try credentials.session(for: key)
  }
}
