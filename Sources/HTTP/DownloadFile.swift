import Glibc
import Platform

/// The file a download goes to: open from before the request is sent, so that a folder that cannot
/// be written costs no traffic.
final class DownloadFile: Sendable {
  let target: DownloadTarget
  private let descriptor: Int32
  private let isRegular: Bool
  /// What is there, from attempt to attempt.
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

  /// From where the next attempt may go on; nil when it has to start over.
  var resumption: Resumption? {
    contents.withLock { contents in
      guard contents.size > 0, let tag = contents.tag else { return nil }
      return Resumption(offset: contents.size, tag: tag)
    }
  }

  /// Makes the next attempt start from the beginning.
  func reset() { contents.withLock { $0 = Contents() } }

  /// Prepares for the bytes of an answer, or returns the errno of what went wrong.
  func begin(_ start: DownloadStart) -> Int32? {
    contents.withLock { $0 = Contents(size: start.offset, tag: start.tag) }
    // What cannot be truncated (a device) cannot be rewound either, and needs neither.
    guard isRegular else { return nil }
    guard ftruncate(descriptor, off_t(start.offset)) == 0,
      lseek(descriptor, off_t(start.offset), SEEK_SET) >= 0
    else { return errno }
    return nil
  }

  /// Writes all bytes, or returns the errno of what went wrong.
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

  /// Ends the download: the file is closed, and stays only if it is `complete` or can be continued.
  func finish(complete: Bool) throws(HTTPError) {
    // Network file systems report a full disk as late as here.
    let failure = close(descriptor) == 0 ? nil : errno
    if isRegular, !target.isResumable, !complete || failure != nil { unlink(target.path) }
    if complete, let failure { throw .file(path: target.path, code: failure) }
  }
}
