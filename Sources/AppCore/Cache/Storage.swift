import Library
import Model

/// Trouble with the program's own files, whoever is signed in.
package enum StorageAction: Equatable, Sendable {
  /// The database could not be used and was renamed; a new one takes its place.
  case databaseSetAside(path: String)
  /// The database cannot be opened, read or written.
  case databaseFailed(Problem)
  /// Others had permissions for the file with the sessions, and may still have them.
  case sessionExposed(path: String, isLasting: Bool)
  /// The session is in the file, since the keyring could not take it.
  case sessionInFile(KeyringError)
  /// The session cannot be saved: it ends with the program.
  case sessionNotSaved(Problem)
  /// The chosen service could not be saved for the next start.
  case choiceNotKept(Problem)
  /// A small write failed; the program reports it at its end.
  case noteFailed
  /// The last start crashed or was killed, so this one reads nothing cached by itself.
  case lastStartFailed
}

enum StorageReducer {
  static func reduce(_ state: inout AppState, _ action: StorageAction) -> [Effect] {
    switch action {
    case .databaseSetAside(let path):
      state.alert(.databaseSetAside(path: path))
      return []
    case .databaseFailed(let problem):
      guard !state.cache.hasReportedFailure else { return [] }
      state.cache.hasReportedFailure = true
      return [state.show(.failed(problem, retry: nil))]
    case .sessionExposed(let path, let isLasting):
      state.alert(.sessionExposed(path: path, isLasting: isLasting))
      return []
    case .sessionInFile(let trouble):
      // A notice would not outlive the sign-in screen.
      guard state.stage == .main else {
        state.cache.fileNotice = trouble
        return []
      }
      return [state.show(.sessionInFile(trouble))]
    case .sessionNotSaved(let problem):
      // The database, which is in the same place, is then no news.
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

  /// Shows the notice that came up during the sign-in.
  static func enter(_ state: inout AppState) -> [Effect] {
    guard let trouble = state.cache.fileNotice else { return [] }
    state.cache.fileNotice = nil
    return [state.show(.sessionInFile(trouble))]
  }
}
