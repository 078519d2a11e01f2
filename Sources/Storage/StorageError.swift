import Model

/// Why something could not be kept, or read back.
package enum StorageError: Error, Equatable, Sendable {
  case diskFull(path: String)
  case notPermitted(path: String)
  case readOnly(path: String)
  /// Something else than a file has the database's name, or its log's.
  case notAFile(path: String)
  /// Anything else; `reason` is SQLite's.
  case failed(path: String, reason: String)
}

extension StorageError {
  /// The error as the rest of the program speaks of it.
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
