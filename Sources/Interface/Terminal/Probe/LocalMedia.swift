import Glibc

/// A black pixel in shared memory and one in a file, to test whether the terminal can read them.
///
/// A terminal deletes those it has read. The others are deleted here.
final class LocalMedia {
  private(set) var names = ProbeMedia()

  init() {
    let memory = "/\(PixelFile.prefix)\(getpid())-probe-1"
    let object = shm_open(memory, O_CREAT | O_EXCL | O_RDWR, 0o600)
    if object >= 0 {
      names.sharedMemory = memory
      Self.fill(object)
    }
    // mkstemp() replaces the six letters.
    let template = "\(PixelFile.prefix)\(getpid())-" + String(repeating: "X", count: 6)
    var path = Array(PixelFile.path(template).utf8CString)
    let file = mkstemp(&path)
    if file >= 0 {
      names.temporaryFile = path.withUnsafeBufferPointer {
        $0.baseAddress.map { String(cString: $0) }
      }
      Self.fill(file)
    }
  }

  deinit {
    if let name = names.sharedMemory { shm_unlink(name) }
    if let path = names.temporaryFile { unlink(path) }
  }

  private static func fill(_ descriptor: Int32) {
    let pixel: [UInt8] = [0, 0, 0]
    _ = write(descriptor, pixel, pixel.count)
    close(descriptor)
  }
}
