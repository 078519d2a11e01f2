import Accounts
import Logging
import Model
import Platform
import ServiceAPI

/// The renewal of an expired session.
///
/// Only one renewal runs at a time across all instances of imagefeed.
///
/// A refresh token can be used once. If two requests use it, both lose the session.
package actor SessionRenewal {
  private let signIn: any RenewingSignIn
  private let credentials: any CredentialStore
  private let session: SessionHolder
  /// The path of the file that is locked during a renewal.
  private let lockPath: String?
  /// The renewal in progress, shared by all callers.
  private var running: Task<Result<Session, Problem>, Never>?

  /// The maximum wait for another instance's renewal.
  private static let lockTimeout = Duration.seconds(20)

  /// Creates the renewal of one service's sessions.
  ///
  /// - Parameters:
  ///   - session: the current session; receives the new token.
  ///   - lockPath: the file that instances lock; `nil` for none.
  package init(
    _ signIn: any RenewingSignIn,
    credentials: any CredentialStore,
    session: SessionHolder,
    lockPath: String?
  ) {
    self.signIn = signIn
    self.credentials = credentials
    self.session = session
    self.lockPath = lockPath
  }

  /// Returns a new session after one was refused or has expired.
  ///
  /// Returns `nil` if the old session can't be renewed, so that the user must sign in again.
  package func renewed(_ old: Session) async throws(Problem) -> Session? {
    if let current = session.current, current.token != old.token { return current }
    guard old.renewal != nil else { return nil }
    let task = running ?? Task { await self.run(old) }
    running = task
    switch await task.value {
    case .success(let new): return new
    case .failure(let problem): throw problem
    }
  }

  /// Exchanges the refresh token.
  ///
  /// The renewal clears `running` itself. A caller that resumes late could clear the next one.
  private func run(_ old: Session) async -> Result<Session, Problem> {
    let result = await exchange(old)
    running = nil
    return result
  }

  private func exchange(_ old: Session) async -> Result<Session, Problem> {
    // The renewal continues without the lock if that takes too long or fails.
    let lock: FileLock? =
      if let lockPath { await FileLock.acquire(lockPath, within: Self.lockTimeout) } else { nil }
    defer { lock?.release() }
    do throws(Problem) {
      let kept = try await credentials.session(for: old.key)
      // If the last renewal couldn't be saved, the stored session is the one that it has used up.
      let usable = kept?.token == session.invalidatedToken ? nil : kept
      // Another instance may have renewed it already.
      if let usable, usable.token != old.token {
        session.current = usable
        return .success(usable)
      }
      let new = try await signIn.renewed(usable ?? old)
      // The user may have signed out in the meantime.
      guard session.current?.token == old.token else { throw Problem(.session, .unauthorized) }
      // The old session is invalid from here on, even if the new one can't be saved.
      session.invalidatedToken = kept?.token
      session.current = new
      try await save(new)
      session.invalidatedToken = nil
      return .success(new)
    } catch {
      return .failure(error)
    }
  }

  /// Saves the new session.
  ///
  /// If the old one couldn't be saved either, the user has been told, and a failure is ignored.
  private func save(_ new: Session) async throws(Problem) {
    do throws(Problem) { try await credentials.save(new) } catch {
      if session.isStored { throw error }
    }
  }
}

extension ServiceConnection {
  /// Returns the connection with renewal of sessions, if the service supports it.
  package func renewing(
    _ signIn: (any BrowserSignIn)?,
    credentials: any CredentialStore,
    session: SessionHolder,
    lockPath: String?
  ) -> ServiceConnection {
    guard let signIn = signIn as? any RenewingSignIn else { return self }
    let renewal = SessionRenewal(
      signIn,
      credentials: credentials,
      session: session,
      lockPath: lockPath
    )
    var connection = self
    connection.renew = { session async throws(Problem) in try await renewal.renewed(session) }
    return connection
  }
}
