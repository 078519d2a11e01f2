import Glibc

/// The file a download goes to: open from before the request is sent, so that a folder that cannot
/// be written costs no traffic.
struct DownloadFile: Sendable {
  let path: String
  let descriptor: Int32

  init(path: String) throws(HTTPError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .file(path: path, code: errno) }
  }

  /// Drops what an earlier attempt wrote.
  func rewind() {
    // What cannot be truncated (a device) cannot be rewound either, and needs neither.
    _ = ftruncate(descriptor, 0)
    _ = lseek(descriptor, 0, SEEK_SET)
  }

  /// Writes all bytes, or returns the errno of what went wrong.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count = Glibc.write(descriptor, start, rest.count)
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return nil
  }

  /// Ends the download: the file is closed, and stays only if it is `complete`.
  func finish(complete: Bool) throws(HTTPError) {
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // Network file systems report a full disk as late as here.
    let failure = close(descriptor) == 0 ? nil : errno
    if isRegular, !complete || failure != nil { unlink(path) }
    if complete, let failure { throw .file(path: path, code: failure) }
  }
}
