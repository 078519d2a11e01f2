import GRDB
import Glibc
import Platform

/// A failed statement or file operation, with the error codes of SQLite and of the system.
struct Failure: Error {
  let code: ResultCode
  /// The system's error code; meaningful only if `code` is about a system call.
  let errno: Int32
  let reason: String

  init(code: ResultCode, errno: Int32, reason: String) {
    self.code = code
    self.errno = errno
    self.reason = reason
  }

  /// Creates a failure from an error.
  ///
  /// - Parameter errno: The system's error code, read before any other call. SQLite's own record
  ///   (`sqlite3_system_errno`) doesn't include errors in a commit.
  init(_ error: any Error, errno: Int32 = 0) {
    if let failure = error as? Failure {
      self = failure
    } else if let error = error as? DescriptorError {
      self.init(errno: error.code)
    } else {
      let error = error as? DatabaseError
      let code = error?.resultCode ?? .SQLITE_ERROR
      self.init(code: code, errno: errno, reason: error?.message ?? "\(code)")
    }
  }

  /// Creates the failure of a file operation.
  init(errno code: Int32) {
    self.init(code: .SQLITE_IOERR, errno: code, reason: String(cString: strerror(code)))
  }

  /// Whether the file can't be written for lack of permission, or because it is read-only.
  var isRefusal: Bool {
    switch code {
    case .SQLITE_READONLY, .SQLITE_PERM: true
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: [EACCES, EPERM, EROFS].contains(errno)
    default: false
    }
  }

  /// Whether the file isn't a database, or has damaged parts.
  var isDamage: Bool { code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB }
}

extension StorageError {
  /// Creates the error to report for any error.
  init(_ error: any Error, path: String) {
    self = error as? StorageError ?? StorageError(Failure(error), path: path)
  }

  /// Creates the error to report for a failure.
  init(_ failure: Failure, path: String) {
    self =
      switch (failure.code, failure.errno) {
      case (.SQLITE_FULL, _): .diskFull(path: path)
      // SQLite may lose the system's error code when it can't create its log.
      case (.SQLITE_CANTOPEN, _) where Folder.isOutOfFiles(at: path),
        (.SQLITE_IOERR, ENOSPC) where Folder.isOutOfFiles(at: path):
        .noMoreFiles(path: path)
      case (.SQLITE_READONLY, _): .readOnly(path: path)
      case (.SQLITE_PERM, _), (.SQLITE_AUTH, _): .notPermitted(path: path)
      // EFBIG is a limit on the size of files; the user fixes it like a full disk.
      case (.SQLITE_IOERR, ENOSPC), (.SQLITE_IOERR, EDQUOT), (.SQLITE_IOERR, EFBIG),
        (.SQLITE_CANTOPEN, ENOSPC), (.SQLITE_CANTOPEN, EDQUOT):
        .diskFull(path: path)
      case (.SQLITE_IOERR, EROFS), (.SQLITE_CANTOPEN, EROFS): .readOnly(path: path)
      case (.SQLITE_IOERR, EACCES), (.SQLITE_IOERR, EPERM), (.SQLITE_CANTOPEN, EACCES),
        (.SQLITE_CANTOPEN, EPERM):
        .notPermitted(path: path)
      // SQLite reports a file system without locks as a lock held by another program.
      case (.SQLITE_BUSY, ENOLCK):
        .failed(path: path, reason: String(cString: strerror(ENOLCK)))
      default: .failed(path: path, reason: failure.reason)
      }
  }
}
