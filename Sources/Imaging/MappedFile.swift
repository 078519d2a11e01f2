import Glibc
import Platform

/// A file's contents without a copy of them.
struct MappedFile: ~Copyable {
  let bytes: UnsafeRawBufferPointer

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
    // Of what is too large to be shown, no more is read than the header.
    let isRead = status.st_size <= JPEGPlan.budget
    let flags = MAP_PRIVATE | (isRead ? MAP_POPULATE : 0)
    let address = mmap(nil, status.st_size, PROT_READ, flags, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw .file(path: path, errno: errno) }
    bytes = UnsafeRawBufferPointer(start: address, count: status.st_size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
