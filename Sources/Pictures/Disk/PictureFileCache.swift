import Dispatch
import Glibc
import Imaging
import Logging
import Platform

/// Pictures kept on disk between starts, as the JPEG files they came as; what was not used for
/// longest goes first.
///
/// A file is named by the SHA-256 of its key and ends in a `Seal`: what is damaged is never handed
/// out. It is replaced in one step and its time says when it was used last, so several programs can
/// share a folder. Whatever goes wrong here is logged once, and pictures then come through the
/// network again: nobody is shown an error about a cache.
package final class PictureFileCache: Sendable {
  private struct State {
    /// Beginnings of the names in the folder; nil until it was read, which is with the first
    /// picture that is not there: a start with everything at hand needs no list.
    var known: Set<UInt64>?
    var isScanAsked = false
    /// Bytes in the folder, by the last look at it and what was written since.
    var bytes = 0
    /// Bytes written since the last look.
    var added = 0
    /// Bytes that wait to be written.
    var waiting = 0
    var isOff = false
  }

  let folder: String
  /// Bytes.
  let limit: Int
  private let log: Logger
  private let state = Lock(State())
  /// Writes and tidies up; reading happens where the picture is drawn.
  private let queue = DispatchQueue(label: "imagefeed.pictures", qos: .utility)

  /// Bytes that may wait to be written: on a disk that is slower than the network some pictures are
  /// not kept.
  private static let maxPendingBytes = 8 << 20
  /// Seconds after which a file that was not finished is nobody's.
  private static let leftover = 3600

  /// - Parameters:
  ///   - folder: made with the first picture that is kept.
  ///   - limit: bytes of files in the folder; together with other programs it can be exceeded by a
  ///     sixteenth for each.
  package init(folder: String, limit: Int, log: Logger) {
    self.folder = folder
    self.limit = limit
    self.log = log
    if CacheFolder.isLink(folder) { turnOff(DiskFailure(code: ELOOP)) }
  }

  /// Whether reading may be worth it; without a look at the disk.
  func mayHold(_ key: String) -> Bool {
    let mark = Self.mark(Self.name(of: key))
    return state.withLock { state in
      guard !state.isOff else { return false }
      return state.known?.contains(mark) ?? true
    }
  }

  /// The file that was kept under a key, which then counts as just used; nil where there is none
  /// or it is damaged.
  ///
  /// Waits for the disk.
  func bytes(for key: String) -> [UInt8]? {
    let name = Self.name(of: key)
    guard !state.withLock({ $0.isOff }) else { return nil }
    do throws(DiskFailure) {
      let file = try DiskFile(path(name))
      // Larger ones are never kept, and would be read before there is memory for them.
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
      forget(name)
      scanOnce()
    } catch {
      turnOff(error)
    }
    return nil
  }

  /// Keeps a file that was found to be a whole picture; returns at once.
  func keep(_ bytes: [UInt8], for key: String) {
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

  /// Removes what turned out to be no picture after all.
  func discard(_ key: String) { remove(Self.name(of: key)) }

  /// How many files there are, and their bytes.
  ///
  /// Waits for the disk.
  package func usage() -> (files: Int, bytes: Int) {
    let files = (try? CacheFolder.files(in: folder)) ?? []
    return (files.count, files.reduce(0) { $0 + $1.size })
  }

  /// Waits until everything that was to be kept is on disk.
  package func finish() { queue.sync {} }

  // MARK: On the queue

  private func write(_ bytes: [UInt8], _ key: String) {
    state.withLock { $0.waiting -= bytes.count }
    guard !state.withLock({ $0.isOff }) else { return }
    let name = Self.name(of: key)
    let checksum = FileChecksum.make(bytes, of: key)
    do throws(DiskFailure) {
      do throws(DiskFailure) {
        try write([bytes, checksum], name)
      } catch  where error.isMissing {
        try DiskFile.makeFolder(folder)
        try write([bytes, checksum], name)
      }
    } catch {
      return turnOff(error)
    }
    let needsLook = state.withLock { state in
      state.known?.insert(Self.mark(name))
      state.bytes += bytes.count + checksum.count
      state.added += bytes.count + checksum.count
      // Other programs write here as well, which only a look can show.
      return state.bytes > limit || state.added > limit / 16
    }
    if needsLook { tidy() }
  }

  private func write(_ parts: [[UInt8]], _ name: String) throws(DiskFailure) {
    let temporary = ".\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    try DiskFile.write(parts, to: path(name), by: path(temporary))
  }

  /// Looks at the folder for the first time, once.
  private func scanOnce() {
    let isFirst = state.withLock { state in
      defer { state.isScanAsked = true }
      return !state.isScanAsked
    }
    if isFirst { queue.async { [self] in tidy() } }
  }

  /// Looks at the folder, and removes what is too much and what was left unfinished.
  private func tidy() {
    var files: [CacheFolder.File]
    do throws(DiskFailure) {
      files = try CacheFolder.files(in: folder)
    } catch {
      guard error.isMissing else { return turnOff(error) }
      files = []
    }
    CacheFolder.removeLeftovers(in: folder, olderThan: Self.leftover)
    var bytes = files.reduce(0) { $0 + $1.size }
    if bytes > limit {
      files.sort { $0.lastUse > $1.lastUse }
      // A tenth more than needed, so that this is not done for each picture.
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
    forget(name)
  }

  private func forget(_ name: String) {
    let mark = Self.mark(name)
    state.withLock { _ = $0.known?.remove(mark) }
  }

  /// Gives up until the next start: what failed now would fail for each picture.
  private func turnOff(_ failure: DiskFailure) {
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

  /// The name of the file that is kept under a key.
  static func name(of key: String) -> String { SHA256.text(of: Array(key.utf8)) + ".jpg" }

  /// The beginning of a name: 64 bits, enough to be unique.
  private static func mark(_ name: String) -> UInt64 { UInt64(name.prefix(16), radix: 16) ?? 0 }
}

/// The last bytes of a file in the cache.
///
/// JPEG readers ignore what follows the picture's end, so it can still be looked at with any other
/// program.
private enum FileChecksum {
  private static let magic = Array("ifp1".utf8)
  static let size = 12

  /// Magic, length of the picture and CRC-32 of key and picture.
  ///
  /// Numbers have their highest byte first. With the key in it a file under another one's name does
  /// not pass.
  static func make(_ bytes: [UInt8], of key: String) -> [UInt8] {
    var sum = CRC32()
    Array(key.utf8).withUnsafeBytes { sum.update($0) }
    bytes.withUnsafeBytes { sum.update($0) }
    return magic + big(UInt32(truncatingIfNeeded: bytes.count)) + big(sum.value)
  }

  /// Makes a whole file the picture in it.
  ///
  /// - Returns: whether that is what was once kept under this key.
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
