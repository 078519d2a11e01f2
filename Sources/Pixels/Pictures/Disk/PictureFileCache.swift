import Dispatch
import Glibc
import Imaging
import Logging
import Platform

/// A cache of image files on disk, as the service sent them; the least recently used are evicted.
///
/// A file is named by the SHA-256 of its key. It ends in a `FileChecksum`, so that a damaged one is
/// never returned. Files are replaced atomically, and their modification time is that of the last
/// use, so that several programs can share a folder. The first failure is logged and turns the
/// cache off: images are then loaded from the network, and the user sees no error.
package final class PictureFileCache: Sendable {
  private struct State {
    /// The first 64 bits of the names in the folder; `nil` until the folder has been read.
    ///
    /// The folder is read when the first file is missing or stored: a launch with all files cached
    /// needs no list.
    var known: Set<UInt64>?
    var isScanAsked = false
    /// The bytes in the folder: those at the last reading, and those written since.
    var bytes = 0
    /// The bytes written since the last reading of the folder.
    var added = 0
    /// The bytes queued for writing.
    var waiting = 0
    var isOff = false
  }

  let folder: String
  /// The maximum size of the folder in bytes.
  let limit: Int
  private let log: Logger
  private let state = Lock(State())
  /// The queue that writes and evicts files.
  ///
  /// Reading happens on the thread that draws the picture.
  private let queue = DispatchQueue(label: "imagefeed.pictures", qos: .utility)

  /// The maximum number of bytes queued for writing.
  ///
  /// On a disk slower than the network, some files aren't cached.
  private static let maxPendingBytes = 8 << 20
  /// The seconds after which an unfinished file is considered abandoned.
  private static let abandonedAge = 3600

  /// Creates a cache in a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, which is created when the first file is stored.
  ///   - limit: The maximum size of the folder in bytes. Each further program that shares it can
  ///     exceed this by a sixteenth.
  package init(folder: String, limit: Int, log: Logger) {
    self.folder = folder
    self.limit = limit
    self.log = log
    if CacheFolder.isLink(folder) { turnOff(DescriptorError(code: ELOOP)) }
  }

  /// Whether there may be a file for a key: false only if there is certainly none.
  ///
  /// Doesn't access the disk.
  func mayHold(_ key: String) -> Bool {
    let mark = Self.mark(Self.name(of: key))
    return state.withLock { state in
      guard !state.isOff else { return false }
      return state.known?.contains(mark) ?? true
    }
  }

  /// Whether the folder has a file for a key.
  package func holds(_ key: String) -> Bool { access(path(Self.name(of: key)), R_OK) == 0 }

  /// Returns the file cached under a key and marks it as just used.
  ///
  /// Waits for the disk.
  ///
  /// - Returns: `nil` if there is no file, if it is damaged, or if the cache is off.
  package func bytes(for key: String) -> [UInt8]? {
    let name = Self.name(of: key)
    guard !state.withLock({ $0.isOff }) else { return nil }
    do throws(DescriptorError) {
      let file = try DiskFile(path(name))
      // Larger files are never stored, and would be read before memory was reserved for them.
      let isLarge = file.version.size > Self.maxPendingBytes + FileChecksum.size
      var bytes = isLarge ? [] : try file.contents()
      guard FileChecksum.open(&bytes, of: key) else {
        log.notice("removed a damaged picture", metadata: ["file": "\(path(name))"])
        remove(name)
        return nil
      }
      file.touch()
      return bytes
    } catch  where error.isMissing {
      removeFromIndex(name)
      scanOnce()
    } catch {
      turnOff(error)
    }
    return nil
  }

  /// Stores a complete image file.
  ///
  /// Returns immediately. The file isn't stored if the cache is off or too many bytes are queued.
  func store(_ bytes: [UInt8], for key: String) {
    let isTaken = state.withLock { state in
      guard !state.isOff, bytes.count <= limit, state.waiting + bytes.count <= Self.maxPendingBytes
      else {
        return false
      }
      state.waiting += bytes.count
      return true
    }
    guard isTaken else { return }
    scanOnce()
    queue.async { [self] in write(bytes, key) }
  }

  /// Removes a cached file that couldn't be decoded.
  func discard(_ key: String) { remove(Self.name(of: key)) }

  /// Returns the number of files and their total bytes.
  ///
  /// Waits for the disk.
  package func usage() -> (files: Int, bytes: Int) {
    let files = (try? CacheFolder.files(in: folder)) ?? []
    return (files.count, files.reduce(0) { $0 + $1.size })
  }

  /// Waits until all queued files have been written.
  package func finish() { queue.sync {} }

  // MARK: On the queue

  private func write(_ bytes: [UInt8], _ key: String) {
    state.withLock { $0.waiting -= bytes.count }
    guard !state.withLock({ $0.isOff }) else { return }
    let name = Self.name(of: key)
    let checksum = FileChecksum.make(bytes, of: key)
    do throws(DescriptorError) {
      do throws(DescriptorError) {
        try write([bytes, checksum], name)
      } catch  where error.isMissing {
        try Folder.create(folder, mode: 0o700)
        try write([bytes, checksum], name)
      }
    } catch {
      return turnOff(error)
    }
    let needsLook = state.withLock { state in
      state.known?.insert(Self.mark(name))
      state.bytes += bytes.count + checksum.count
      state.added += bytes.count + checksum.count
      // Other programs write here as well; only reading the folder shows that.
      return state.bytes > limit || state.added > limit / 16
    }
    if needsLook { tidy() }
  }

  private func write(_ parts: [[UInt8]], _ name: String) throws(DescriptorError) {
    let temporary = ".\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    try DiskFile.write(parts, to: path(name), by: path(temporary))
  }

  /// Queues the first reading of the folder, unless it has been queued before.
  private func scanOnce() {
    let isFirst = state.withLock { state in
      defer { state.isScanAsked = true }
      return !state.isScanAsked
    }
    if isFirst { queue.async { [self] in tidy() } }
  }

  /// Reads the folder, evicts files above the limit, and removes unfinished ones.
  private func tidy() {
    var files: [CacheFolder.File]
    do throws(DescriptorError) {
      files = try CacheFolder.files(in: folder)
    } catch {
      guard error.isMissing else { return turnOff(error) }
      files = []
    }
    CacheFolder.removeLeftovers(in: folder, olderThan: Self.abandonedAge)
    var bytes = files.reduce(0) { $0 + $1.size }
    if bytes > limit {
      files.sort { $0.lastUse > $1.lastUse }
      // Evicts a tenth more than needed, so that this doesn't happen for each picture.
      while bytes > limit / 10 * 9, let oldest = files.popLast() {
        unlink(path(oldest.name))
        bytes -= oldest.size
      }
    }
    let known = Set(files.map { Self.mark($0.name) })
    state.withLock { state in
      state.known = known
      state.bytes = bytes
      state.added = 0
    }
  }

  // MARK: -

  private func remove(_ name: String) {
    unlink(path(name))
    removeFromIndex(name)
  }

  private func removeFromIndex(_ name: String) {
    let mark = Self.mark(name)
    state.withLock { _ = $0.known?.remove(mark) }
  }

  /// Turns the cache off until the next launch.
  ///
  /// Other pictures would fail in the same way.
  private func turnOff(_ failure: DescriptorError) {
    let isFirst = state.withLock { state in
      defer { state.isOff = true }
      return !state.isOff
    }
    guard isFirst else { return }
    log.warning(
      "pictures are no longer kept on disk",
      metadata: ["folder": "\(folder)", "reason": "\(String(cString: strerror(failure.code)))"]
    )
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  /// Returns the name of the file for a key.
  static func name(of key: String) -> String { SHA256.text(of: Array(key.utf8)) + ".jpg" }

  /// Returns the first 64 bits of a name, which are enough to be unique.
  private static func mark(_ name: String) -> UInt64 { UInt64(name.prefix(16), radix: 16) ?? 0 }
}

/// The checksum at the end of a cached file.
///
/// JPEG readers ignore bytes after the end of the image, so other programs can still show the file.
private enum FileChecksum {
  private static let magic = Array("ifp1".utf8)
  static let size = 12

  /// Returns the checksum: magic number, length of the picture, and CRC-32 of key and picture.
  ///
  /// Numbers are big-endian. Since the key is included, a file under another key's name isn't
  /// accepted.
  static func make(_ bytes: [UInt8], of key: String) -> [UInt8] {
    var sum = CRC32()
    Array(key.utf8).withUnsafeBytes { sum.update($0) }
    bytes.withUnsafeBytes { sum.update($0) }
    return magic + big(UInt32(truncatingIfNeeded: bytes.count)) + big(sum.value)
  }

  /// Verifies a file and removes its checksum.
  ///
  /// - Returns: Whether the file is undamaged and was stored under this key.
  static func open(_ file: inout [UInt8], of key: String) -> Bool {
    guard file.count > size else { return false }
    let checksum = Array(file.suffix(size))
    file.removeLast(size)
    return make(file, of: key) == checksum
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
