import Glibc
import Platform

/// The contents of a file, mapped into memory without a copy.
struct MappedFile: ~Copyable {
  let bytes: UnsafeRawBufferPointer

  /// The maximum size of a file that is read as a whole, because reading it in pieces would take
  /// longer.
  private static let smallSize = 1 << 20
  /// The unit for releasing memory, in bytes.
  private static let releaseUnit = 1 << 17

  /// Maps a regular file.
  ///
  /// - Throws: `truncated` if the file is empty, `file` if it can't be opened or mapped.
  init(_ path: String) throws(ImagingError) {
    let descriptor: Int32
    do throws(DescriptorError) { descriptor = try RegularFile.open(path, O_RDONLY) } catch {
      throw .file(path: path, errno: error.code)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(path: path, errno: errno) }
    guard status.st_size > 0 else { throw .truncated }
    // A large file need not be in memory completely. Of an image that is too large to show, only
    // the header is read.
    let flags = MAP_PRIVATE | (status.st_size <= Self.smallSize ? MAP_POPULATE : 0)
    let address = mmap(nil, status.st_size, PROT_READ, flags, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw .file(path: path, errno: errno) }
    bytes = UnsafeRawBufferPointer(start: address, count: status.st_size)
  }

  /// Returns a closure that releases the memory of the bytes before an offset.
  ///
  /// If they are read again, they are loaded from the file.
  var releaser: (_ end: Int) -> Void {
    var released = 0
    let bytes = bytes
    return { end in
      // The mapping begins at a page, and a window is a multiple of pages.
      let end = end / Self.releaseUnit * Self.releaseUnit
      guard end > released, let base = bytes.baseAddress else { return }
      madvise(UnsafeMutableRawPointer(mutating: base + released), end - released, MADV_DONTNEED)
      released = end
    }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
