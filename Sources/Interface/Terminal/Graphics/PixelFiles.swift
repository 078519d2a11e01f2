import Canvas
import Glibc
import Platform

/// Pixels for a terminal on the same computer, in shared memory or temporary files.
struct PixelFiles {
  private let medium: GraphicsMedium
  /// The names of objects that were created and may still exist.
  ///
  /// The terminal deletes each one it has read.
  private var names: [String] = []
  private var count = 0
  private let tag = UInt32.random(in: 0 ... .max)

  init(medium: GraphicsMedium) {
    self.medium = medium
    PixelLeftovers.removeInBackground(of: medium)
  }

  /// Whether an image can be passed through shared memory or a file.
  func accepts(_ image: PixelImage) -> Bool {
    medium != .direct && image.encoding.isRaw && !image.bytes.isEmpty
  }

  /// Prepares an image for sending.
  ///
  /// - Returns: the image and its medium. If no memory object or file can be written, its pixels
  ///   are encoded for the escape codes.
  mutating func prepared(_ image: PixelImage) -> (image: PixelImage, medium: KittyCommands.Medium) {
    guard image.encoding.isRaw else { return (image, .direct) }
    if let medium = store(image.bytes) { return (image, medium) }
    let bytes = Base64.encode(image.bytes)
    let encoding: PixelImage.Encoding = image.encoding == .rgb ? .rgbBase64 : image.encoding
    return (PixelImage(key: image.key, encoding: encoding, bytes: bytes), .direct)
  }

  /// Whether the terminal has fetched a transferred image.
  func isFetched(_ object: KittyCommands.Medium) -> Bool {
    guard let name = object.name else { return true }
    return !Self.exists(name, medium)
  }

  /// Renames a transferred object, so that the terminal can no longer fetch it by the old name.
  ///
  /// - Returns: `nil` if the terminal has already fetched it.
  mutating func renamed(_ object: KittyCommands.Medium) -> KittyCommands.Medium? {
    guard let old = object.name else { return nil }
    let new = nextName()
    let folder = medium == .sharedMemory ? PixelFile.sharedMemoryFolder : ""
    guard rename(folder + old, folder + new) == 0 else { return nil }
    names.removeAll { $0 == old }
    return register(new)
  }

  /// Deletes an object that the terminal hasn't fetched.
  mutating func withdraw(_ object: KittyCommands.Medium) {
    guard let name = object.name else { return }
    Self.remove(name, medium)
    names.removeAll { $0 == name }
  }

  /// Deletes all objects that the terminal hasn't fetched.
  mutating func removeLeftovers() {
    for name in names { Self.remove(name, medium) }
    names.removeAll()
  }

  private mutating func store(_ bytes: [UInt8]) -> KittyCommands.Medium? {
    guard medium != .direct else { return nil }
    let name = nextName()
    let descriptor: Int32
    if medium == .sharedMemory {
      descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    } else {
      descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    let isWritten = Self.write(bytes, to: descriptor)
    close(descriptor)
    guard isWritten else {
      Self.remove(name, medium)
      return nil
    }
    if names.count >= 64 { names.removeAll { !Self.exists($0, medium) } }
    return register(name)
  }

  private mutating func nextName() -> String {
    count += 1
    let unique = "\(PixelFile.prefix)\(getpid())-\(String(tag, radix: 36))-\(count)"
    return medium == .sharedMemory ? "/" + unique : PixelFile.path(unique)
  }

  private mutating func register(_ name: String) -> KittyCommands.Medium {
    names.append(name)
    return medium == .sharedMemory ? .sharedMemory(name: name) : .temporaryFile(path: name)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 { start += count } else if errno != EINTR { return false }
      }
      return true
    }
  }

  private static func exists(_ name: String, _ medium: GraphicsMedium) -> Bool {
    guard medium == .sharedMemory else { return access(name, F_OK) == 0 }
    let descriptor = shm_open(name, O_RDONLY | O_CLOEXEC, 0)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  private static func remove(_ name: String, _ medium: GraphicsMedium) {
    if medium == .sharedMemory { shm_unlink(name) } else { unlink(name) }
  }
}

extension PixelImage.Encoding {
  fileprivate var isRaw: Bool { self == .rgb || self == .rgba }
}

extension KittyCommands.Medium {
  /// The name of the shared memory object, or the path of the file.
  fileprivate var name: String? {
    switch self {
    case .direct: nil
    case .sharedMemory(let name): name
    case .temporaryFile(let path): path
    }
  }
}
