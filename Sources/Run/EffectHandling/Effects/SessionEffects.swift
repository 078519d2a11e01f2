import Accounts
import AppCore
import Logging
import Model
import Platform
import ServiceAPI

extension LiveEffectHandler {
  func perform(_ effect: SessionEffect, _ send: @Sendable (AppAction) -> Void) async {
    let credentials = environment.credentials
    switch effect {
    case .startDemo:
      let started = await result(try await environment.startDemo())
      if case .success(let demo) = started { shared.withLock { $0.backend = demo.0 } }
      send(.demoStarted(started.map { $0.1 }))
    case .read:
      do throws(Problem) {
        let kept = try backend.sessionWithoutKeyring(in: credentials)
        if let kept, !kept.isValid(at: environment.now()) {
          throw Problem(.session, .refused(.sessionExpired))
        }
        self.session.current = kept
        self.session.isStored = backend.standingSession == nil
        send(.sessionRead(.success(kept.map { Account(username: $0.username) })))
        // With a session, this happens at its first use.
        if kept == nil { await credentials.moveToConfiguredStore(backend.key) }
      } catch {
        send(.sessionRead(.failure(error)))
      }
    case .drop:
      // Tokens in the keyring may not have been read yet.
      let tokensInKeyring = session.current?.tokensInKeyring == true
      session.current = nil
      // A session that another process has removed or replaced must not be removed again.
      guard backend.standingSession == nil, !tokensInKeyring, !session.isLost else { return }
      do throws(Problem) { try await credentials.remove(backend.key) } catch {
        // The service refuses the session anyway, so the next launch finds out again.
        environment.log.warning(
          "could not remove a refused session",
          metadata: ["error": "\(error)"]
        )
      }
    case .remove:
      let old = (try? await session.complete(from: credentials)) ?? nil
      do throws(Problem) {
        try await credentials.remove(backend.key)
        session.current = nil
        send(.profile(.signedOut(.success(nil))))
        if credentials.hasLeftover(backend.key) { send(.dataFile(.tokenInKeyring)) }
      } catch {
        send(.profile(.signedOut(.failure(Problem(.signOut, error.cause)))))
        return
      }
      guard let old else { return }
      // Cancelled, the revocation would leave the token valid. Quitting waits for it as long as for
      // other effects.
      await Task { [backend, log = environment.log] in await backend.revoke(old, log) }.value
    }
  }
}

extension Backend {
  /// Revokes a token at the service, if it supports that.
  ///
  /// The user is signed out in any case.
  package func revoke(_ session: Session, _ log: Logger) async {
    guard let service = oauth as? any SignOutSource else { return }
    do throws(Problem) { try await service.signOut(session) } catch {
      log.warning("the service could not be told", metadata: ["error": "\(error)"])
    }
  }

  /// Returns what is known of the session without the keyring, even if it has expired.
  ///
  /// `nil` if no user is signed in.
  package func sessionWithoutKeyring(in credentials: any CredentialStore) throws(Problem)
    -> Session?
  {
    if let standingSession { return standingSession }
    return try credentials.sessionWithoutKeyring(for: key)
  }
}
