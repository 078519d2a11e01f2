import CPlatform
import Glibc

/// Functions that open regular files.
///
/// A pipe or device with the file's name never blocks them.
package enum RegularFile {
  /// Renames a file unless the new name is in use.
  ///
  /// - Returns: 0, or the error: `EEXIST` if the name is in use, `EINVAL` or `ENOSYS` if the file
  ///   system can't do this.
  package static func renameToAbsent(_ source: String, _ path: String) -> Int32 {
    cplatform_rename_to_absent(source, path)
  }

  /// Opens a regular file, and nothing else with its name.
  ///
  /// Opening a pipe could wait forever for its other end, and opening a device may have side
  /// effects.
  ///
  /// - Parameters:
  ///   - flags: The flags of `open(2)`. `O_CLOEXEC`, `O_NOCTTY` and `O_NONBLOCK`, which regular
  ///     files ignore, are added.
  ///   - mode: The permissions of a file that is created.
  ///   - allowsDevices: Whether to accept character devices such as /dev/null.
  /// - Returns: The descriptor, which the caller must close.
  /// - Throws: The error of `open(2)`, `EISDIR` for a folder, or `ENXIO` for a pipe, a socket or a
  ///   device.
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

  /// Opens a file that belongs to the program, and creates it if it is missing.
  ///
  /// If the file has further hard links, as backups may create them, it is replaced here by a new,
  /// empty file. Writing then doesn't change the backup. A file with other permissions gets these.
  ///
  /// - Parameter flags: The flags of `open(2)`, such as `O_RDWR`. `O_CREAT` and `O_NOFOLLOW` are
  ///   added.
  /// - Throws: The errors of `open`, and `ELOOP` for a symbolic link.
  package static func openOwn(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0o600
  ) throws(DescriptorError) -> Int32 {
    for _ in 0..<8 {
      let file = try open(path, flags | O_CREAT | O_NOFOLLOW, mode: mode)
      guard hasOtherName(file) else {
        fchmod(file, mode)
        return file
      }
      close(file)
      guard unlink(path) == 0 || errno == ENOENT else { throw DescriptorError(code: errno) }
    }
    throw DescriptorError(code: ELOOP)
  }

  /// Locks a byte of an open file until the file is closed or the process ends.
  ///
  /// - Throws: `EAGAIN` if it is locked, by this process or another one.
  package static func lock(byte: Int, of descriptor: Int32) throws(DescriptorError) {
    let code = cplatform_lock_byte(descriptor, off_t(byte))
    guard code == 0 else { throw DescriptorError(code: code) }
  }

  /// Whether an open file has more than one name (hard link).
  package static func hasOtherName(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 1
  }

  /// Returns all bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - allowsDevices: Whether to accept character devices such as /dev/null.
  /// - Throws: The errors of `open`, and `EFBIG` beyond the limit.
  package static func contents(
    of path: String,
    limit: Int = .max,
    allowsDevices: Bool = false
  ) throws(DescriptorError) -> [UInt8] {
    let file = try open(path, O_RDONLY, allowsDevices: allowsDevices)
    defer { close(file) }
    return try contents(of: file, limit: limit)
  }

  /// Returns all bytes from the current position of an open file.
  ///
  /// - Throws: `EFBIG` if there are more than `limit` bytes.
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

  /// Returns bytes of an open file; fewer than `size` if the file has become shorter.
  ///
  /// The file is read, not mapped. Touching a page of a mapped file that was truncated, or whose
  /// disk fails, ends the process.
  package static func contents(
    of descriptor: Int32,
    from start: Int = 0,
    size: Int
  ) throws(DescriptorError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size, code == 0 {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(start + filled))
        if count == 0 { return }
        if count < 0, errno != EINTR { code = errno }
        filled += max(0, count)
      }
    }
    guard code == 0 else { throw DescriptorError(code: code) }
    return bytes
  }

  /// Returns the size of the file at a path in bytes; `nil` if there is no file.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the `errno` for a path that isn't a regular file; 0 if it is one or doesn't exist.
  ///
  /// The file isn't opened.
  package static func fileTypeError(at path: String) -> Int32 {
    var status = stat()
    return stat(path, &status) == 0 ? fileTypeError(of: status) : 0
  }

  /// Whether an error code means that the path is a folder, a link, a pipe, a socket or a device.
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

/// An advisory lock on a file (flock(2)), which excludes other processes and other threads.
package struct FileLock: Sendable {
  /// The result of trying to acquire a lock.
  package enum Attempt: Sendable {
    case acquired(FileLock)
    /// Another process or thread holds the lock.
    case busy
    /// The file can't be created, or it can't be locked.
    case impossible
  }

  private let descriptor: Int32

  /// Tries to acquire the lock, without waiting.
  ///
  /// Creates a missing file.
  package static func acquire(_ path: String) -> Attempt {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return .impossible }
    fchmod(descriptor, 0o600)
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      return .acquired(FileLock(descriptor: descriptor))
    }
    let isBusy = errno == EWOULDBLOCK || errno == EINTR
    close(descriptor)
    return isBusy ? .busy : .impossible
  }

  /// Acquires the lock as soon as it is free; returns `nil` after the timeout, or if locking is
  /// impossible.
  package static func acquire(_ path: String, within timeout: Duration) async -> FileLock? {
    let deadline = MonotonicTime.now + timeout
    while true {
      switch acquire(path) {
      case .acquired(let lock): return lock
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

/// An advisory lock on a folder (flock(2)), which excludes other processes and other threads.
package enum FolderLock {
  /// Acquires the lock as soon as it is free, and blocks the calling thread until then.
  ///
  /// - Parameter deadline: Called before each pause; returns the current deadline.
  /// - Returns: The descriptor to close for unlocking; `nil` if the folder can't be opened or its
  ///   file system doesn't support locks.
  /// - Throws: `EWOULDBLOCK` after `deadline`.
  package static func acquire(
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
