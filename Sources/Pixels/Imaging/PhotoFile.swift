import Glibc
import Platform

/// A photo's file that is open for reading.
///
/// The file is never mapped into memory, because it may become shorter at any time.
struct PhotoFile: ~Copyable {
  /// The size in bytes at the time of opening.
  let size: Int
  private let path: String
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Throws: `truncated` if the file is empty, `file` if it can't be opened.
  init(_ path: String) throws(ImagingError) {
    let file: Int32
    do throws(DescriptorError) { file = try RegularFile.open(path, O_RDONLY) } catch {
      throw .file(path: path, errno: error.code)
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else {
      close(file)
      throw .truncated
    }
    (self.path, descriptor, size) = (path, file, status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads the header, and little more of the file.
  ///
  /// - Throws: `file` if the disk fails, or the errors of `JPEGHeader`.
  func header() throws(ImagingError) -> JPEGHeader {
    do throws(ImagingError) { return try JPEGHeader(descriptor: descriptor) } catch {
      guard case .file(_, let code) = error else { throw error }
      throw .file(path: path, errno: code)
    }
  }

  /// Returns all bytes; fewer than the size if the file has become shorter.
  ///
  /// Reads only the header of an image that is too large to show.
  ///
  /// - Throws: `tooLarge`, or the errors of `header`.
  func contents() throws(ImagingError) -> [UInt8] {
    _ = try JPEGPlan(header(), count: size)
    return try bytes(from: 0, to: size)
  }

  /// Whether there is an end marker after `start`.
  ///
  /// Searches backwards, because the marker is usually at the end.
  ///
  /// - Throws: `file` if the disk fails.
  func hasEnd(after start: Int) throws(ImagingError) -> Bool {
    var end = size
    while end - start >= 2 {
      let first = max(start, end - Self.pieceSize)
      let piece = try bytes(from: first, to: end)
      if piece.withUnsafeBytes({ JPEG.hasEnd($0, after: 0) }) { return true }
      // A marker may be in two pieces.
      end = first == start ? start : first + 1
    }
    return false
  }

  /// The number of bytes that are searched at a time.
  private static let pieceSize = 1 << 16

  private func bytes(from start: Int, to end: Int) throws(ImagingError) -> [UInt8] {
    do throws(DescriptorError) {
      return try RegularFile.contents(of: descriptor, from: start, size: end - start)
    } catch {
      throw .file(path: path, errno: error.code)
    }
  }
}
