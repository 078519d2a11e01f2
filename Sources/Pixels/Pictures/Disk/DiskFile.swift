import Glibc
import Model
import Platform

extension Problem.Cause {
  /// Converts a failure to read a file to the cause of a problem.
  init(_ failure: DescriptorError, path: String) {
    self =
      switch failure.code {
      case _ where failure.isMissing: .missingFile(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case let code where RegularFile.isOther(code): .notAFile(path: path)
      default: .disk(path: path, reason: failure.reason)
      }
  }
}

/// A regular file that is open for reading.
struct DiskFile: ~Copyable {
  /// The version of a file's contents; changes if the file is replaced or written to.
  struct Version: Hashable, Sendable {
    let device: UInt
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// The fields separated by dots, for cache keys.
    var text: String { "\(device).\(inode).\(size).\(seconds).\(nanoseconds)" }
  }

  let version: Version
  private let descriptor: Int32

  init(_ path: String) throws(DescriptorError) {
    let file = try RegularFile.open(path, O_RDONLY)
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let failure = DescriptorError.last
      close(file)
      throw failure
    }
    descriptor = file
    version = Version(
      device: UInt(status.st_dev),
      inode: UInt(status.st_ino),
      size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec
    )
  }

  deinit { close(descriptor) }

  /// Returns all bytes; fewer than the size if the file has become shorter.
  func contents() throws(DescriptorError) -> [UInt8] {
    try RegularFile.contents(of: descriptor, size: version.size)
  }

  /// Passes the open descriptor to a function that reads the file itself.
  func withDescriptor<Value, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(descriptor)
  }

  /// Sets the file's modification time to now, as the time of its last use; ignores errors.
  func touch() { Self.stamp(descriptor) }

  /// Writes a file atomically: readers see all of it or none.
  ///
  /// The file may be lost or damaged in a power failure.
  ///
  /// - Parameter temporary: A path in the same folder that no other program uses.
  static func write(
    _ parts: [[UInt8]],
    to path: String,
    by temporary: String
  ) throws(DescriptorError) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do throws(DescriptorError) {
      do throws(DescriptorError) {
        for part in parts { try write(part, to: descriptor) }
        stamp(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      // Some file systems report a full disk only when the file is closed.
      guard close(descriptor) == 0 || errno == EINTR else { throw .last }
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(DescriptorError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Sets the modification time.
  ///
  /// The kernel's own timestamps are as coarse as its ticks, which is too coarse to order the uses
  /// of two files.
  private static func stamp(_ descriptor: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    futimens(descriptor, [now, now])
  }
}
