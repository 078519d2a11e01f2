import Accounts
import Model
import Operations
import Storage

extension CommandContext {
  /// Deletes the session and the account's cached data, like signing out on the profile screen.
  ///
  /// Downloads and the gallery stay.
  ///
  /// - Returns: how many likes the service had not got yet.
  package func signOut() async throws(CommandFailure) -> Int {
    guard let sessionKey else { throw .notSignedIn }
    let kept = try await ask { () async throws(Problem) in
      try await credentials.session(for: sessionKey)
    }
    guard let kept else {
      // A sign-in that was killed half-way may have left its token.
      try? await credentials.remove(sessionKey)
      throw .notSignedIn
    }
    try await ask { () async throws(Problem) in try await credentials.remove(sessionKey) }
    session.current = nil
    await forget(kept)
    guard store != nil else { return 0 }
    return try await read { store throws(StorageError) in
      let likes = try await store.pendingLikes(of: account).count
      try await store.forget(account: account)
      return likes
    }
  }
}
