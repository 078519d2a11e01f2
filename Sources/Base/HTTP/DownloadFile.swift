import Glibc
import Platform

/// The file of a download.
///
/// The file is opened before the request is sent, so that an unwritable folder causes no traffic.
final class DownloadFile: Sendable {
  let target: DownloadTarget
  private let descriptor: Int32
  private let isRegular: Bool
  /// The contents of the file, updated with every attempt.
  private let contents: Lock<Contents>

  private struct Contents: Sendable {
    var size: Int64 = 0
    var tag: String?
  }

  init(_ target: DownloadTarget) throws(HTTPError) {
    self.target = target
    let flags = O_WRONLY | O_CREAT | (target.isResumable ? 0 : O_TRUNC)
    do throws(DescriptorError) {
      descriptor = try RegularFile.open(target.path, flags, mode: 0o666, allowsDevices: true)
    } catch {
      throw .file(path: target.path, code: error.code)
    }
    var status = stat()
    isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    var contents = Contents()
    if isRegular, target.isResumable, let tag = strongTag(target.tag) {
      contents = Contents(size: Int64(status.st_size), tag: tag)
    }
    self.contents = Lock(contents)
  }

  /// The offset and version for continuing in the next attempt; `nil` if it must start over.
  var resumption: Resumption? {
    contents.withLock { contents in
      guard contents.size > 0, let tag = contents.tag else { return nil }
      return Resumption(offset: contents.size, tag: tag)
    }
  }

  /// Makes the next attempt start from the beginning.
  func reset() { contents.withLock { $0 = Contents() } }

  /// Prepares the file for a response.
  ///
  /// Returns the `errno` of a failure, or `nil`.
  func begin(_ start: DownloadStart) -> Int32? {
    contents.withLock { $0 = Contents(size: start.offset, tag: start.tag) }
    // A device can't be truncated or rewound, and needs neither.
    guard isRegular else { return nil }
    guard ftruncate(descriptor, off_t(start.offset)) == 0,
      lseek(descriptor, off_t(start.offset), SEEK_SET) >= 0
    else { return errno }
    return nil
  }

  /// Writes all bytes.
  ///
  /// Returns the `errno` of a failure, or `nil`.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count = Glibc.write(descriptor, start, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        contents.withLock { $0.size += Int64(count) }
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Closes the file, and removes it unless it is `complete` or can be continued.
  func finish(complete: Bool) throws(HTTPError) {
    // Some network file systems don't report a full disk before the file is closed.
    let failure = close(descriptor) == 0 ? nil : errno
    if isRegular, !target.isResumable, !complete || failure != nil { unlink(target.path) }
    if complete, let failure { throw .file(path: target.path, code: failure) }
  }
}
