import Accounts
import Model
import Platform

/// The session of the signed-in user, read before each request.
package final class SessionHolder: Sendable {
  private struct State {
    var session: Session?
    /// The pending read of the keyring; `nil` if there is none.
    var completion: Task<Result<Session?, Problem>, Never>?
    /// Whether the stored session was moved to the configured store.
    var isSettled = false
    var stored = StoredSession()
  }

  /// The stored session, as last read.
  private struct StoredSession {
    var isStored = false
    /// The version of the credentials that was compared last.
    var seen: String?
    var isLost = false
    var invalidatedToken: Secret?
  }

  private let state = Lock(State())

  package init() {}

  package var current: Session? {
    get { state.withLock(\.session) }
    set { state.withLock { $0.session = newValue } }
  }

  /// Whether the session is stored, and so ends if another process removes it.
  ///
  /// Setting this clears `isLost`.
  package var isStored: Bool {
    get { state.withLock(\.stored.isStored) }
    set { state.withLock { $0.stored = StoredSession(isStored: newValue) } }
  }

  /// The token of the stored session, if a renewal has made that session invalid and couldn't be
  /// saved yet.
  var invalidatedToken: Secret? {
    get { state.withLock(\.stored.invalidatedToken) }
    set { state.withLock { $0.stored.invalidatedToken = newValue } }
  }

  /// Whether another process has removed the session, or replaced it by a different user's.
  var isLost: Bool { state.withLock(\.stored.isLost) }

  /// Sets the user name of the session.
  func update(username: String) { state.withLock { $0.session?.username = username } }

  /// Adopts changes that other processes have made to the stored session since the last call.
  ///
  /// - Throws: `unauthorized` if they have removed it, or replaced it by a different user's.
  package func adoptChanges(in credentials: any CredentialStore) throws(Problem) {
    let (session, known) = state.withLock { ($0.session, $0.stored) }
    guard known.isStored, let session, let version = credentials.version(), version != known.seen
    else { return }
    guard var kept = try credentials.sessionWithoutKeyring(for: session.key),
      kept.username == nil || session.username == nil || kept.username == session.username
    else {
      state.withLock { state in
        if state.session == session, state.stored.isStored { state.stored.isLost = true }
      }
      throw Problem(.session, .unauthorized)
    }
    kept.username = kept.username ?? session.username
    let isNewToken =
      !kept.tokensInKeyring && !session.tokensInKeyring && kept.token != session.token
      && kept.token != known.invalidatedToken
    state.withLock { state in
      guard state.session == session else { return }
      state.stored.seen = version
      if isNewToken { state.session = kept }
    }
  }

  /// Returns the session with its tokens, reading the keyring if necessary; `nil` if no user is
  /// signed in.
  ///
  /// The first call also moves the stored session to the configured store, in the background.
  package func complete(
    from credentials: any CredentialStore
  ) async throws(Problem) -> Session? {
    guard let session = current else { return nil }
    let isNew = state.withLock { state in
      defer { state.isSettled = true }
      return !state.isSettled
    }
    defer { if isNew { Task { await credentials.moveToConfiguredStore(session.key) } } }
    guard session.tokensInKeyring else { return session }
    let task = state.withLock { state in
      let task = state.completion ?? Task { await self.readTokens(session.key, credentials) }
      state.completion = task
      return task
    }
    return try await task.value.get()
  }

  private func readTokens(
    _ key: SessionKey,
    _ credentials: any CredentialStore
  ) async -> Result<Session?, Problem> {
    defer { state.withLock { $0.completion = nil } }
    do throws(Problem) {
      guard let whole = try await credentials.session(for: key) else {
        throw Problem(.session, .unauthorized)
      }
      return .success(
        state.withLock { state in
          // A user who has signed out in the meantime stays signed out.
          if state.session?.tokensInKeyring == true, state.session?.key == key {
            state.session = whole
          }
          return state.session
        }
      )
    } catch {
      return .failure(error)
    }
  }
}
