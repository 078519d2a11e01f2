import Model

/// The reason why data couldn't be stored or read.
package enum StorageError: Error, Equatable, Sendable {
  case diskFull(path: String)
  case notPermitted(path: String)
  case readOnly(path: String)
  /// The database's name, or its log's, belongs to something that isn't a regular file.
  case notAFile(path: String)
  /// Another failure; `reason` is SQLite's message.
  case failed(path: String, reason: String)
}

extension StorageError {
  /// The error as the cause of a problem.
  package var cause: Problem.Cause {
    switch self {
    case .diskFull(let path): .diskFull(path: path)
    case .notPermitted(let path): .notPermitted(path: path)
    case .readOnly(let path): .readOnly(path: path)
    case .notAFile(let path): .notAFile(path: path)
    case .failed(let path, let reason): .disk(path: path, reason: reason)
    }
  }
}
