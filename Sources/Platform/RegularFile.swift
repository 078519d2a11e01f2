import Glibc

/// Opening files by their names: whatever lies there in place of a file is never waited for.
package enum RegularFile {
  /// Opens a file; nothing else that has its name.
  ///
  /// A pipe without another end would otherwise be waited for, and a device may do anything.
  ///
  /// - Parameters:
  ///   - flags: of `open(2)`; `O_CLOEXEC`, `O_NOCTTY` and `O_NONBLOCK`, which files ignore, are
  ///     added.
  ///   - mode: of a file that is created.
  ///   - allowsDevices: whether /dev/null and the like will do.
  /// - Throws: also `EISDIR` for a folder and `ENXIO` for a pipe, a socket or a device.
  package static func open(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0o600,
    allowsDevices: Bool = false
  ) throws(DescriptorError) -> Int32 {
    let file = Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode)
    guard file >= 0 else { throw DescriptorError(code: errno) }
    var status = stat()
    var code = fstat(file, &status) == 0 ? 0 : errno
    if code == 0 { code = fileTypeError(of: status, allowsDevices: allowsDevices) }
    guard code == 0 else {
      close(file)
      throw DescriptorError(code: code)
    }
    return file
  }

  /// Opens a file of the program's own for writing, and creates it if it is missing.
  ///
  /// A symbolic link is not followed. If the file has another name as well, as in a backup made of
  /// hard links, the name here gets a new, empty file.
  package static func openOwn(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0o600
  ) throws(DescriptorError) -> Int32 {
    for _ in 0..<8 {
      let file = try open(path, flags | O_CREAT | O_NOFOLLOW, mode: mode)
      guard hasOtherName(file) else { return file }
      close(file)
      guard unlink(path) == 0 || errno == ENOENT else { throw DescriptorError(code: errno) }
    }
    throw DescriptorError(code: ELOOP)
  }

  /// Whether an open file has more than one name.
  package static func hasOtherName(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 1
  }

  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: the most bytes there may be.
  ///   - allowsDevices: whether /dev/null and the like will do.
  /// - Throws: also what `open` throws, and `EFBIG` beyond the limit.
  package static func contents(
    of path: String,
    limit: Int = .max,
    allowsDevices: Bool = false
  ) throws(DescriptorError) -> [UInt8] {
    let file = try open(path, O_RDONLY, allowsDevices: allowsDevices)
    defer { close(file) }
    return try contents(of: file, limit: limit)
  }

  /// All bytes from where an open file stands.
  package static func contents(
    of descriptor: Int32,
    limit: Int = .max
  ) throws(DescriptorError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
        if bytes.count > limit { throw DescriptorError(code: EFBIG) }
      } else if errno != EINTR {
        throw DescriptorError(code: errno)
      }
    }
  }

  /// Returns the size of the file at a path in bytes; `nil` if there is none.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// What is wrong with what lies at a path, without opening it: 0 for a file, and for nothing.
  package static func fileTypeError(at path: String) -> Int32 {
    var status = stat()
    return stat(path, &status) == 0 ? fileTypeError(of: status) : 0
  }

  /// Whether something is there that is no file: an error that other things than files cause.
  package static func isOther(_ code: Int32) -> Bool {
    [EISDIR, ENXIO, ENODEV, ELOOP].contains(code)
  }

  private static func fileTypeError(of status: stat, allowsDevices: Bool = false) -> Int32 {
    switch status.st_mode & S_IFMT {
    case S_IFREG: 0
    case S_IFDIR: EISDIR
    case S_IFCHR where allowsDevices: 0
    default: ENXIO
    }
  }
}

/// A file that one program, and one thread of it, holds at a time.
package struct FileLock: Sendable {
  package enum Attempt: Sendable {
    case taken(FileLock)
    /// Somebody else has it.
    case busy
    /// There can be no such file, or no lock on it.
    case impossible
  }

  private let descriptor: Int32

  /// Takes the lock, if nobody has it; makes the file where it is missing.
  package static func take(_ path: String) -> Attempt {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return .impossible }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .taken(FileLock(descriptor: descriptor)) }
    let isBusy = errno == EWOULDBLOCK || errno == EINTR
    close(descriptor)
    return isBusy ? .busy : .impossible
  }

  /// Takes the lock as soon as nobody else has it; nil where that takes too long, or cannot be.
  package static func take(_ path: String, within timeout: Duration) async -> FileLock? {
    let deadline = MonotonicTime.now + timeout
    while true {
      switch take(path) {
      case .taken(let lock): return lock
      case .impossible: return nil
      case .busy:
        guard .now < deadline, (try? await Task.sleep(for: .milliseconds(20))) != nil else {
          return nil
        }
      }
    }
  }

  package func release() { close(descriptor) }
}

/// Keeps other programs, and other threads, away from what lies in a folder.
package enum FolderLock {
  /// Takes the lock, as soon as nobody else has it.
  ///
  /// - Returns: what has to be closed to let go; nil where the file system knows no locks.
  /// - Throws: `EWOULDBLOCK` when `deadline` has passed.
  package static func take(
    _ folder: String,
    until deadline: () -> MonotonicTime
  ) throws(DescriptorError) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        return nil
      }
      guard .now < deadline() else {
        close(descriptor)
        throw DescriptorError(code: EWOULDBLOCK)
      }
      usleep(2_000)
    }
    return descriptor
  }
}
