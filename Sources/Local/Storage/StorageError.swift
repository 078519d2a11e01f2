import Model

/// The reason why data couldn't be stored or read, with the path of the database.
package enum StorageError: Error, Equatable, Sendable {
  /// The disk is full, or a quota or a limit on the file's size is reached.
  case diskFull(path: String)
  /// The file system can't have more files, although it may have space.
  case noMoreFiles(path: String)
  /// The user has no permission to access the file or its folder.
  case notPermitted(path: String)
  /// The file or its file system is read-only.
  case readOnly(path: String)
  /// Something that isn't a regular file, such as a pipe, is at this path, which is the database's
  /// or its log's.
  case notAFile(path: String)
  /// Another failure; `reason` is the message of SQLite or of the system.
  case failed(path: String, reason: String)
}

extension StorageError {
  /// The error as the cause of a problem.
  package var cause: Problem.Cause {
    switch self {
    case .diskFull(let path): .diskFull(path: path)
    case .noMoreFiles(let path): .noMoreFiles(path: path)
    case .notPermitted(let path): .notPermitted(path: path)
    case .readOnly(let path): .readOnly(path: path)
    case .notAFile(let path): .notAFile(path: path)
    case .failed(let path, let reason): .disk(path: path, reason: reason)
    }
  }
}
