import Glibc
import Model
import Platform

/// Why a file could not be read or written: the system call's `errno`.
struct DiskFailure: Error, Equatable {
  let code: Int32

  /// The failure of the last system call.
  static var last: DiskFailure { DiskFailure(code: errno) }

  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension Problem.Cause {
  /// What a failure to read a file means to a person.
  init(_ failure: DiskFailure, path: String) {
    self =
      switch failure.code {
      case ENOENT, ENOTDIR: .missingFile(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case let code where RegularFile.isOther(code): .notAFile(path: path)
      default: .disk(path: path, reason: String(cString: strerror(failure.code)))
      }
  }
}

/// A regular file that is open for reading.
struct DiskFile: ~Copyable {
  /// Identifies a file's contents: another file in its place differs, and so does the same one
  /// after a write.
  struct Version: Hashable, Sendable {
    let device: UInt
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// The same in one word.
    var text: String { "\(device).\(inode).\(size).\(seconds).\(nanoseconds)" }
  }

  let version: Version
  private let descriptor: Int32

  init(_ path: String) throws(DiskFailure) {
    let file: Int32
    do throws(DescriptorError) { file = try RegularFile.open(path, O_RDONLY) } catch {
      throw DiskFailure(code: error.code)
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let failure = DiskFailure.last
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

  /// All bytes; fewer than the size, when the file has become shorter.
  ///
  /// They are read, not mapped: a page of a mapped file that is cut short, or whose disk goes, ends
  /// the process when it is touched.
  func contents() throws(DiskFailure) -> [UInt8] {
    var failure: DiskFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: version.size) { buffer, filled in
      while filled < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
        )
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(filled))
        if count > 0 {
          filled += count
        } else if count == 0 {
          return
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Lends the open file to what reads it in its own way.
  func withDescriptor<Value, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(descriptor)
  }

  /// Notes that the file was used now; where that is not possible nothing happens.
  func touch() { Self.stamp(descriptor) }

  /// Writes a file in one step: whoever reads sees all of it or none.
  ///
  /// It is not made to survive a power failure.
  ///
  /// - Parameter temporary: a path of the same folder that nobody else uses.
  static func write(
    _ parts: [[UInt8]],
    to path: String,
    by temporary: String
  ) throws(DiskFailure) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do throws(DiskFailure) {
      do throws(DiskFailure) {
        for part in parts { try write(part, to: descriptor) }
        stamp(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      // Some file systems report a full disk only now.
      guard close(descriptor) == 0 || errno == EINTR else { throw .last }
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(DiskFailure) {
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

  /// Sets the time of the last change.
  ///
  /// The kernel's own is as coarse as its ticks, too coarse to tell which of two files was used
  /// last.
  private static func stamp(_ descriptor: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    futimens(descriptor, [now, now])
  }

  /// Makes a folder, for nobody else, and those above it.
  static func makeFolder(_ path: String) throws(DiskFailure) {
    do throws(DescriptorError) { try Folder.create(path, mode: 0o700) } catch {
      throw DiskFailure(code: error.code)
    }
  }
}
