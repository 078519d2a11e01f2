import GRDB
import Glibc

/// A failed statement: SQLite's code, and the system's behind it.
struct Failure: Error {
  let code: ResultCode
  /// What the system call said; of use only where the code is about one.
  let errno: Int32
  let reason: String

  init(code: ResultCode, errno: Int32, reason: String) {
    self.code = code
    self.errno = errno
    self.reason = reason
  }

  /// - Parameter errno: the system's, read before anything else is called. SQLite's own record of
  ///   it (`sqlite3_system_errno`) knows nothing of what fails in a commit.
  init(_ error: any Error, errno: Int32 = 0) {
    if let failure = error as? Failure {
      self = failure
    } else {
      let error = error as? DatabaseError
      let code = error?.resultCode ?? .SQLITE_ERROR
      self.init(code: code, errno: errno, reason: error?.message ?? "\(code)")
    }
  }

  init(errno code: Int32) {
    self.init(code: .SQLITE_IOERR, errno: code, reason: String(cString: strerror(code)))
  }

  /// Whether the file, or its folder, may not be written.
  var isRefusal: Bool {
    switch code {
    case .SQLITE_READONLY, .SQLITE_PERM: true
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: [EACCES, EPERM, EROFS].contains(errno)
    default: false
    }
  }

  /// Whether the file is no database, or one with broken parts.
  var isDamage: Bool { code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB }
}

extension StorageError {
  /// What a failure means to a person.
  init(_ failure: Failure, path: String) {
    self =
      switch (failure.code, failure.errno) {
      case (.SQLITE_FULL, _): .diskFull(path: path)
      case (.SQLITE_READONLY, _): .readOnly(path: path)
      case (.SQLITE_PERM, _), (.SQLITE_AUTH, _): .notPermitted(path: path)
      // EFBIG: a limit on the size of files, to be mended in the same way.
      case (.SQLITE_IOERR, ENOSPC), (.SQLITE_IOERR, EDQUOT), (.SQLITE_IOERR, EFBIG),
        (.SQLITE_CANTOPEN, ENOSPC), (.SQLITE_CANTOPEN, EDQUOT):
        .diskFull(path: path)
      case (.SQLITE_IOERR, EROFS), (.SQLITE_CANTOPEN, EROFS): .readOnly(path: path)
      case (.SQLITE_IOERR, EACCES), (.SQLITE_IOERR, EPERM), (.SQLITE_CANTOPEN, EACCES),
        (.SQLITE_CANTOPEN, EPERM):
        .notPermitted(path: path)
      // SQLite takes a file system without locks for another program that has one.
      case (.SQLITE_BUSY, ENOLCK):
        .failed(path: path, reason: String(cString: strerror(ENOLCK)))
      default: .failed(path: path, reason: failure.reason)
      }
  }
}
