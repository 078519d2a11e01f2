import Accounts
import ArgumentParser
import EffectHandling
import Localization
import Model
import Storage

/// The command that removes the session, like signing out in the program.
///
/// Like `gh auth logout`, the command shows no prompt.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Sign out; remove the session, cached lists, unsent likes and the history.",
      "Выйти из аккаунта; удалить сеанс, списки в кэше, неотправленные лайки и историю."
    )
  )

  @OptionGroup var source: SourceOptions

  /// Signs out, and reports the number of unsent likes that were lost.
  func run() {
    source.run(needsService: false) { context throws(ShellMessage) in
      context.report(.signedOut(lostLikes: try await context.signOut()))
      if let key = context.sessionKey, context.credentials.hasLeftover(key) {
        context.report(.tokenInKeyring)
      }
      return .done
    }
  }
}

extension CommandContext {
  /// Deletes the session and the account's cached data, like signing out on the profile screen.
  ///
  /// Downloads and the gallery stay.
  ///
  /// - Returns: The number of likes that the service hasn't received.
  func signOut() async throws(ShellMessage) -> Int {
    guard let sessionKey else { throw notSignedIn }
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
