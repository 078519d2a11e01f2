import Glibc
import Model
import Platform

/// File operations with control over permissions, links, atomic replacement and flushing.
package enum FileSystem {
  /// An error of a system call on a path, with its `errno`.
  package struct Failure: Error, Equatable {
    package let code: Int32
    package let path: String

    package init(code: Int32, path: String) {
      self.code = code
      self.path = path
    }

    package var isMissing: Bool { DescriptorError(code: code).isMissing }
  }

  /// Returns the result of an operation on a file, and adds the file's path to its error.
  package static func attempt<Value>(
    at path: String,
    _ operation: @autoclosure () throws(DescriptorError) -> Value
  ) throws(Failure) -> Value {
    do throws(DescriptorError) { return try operation() } catch {
      throw Failure(code: error.code, path: path)
    }
  }

  /// Returns the result of an operation on files, and throws its failure as a problem.
  package static func attempt<Value>(
    _ subject: Problem.Subject,
    _ operation: @autoclosure () throws(Failure) -> Value
  ) throws(Problem) -> Value {
    do throws(Failure) { return try operation() } catch { throw Problem(subject, .init(error)) }
  }

  /// Returns the contents of a file; `nil` if it doesn't exist.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes; the default suits settings.
  ///   - allowsDevices: Whether to accept character devices such as /dev/null, which is read as
  ///     empty.
  package static func contents(
    of path: String,
    limit: Int = 4 << 20,
    allowsDevices: Bool = false
  ) throws(Failure) -> [UInt8]? {
    do throws(DescriptorError) {
      return try RegularFile.contents(of: path, limit: limit, allowsDevices: allowsDevices)
    } catch {
      if error.isMissing { return nil }
      throw Failure(code: error.code, path: path)
    }
  }

  /// Reads a private file; returns `nil` if it doesn't exist.
  ///
  /// Removes other users' permissions from the file, and their permission to write from its folder.
  ///
  /// - Parameters:
  ///   - user: The required owner of the file. For root, every owner is accepted.
  ///   - chmod: The function that changes the permissions of an open file.
  ///   - found: Called if others had access, with whether they still have.
  /// - Throws: `EPERM` for a file of another user, who could have put it there; `EFBIG` for more
  ///   than 4 MiB.
  package static func secret(
    at path: String,
    user: uid_t = geteuid(),
    chmod change: (Int32, mode_t) -> Int32 = fchmod,
    _ found: (Exposure) -> Void
  ) throws(Failure) -> [UInt8]? {
    let file: Int32
    do throws(Failure) { file = try open(path) } catch {
      if error.isMissing { return nil }
      throw error
    }
    defer { close(file) }
    var status = stat()
    var folderStatus = stat()
    guard fstat(file, &status) == 0 else { throw Failure(code: errno, path: path) }
    guard user == 0 || status.st_uid == user else { throw Failure(code: EPERM, path: path) }
    let folder = Folder.containing(path)
    let isWritable = stat(folder, &folderStatus) == 0 && folderStatus.st_mode & 0o022 != 0
    if status.st_mode & 0o077 != 0 || isWritable {
      // A user with write access to the folder can replace this file by another one.
      let isChanged =
        change(file, 0o600) == 0
        && (!isWritable || chmod(folder, folderStatus.st_mode & 0o7755) == 0)
      // A file system without permissions reports success and changes nothing.
      let isFixed =
        fstat(file, &status) == 0 && status.st_mode & 0o077 == 0
        && stat(folder, &folderStatus) == 0 && folderStatus.st_mode & 0o022 == 0
      found(isFixed ? .ended : isChanged ? .permanent : .lasting)
    }
    return try attempt(at: path, RegularFile.contents(of: file, limit: 4 << 20))
  }

  /// Opens a regular file without waiting, and nothing else with its name.
  package static func open(
    _ path: String,
    _ flags: Int32 = O_RDONLY,
    mode: mode_t = 0o600
  ) throws(Failure) -> Int32 {
    try attempt(at: path, RegularFile.open(path, flags, mode: mode))
  }

  /// Returns the first bytes of a file, as many as there are.
  package static func head(of path: String, count: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    defer { close(file) }
    var code: Int32 = 0
    let head = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      let there = pread(file, buffer.baseAddress, count, 0)
      if there < 0 { code = errno }
      size = max(0, there)
    }
    guard code == 0 else { throw Failure(code: code, path: path) }
    return head
  }

  /// Returns the number of a file's bytes, and their SHA-256 in lower-case hexadecimal.
  ///
  /// Blocks for as long as reading the file takes.
  ///
  /// - Parameter start: The position of the first byte. Earlier bytes count neither for the number
  ///   nor for the hash.
  package static func hash(
    of path: String,
    from start: Int = 0
  ) throws(Failure) -> (size: Int64, hash: String) {
    let file = try open(path)
    defer { close(file) }
    guard lseek(file, off_t(start), SEEK_SET) >= 0 else { throw Failure(code: errno, path: path) }
    var hash = SHA256()
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return (size, hash.text()) }
      if count > 0 {
        buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        size += Int64(count)
      } else if errno != EINTR {
        throw Failure(code: errno, path: path)
      }
    }
  }

  /// Replaces a file atomically: readers see the old contents or the new ones, even after a crash.
  ///
  /// The caller must hold a lock against other processes. Until it is renamed, the new file has a
  /// fixed name. A killed process therefore leaves at most one file, which the next replacement
  /// removes.
  ///
  /// - Parameter mode: The new file's permissions, independent of the umask.
  package static func replace(_ path: String, with bytes: [UInt8], mode: mode_t) throws(Failure) {
    removeLeftovers(of: path)
    let temporary = PartFile.path(for: path)
    let file = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw Failure(code: errno, path: path) }
    do throws(Failure) {
      defer { close(file) }
      guard fchmod(file, mode) == 0 else { throw Failure(code: errno, path: path) }
      try write(bytes, to: file, path: path)
      guard fsync(file) == 0 else { throw Failure(code: errno, path: path) }
      try move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Removes the temporary files that killed processes have left beside a file, including those
  /// with random digits from earlier versions of the program.
  ///
  /// The caller must hold the lock that `replace` needs.
  package static func removeLeftovers(of path: String) {
    for path in leftovers(of: path) { unlink(path) }
  }

  /// Whether killed processes have left temporary files beside a file.
  package static func hasLeftovers(of path: String) -> Bool { !leftovers(of: path).isEmpty }

  private static func leftovers(of path: String) -> [String] {
    let folder = Folder.containing(path)
    let start = path.dropFirst(path.contains("/") ? folder == "/" ? 1 : folder.count + 1 : 0) + "."
    return names(in: folder).filter { name in
      let rest = name.dropFirst(start.count)
      return name.hasPrefix(start) && (rest == "part" || PartFile.isRandom(rest))
    }.map { folder + "/" + $0 }
  }

  /// Renames a file within its folder, and replaces an existing file of the new name.
  ///
  /// The change survives a crash.
  package static func move(_ source: String, to path: String) throws(Failure) {
    guard rename(source, path) == 0 else { throw Failure(code: errno, path: path) }
    let folder = Glibc.open(Folder.containing(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Renames a file within its folder, unless the new name is in use.
  ///
  /// - Throws: `EEXIST` if the new name is in use.
  package static func moveIfAbsent(_ source: String, at path: String) throws(Failure) {
    guard link(source, path) != 0 else {
      unlink(source)
      return
    }
    let code = errno
    // A dangling symbolic link also occupies the name.
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Failure(code: EEXIST, path: path) }
    guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(code) else {
      throw Failure(code: code, path: path)
    }
    // Some file systems have no hard links, and some of these can't rename without replacing.
    let failure = RegularFile.renameToAbsent(source, path)
    guard failure != 0 else { return }
    guard [EINVAL, ENOSYS].contains(failure) else { throw Failure(code: failure, path: path) }
    try move(source, to: path)
  }

  /// Renames a file with unreadable contents, so that a new file doesn't replace it.
  ///
  /// - Returns: The new path.
  package static func setAside(_ path: String) throws(Failure) -> String {
    let target = path + ".unreadable-" + randomName()
    try move(path, to: target)
    return target
  }

  /// Flushes a file's bytes to the disk.
  package static func synchronize(_ path: String) throws(Failure) {
    let file = try open(path)
    defer { close(file) }
    guard fsync(file) == 0 else { throw Failure(code: errno, path: path) }
  }

  /// Creates a folder and its missing parents.
  package static func createFolder(_ path: String, mode: mode_t) throws(Failure) {
    try attempt(at: path, Folder.create(path, mode: mode))
  }

  /// Locks a file's folder, for as long as the returned descriptor is open.
  ///
  /// Creates a missing folder that only its owner can access. Waits at most ten seconds. Returns
  /// `nil` on file systems without locks, where the file must be usable too.
  package static func lockFolder(of path: String) throws(Failure) -> Int32? {
    let folder = Folder.containing(path)
    try createFolder(folder, mode: 0o700)
    let deadline = MonotonicTime.now + .seconds(10)
    return try attempt(at: path, FolderLock.acquire(folder) { deadline })
  }

  /// Returns the sorted names of a folder's entries; none if it can't be read.
  package static func names(in folder: String) -> [String] {
    ((try? Folder.names(in: folder)) ?? []).sorted()
  }

  /// Returns sixteen random hexadecimal digits.
  package static func randomName() -> String {
    String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16)
  }

  /// Writes all bytes to an open file.
  ///
  /// - Parameter path: The file's path, for errors.
  static func write(
    _ bytes: some Collection<UInt8>,
    to file: Int32,
    path: String
  ) throws(Failure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Failure(code: errno, path: path)
      }
    }
  }
}

extension Problem.Cause {
  /// Creates the cause for a failed system call on a file.
  package init(errno code: Int32, path: String) {
    self =
      switch code {
      case ENOSPC where Folder.isOutOfFiles(at: path): .noMoreFiles(path: path)
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case EROFS: .readOnly(path: path)
      case EWOULDBLOCK: .inUse(path: path)
      case _ where RegularFile.isOther(code): .notAFile(path: path)
      default: .disk(path: path, reason: String(cString: strerror(code)))
      }
  }

  package init(_ failure: FileSystem.Failure) {
    self.init(errno: failure.code, path: failure.path)
  }
}
