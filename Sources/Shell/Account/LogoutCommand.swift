import Accounts
import Model
import EffectHandling
import Storage

extension CommandContext {
  /// Deletes the session and the account's cached data, like signing out on the profile screen.
  ///
  /// Downloads and the gallery stay.
  ///
  /// - Returns: The number of likes that the service hasn't received.
  func signOut() async throws(CommandFailure) -> Int {
    guard let sessionKey else { throw .notSignedIn }
    let kept = try await ask { () async throws(Problem) in
      try await credentials.session(for: sessionKey)
    }
    guard let kept else {
      // An interrupted sign-in may have left its token.
      try? await credentials.remove(sessionKey)
      throw .notSignedIn
    }
    try await ask { () async throws(Problem) in try await credentials.remove(sessionKey) }
    session.current = nil
    await revoke(kept)
    guard store != nil else { return 0 }
    return try await read { store throws(StorageError) in
      let likes = try await store.pendingLikes(of: account).count
      try await store.remove(account: account)
      return likes
    }
  }
}
