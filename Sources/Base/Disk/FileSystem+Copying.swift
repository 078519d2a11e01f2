import Glibc

/// A replacement of a range of a file's bytes by other bytes; an empty range inserts.
package struct FileEdit: Equatable, Sendable {
  package let range: Range<Int>
  package let bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension FileSystem {
  /// Replaces the contents of an open file by a copy of another file, and flushes them to the disk.
  ///
  /// - Parameters:
  ///   - source: The path of the file to copy.
  ///   - file: The open file, a descriptor for writing.
  ///   - path: The open file's path, for errors.
  ///   - edits: The changes to make in the copy, sorted by their positions in the source and
  ///     without overlaps.
  package static func copy(
    _ source: String,
    into file: Int32,
    at path: String,
    _ edits: [FileEdit] = []
  ) throws(Failure) {
    let from = try open(source)
    defer { close(from) }
    guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else {
      throw Failure(code: errno, path: path)
    }
    var position = 0
    for edit in edits {
      let range = position..<max(position, edit.range.lowerBound)
      try copy(from, source, range, into: file, at: path)
      try write(edit.bytes, to: file, path: path)
      position = edit.range.upperBound
    }
    try copy(from, source, position..<Int.max, into: file, at: path)
    guard fsync(file) == 0 else { throw Failure(code: errno, path: path) }
  }

  /// Appends a range of an open file to another one; less if the source ends earlier.
  private static func copy(
    _ from: Int32,
    _ source: String,
    _ range: Range<Int>,
    into file: Int32,
    at path: String
  ) throws(Failure) {
    var position = range.lowerBound
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while position < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - position)
      let count = pread(from, &buffer, wanted, off_t(position))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(code: errno, path: source) }
      if count == 0 { return }
      try write(buffer[..<count], to: file, path: path)
      position += count
    }
  }
}
