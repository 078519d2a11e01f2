import Model

/// A failure or warning about the program's own files, independent of the account.
package enum DataFileAction: Equatable, Sendable {
  /// The database couldn't be used and was renamed; a new one replaces it.
  case databaseSetAside(path: String)
  /// The database can't be opened, read or written.
  case databaseFailed(Problem)
  /// Other users of the computer had access to the sessions file.
  case sessionExposed(path: String, Exposure)
  /// The session was saved in the file, because the keyring could not store it.
  case sessionInFile(KeyringError)
  /// After signing out, the keyring may still have an older token.
  case tokenInKeyring
  /// The session couldn't be saved, so it ends when the program exits.
  case sessionNotSaved(Problem)
  /// The chosen service couldn't be saved for the next launch.
  case choiceNotKept(Problem)
  /// A small write failed.
  ///
  /// If that happens during shutdown, the program reports it when it exits. Otherwise the failure
  /// is ignored.
  case noteFailed
  /// The previous launch crashed or was killed, so this one doesn't read cached data automatically.
  case lastStartFailed
}

enum DataFileReducer {
  static func reduce(_ state: inout AppState, _ action: DataFileAction) -> [Effect] {
    switch action {
    case .databaseSetAside(let path):
      state.alert(.databaseSetAside(path: path))
      return []
    case .databaseFailed(let problem):
      guard !state.cache.hasReportedFailure else { return [] }
      state.cache.hasReportedFailure = true
      return [state.show(.failed(problem, retry: nil))]
    case .sessionExposed(let path, let exposure):
      state.alert(.sessionExposed(path: path, exposure))
      return []
    case .tokenInKeyring:
      state.alert(.tokenInKeyring)
      return []
    case .sessionInFile(let trouble):
      // A notice would disappear with the sign-in screen, so it is shown after sign-in.
      guard state.stage == .main else {
        state.cache.fileNotice = trouble
        return []
      }
      return [state.show(.sessionInFile(trouble))]
    case .sessionNotSaved(let problem):
      // The database is in the same folder, so its failure is not reported as well.
      state.cache.hasReportedFailure = true
      return [state.show(.sessionNotSaved(problem))]
    case .choiceNotKept(let problem):
      state.alert(.problem(problem, retry: nil))
      return []
    case .noteFailed: return []
    case .lastStartFailed:
      state.cache.isAvoided = true
      return [state.show(.lastStartFailed)]
    }
  }

  /// Shows the notice that was postponed during the sign-in.
  static func enter(_ state: inout AppState) -> [Effect] {
    guard let trouble = state.cache.fileNotice else { return [] }
    state.cache.fileNotice = nil
    return [state.show(.sessionInFile(trouble))]
  }
}
