import Accounts
import Logging
import Model
import Platform
import ServiceAPI

/// Exchanges a session whose token has ended for a new one: one at a time, in all windows.
///
/// A refresh token is worth one new session, so two that ask with the same one lose both.
package actor SessionRenewal {
  private let signIn: any RenewingSignIn
  private let credentials: any CredentialStore
  private let session: SessionHolder
  /// Locked while a token is exchanged.
  private let lockPath: String?
  private var running: Task<Result<Session, Problem>, Never>?

  /// How long another window's exchange is waited for.
  private static let lockTimeout = Duration.seconds(20)

  /// - Parameters:
  ///   - session: of whoever is signed in, which gets the new token.
  ///   - lockPath: a file that windows share; nil for none.
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

  /// A session in place of one that was refused or has ended; nil where only the person can sign in
  /// again.
  package func renewed(_ old: Session) async throws(Problem) -> Session? {
    if let current = session.current, current.token != old.token { return current }
    guard old.renewal != nil else { return nil }
    let task = running ?? Task { await self.exchange(old) }
    running = task
    let result = await task.value
    running = nil
    switch result {
    case .success(let new): return new
    case .failure(let problem): throw problem
    }
  }

  private func exchange(_ old: Session) async -> Result<Session, Problem> {
    // Without a lock where that takes too long or the disk has none.
    let lock: FileLock? =
      if let lockPath { await FileLock.take(lockPath, within: Self.lockTimeout) } else { nil }
    defer { lock?.release() }
    do throws(Problem) {
      // Another window may have been first.
      let kept = try await credentials.session(for: old.key)
      if let kept, kept.token != old.token {
        session.current = kept
        return .success(kept)
      }
      let new = try await signIn.renewed(kept ?? old)
      // The old one is worth nothing from here on, even if the new one can't be saved.
      session.current = new
      try await credentials.save(new)
      return .success(new)
    } catch {
      return .failure(error)
    }
  }
}

extension ServiceConnection {
  /// The connection of a service whose sessions are renewed, where that service renews them.
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
