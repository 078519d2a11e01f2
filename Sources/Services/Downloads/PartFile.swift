import Glibc

/// The unfinished file of a download that can be continued, held against other instances of the
/// program.
///
/// The lock is advisory and dies with the process, however that ends.
final class PartFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// The unfinished file of what will be at a path: beside it, since only then it can be renamed.
  static func path(for target: String) -> String { target + suffix }

  /// What an unfinished file will be; nil where it is none.
  static func target(of part: String) -> String? {
    part.hasSuffix(suffix) ? String(part.dropLast(suffix.count)) : nil
  }

  private static let suffix = ".part"

  /// Takes hold of a file.
  ///
  /// - Parameter creates: whether it is made where there is none; without, `ENOENT` is thrown.
  /// - Throws: `EWOULDBLOCK` where somebody else has it.
  init(_ path: String, creates: Bool) throws(FileSystem.Failure) {
    self.path = path
    while true {
      // No link: what it leads to is not ours to write.
      let flags = O_RDWR | O_NOFOLLOW | (creates ? O_CREAT : 0)
      let file = try FileSystem.open(path, flags, mode: 0o666)
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(file)
        throw .init(code: EWOULDBLOCK, path: path)
      }
      // Where a file system knows no locks, doing without beats not downloading. Whoever had the
      // file a moment ago may have finished it: then it has another name now, or none.
      if Self.isFile(file, at: path) {
        descriptor = file
        return
      }
      close(file)
    }
  }

  /// Lets go; the file stays.
  func release() {
    // Not left to closing: a program that is being started may have the descriptor for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Bytes of the file.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }
}
