import Glibc
import Platform

/// A file's contents without a copy of them.
struct MappedFile: ~Copyable {
  let bytes: UnsafeRawBufferPointer

  /// What is read at once: a file that takes longer to be read in pieces than in one.
  private static let small = 1 << 20
  /// The part of a file that is worth being given back by itself.
  private static let window = 1 << 17

  /// Maps a regular file.
  ///
  /// - Throws: `file`, also when it is empty or is none that can be mapped.
  init(_ path: String) throws(ImagingError) {
    let descriptor: Int32
    do throws(DescriptorError) { descriptor = try RegularFile.open(path, O_RDONLY) } catch {
      throw .file(path: path, errno: error.code)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(path: path, errno: errno) }
    guard status.st_size > 0 else { throw .truncated }
    // Of a large file not all need be in memory at a time, and of what is too large to be shown no
    // more is read than the header.
    let flags = MAP_PRIVATE | (status.st_size <= Self.small ? MAP_POPULATE : 0)
    let address = mmap(nil, status.st_size, PROT_READ, flags, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw .file(path: path, errno: errno) }
    bytes = UnsafeRawBufferPointer(start: address, count: status.st_size)
  }

  /// What gives back the memory of bytes once so many of them have been read; read again, they come
  /// from the file again.
  var releaser: (_ end: Int) -> Void {
    var released = 0
    let bytes = bytes
    return { end in
      // The mapping begins with a page, and a window is a number of them.
      let end = end / Self.window * Self.window
      guard end > released, let base = bytes.baseAddress else { return }
      madvise(UnsafeMutableRawPointer(mutating: base + released), end - released, MADV_DONTNEED)
      released = end
    }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
