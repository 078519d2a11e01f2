import Dispatch
import FoundationEssentials
import Glibc
import Logging
import Platform
import Testing

@testable import Pictures

/// The files of the cache, on a real disk.
@Suite(.timeLimit(.hang)) struct PictureFileCacheTests {
  private let home: TemporaryFolder
  private var folder: String { home.path + "/cache/pictures" }

  init() throws { home = try TemporaryFolder() }

  private func cache(limit: Int = 1 << 20) -> PictureFileCache {
    PictureFileCache(folder: folder, limit: limit, log: Logger(label: "test"))
  }

  private func path(_ key: String) -> String { folder + "/" + PictureFileCache.name(of: key) }

  /// Returns bytes that differ for each number.
  private static func bytes(_ number: Int, count: Int = 1000) -> [UInt8] {
    Array(pattern[number..<number + count])
  }

  private static let pattern = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 / 251) }

  @Test func `a stored file is returned, in the next run too`() throws {
    let first = cache()
    #expect(first.bytes(for: "a") == nil)
    first.store(Self.bytes(1), for: "a")
    first.finish()
    #expect(first.bytes(for: "a") == Self.bytes(1))
    let next = cache()
    #expect(next.mayHold("a"))
    #expect(next.bytes(for: "a") == Self.bytes(1))
    #expect(next.bytes(for: "b") == nil)
    var status = stat()
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(path("a"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a missing file is known without reading the disk`() {
    let cache = cache()
    cache.store(Self.bytes(1), for: "a")
    cache.finish()
    #expect(cache.mayHold("a") && !cache.mayHold("b"))
  }

  @Test func `a link in the folder's place isn't followed`() throws {
    let first = cache()
    first.store(Self.bytes(1), for: "a")
    first.finish()
    let elsewhere = home.path + "/elsewhere"
    #expect(rename(folder, elsewhere) == 0 && symlink(elsewhere, folder) == 0)
    let linked = cache(limit: 1)
    linked.store(Self.bytes(2), for: "b")
    linked.finish()
    #expect(linked.bytes(for: "a") == nil && !linked.mayHold("a"))
    DrawnPictures.discard(in: folder)
    #expect(throws: DescriptorError(code: ELOOP)) { try CacheFolder.ownFiles(in: folder) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: elsewhere)
        == [PictureFileCache.name(of: "a")]
    )
  }

  @Test func `only the program's own files are listed as such`() throws {
    let cache = cache()
    cache.store(Self.bytes(1), for: "a")
    cache.finish()
    let name = PictureFileCache.name(of: "b")
    let own = ["first-screen", "first-screen.77", ".\(name).12.34", name]
    let others = ["notes.txt", "first-screen.txt", "x.jpg", "A" + name.dropFirst()]
    for name in own + others { try Data("?".utf8).write(to: URL(filePath: folder + "/" + name)) }
    symlink("/nowhere", folder + "/" + PictureFileCache.name(of: "c"))
    let listed = try CacheFolder.ownFiles(in: folder).map(\.name)
    #expect(listed.sorted() == (own + [PictureFileCache.name(of: "a")]).sorted())
  }

  @Test func `files and their bytes are counted`() throws {
    let cache = cache()
    #expect(cache.usage().files == 0 && cache.usage().bytes == 0)
    for number in 0..<3 { cache.store(Self.bytes(number), for: "\(number)") }
    cache.finish()
    try Data("mine".utf8).write(to: URL(filePath: folder + "/notes.txt"))
    #expect(cache.usage().files == 3 && cache.usage().bytes == 3 * (1000 + 12))
  }

  @Test func `the least recently used file is evicted first`() {
    let cache = cache(limit: 5 * 1012)
    for number in 0..<5 {
      cache.store(Self.bytes(number), for: "\(number)")
      cache.finish()
    }
    #expect(cache.usage().files == 5)
    #expect(cache.bytes(for: "0") != nil)
    cache.store(Self.bytes(5), for: "5")
    cache.finish()
    let kept = (0...5).filter { cache.bytes(for: "\($0)") != nil }
    #expect(kept == [0, 3, 4, 5] && cache.usage().bytes <= 5 * 1012)
    #expect(!cache.mayHold("1"))
  }

  @Test func `a smaller limit takes effect at the next launch`() {
    let large = cache()
    for number in 0..<10 {
      large.store(Self.bytes(number), for: "\(number)")
      large.finish()
    }
    let small = cache(limit: 4 * 1012)
    #expect(small.bytes(for: "none") == nil)
    small.finish()
    #expect((0..<10).filter { small.bytes(for: "\($0)") != nil } == [7, 8, 9])
  }

  @Test func `files added by other programs count too`() {
    let limit = 32 * 1012
    let ours = cache(limit: limit)
    let theirs = cache(limit: limit)
    for number in 0..<64 {
      ours.store(Self.bytes(number), for: "our \(number)")
      ours.finish()
      theirs.store(Self.bytes(number), for: "their \(number)")
      theirs.finish()
      // A sixteenth each, and the file being written.
      #expect(ours.usage().bytes <= limit + 2 * (limit / 16 + 1012))
    }
  }

  @Test(arguments: [0, 500, 999, 1000, 1003, 1004, 1011])
  func `a flipped bit is detected, and the file removed`(position: Int) throws {
    cache().keepNow(Self.bytes(1), for: "a")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("a"))))
    bytes[position] ^= 0x10
    try Data(bytes).write(to: URL(filePath: path("a")))
    let cache = cache()
    #expect(cache.bytes(for: "a") == nil)
    #expect(access(path("a"), F_OK) != 0)
    #expect(cache.usage().files == 0)
  }

  @Test(arguments: [0, 1, 11, 12, 500, 1011])
  func `a truncated file is detected, and removed`(length: Int) throws {
    cache().keepNow(Self.bytes(1), for: "a")
    #expect(truncate(path("a"), off_t(length)) == 0)
    #expect(cache().bytes(for: "a") == nil)
    #expect(access(path("a"), F_OK) != 0)
  }

  @Test func `a file renamed to another one's name isn't used`() throws {
    cache().keepNow(Self.bytes(1), for: "a")
    #expect(rename(path("a"), path("b")) == 0)
    #expect(cache().bytes(for: "b") == nil)
  }

  @Test func `a pipe in a file's place isn't waited for`() {
    cache().keepNow(Self.bytes(1), for: "a")
    #expect(mkfifo(path("b"), 0o600) == 0)
    #expect(cache().bytes(for: "b") == nil)
  }

  @Test func `two programs write the same files at once and read complete ones`() async {
    let caches = [cache(), cache()]
    let wrong = await withTaskGroup(of: Int.self) { group in
      for (index, cache) in caches.enumerated() {
        group.addTask {
          var wrong = 0
          for round in 0..<200 {
            let key = round % 5
            // Lengths differ too, so that a mixture can't be taken for either.
            cache.store(Self.bytes(key, count: 20_000 + index * 7000), for: "\(key)")
            guard let bytes = cache.bytes(for: "\(key)") else { continue }
            let whole = [20_000, 27_000].map { Self.bytes(key, count: $0) }
            if !whole.contains(bytes) { wrong += 1 }
          }
          cache.finish()
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    #expect(names.count == 5 && !names.contains { $0.hasPrefix(".") })
    #expect((0..<5).allSatisfy { caches[0].bytes(for: "\($0)") != nil })
  }

  @Test func `unfinished files are removed once they are old`() throws {
    cache().keepNow(Self.bytes(1), for: "a")
    let names = ["old", "new"].map { "\(folder)/.\(PictureFileCache.name(of: $0)).1.2" }
    for name in names { try Data("half".utf8).write(to: URL(filePath: name)) }
    let past = timespec(tv_sec: time(nil) - 7200, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, names[0], [past, past], 0) == 0)
    let cache = cache()
    #expect(cache.bytes(for: "none") == nil)
    cache.finish()
    #expect(names.map { access($0, F_OK) == 0 } == [false, true])
  }

  @Test func `an unwritable folder switches the cache off`() throws {
    // A file in the folder's place stops root as well.
    try Data().write(to: URL(filePath: home.path + "/cache"))
    let lines = LogLines()
    let cache = PictureFileCache(folder: folder, limit: 1 << 20, log: lines.logger)
    for number in 0..<3 { cache.store(Self.bytes(number), for: "\(number)") }
    cache.finish()
    #expect(cache.bytes(for: "0") == nil && !cache.mayHold("0"))
    #expect(cache.usage().files == 0)
    #expect(lines.all.map { $0.hasPrefix("warning pictures are no longer kept") } == [true])
  }

  /// Only root can mount a small disk.
  @Test(.enabled(if: SmallDisk.isPossible)) func `a full disk switches the cache off`() throws {
    let disk = try SmallDisk(home.path + "/disk", size: 65_536)
    let lines = LogLines()
    let cache = PictureFileCache(folder: disk.path + "/p", limit: 1 << 20, log: lines.logger)
    cache.keepNow(Self.bytes(1), for: "a")
    cache.keepNow(Self.bytes(2, count: 100_000), for: "b")
    #expect(lines.all.map { $0.hasPrefix("warning pictures are no longer kept") } == [true])
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path + "/p").count == 1)
    cache.keepNow(Self.bytes(3), for: "c")
    #expect(cache.usage().files == 1 && !cache.mayHold("a"))
  }

  @Test func `a picture larger than the limit isn't stored`() {
    let cache = cache(limit: 999)
    cache.keepNow(Self.bytes(1), for: "a")
    #expect(cache.usage().files == 0)
  }
}

extension PictureFileCache {
  /// Stores a file and waits until it exists.
  func keepNow(_ bytes: [UInt8], for key: String) {
    store(bytes, for: key)
    finish()
  }
}

/// A separate file system with little space.
private final class SmallDisk {
  let path: String

  static let isPossible: Bool = {
    let path = "/tmp/imagefeed-test-disk-\(UInt64.random(in: 0 ... .max))"
    return (try? SmallDisk(path, size: 4096)) != nil
  }()

  init(_ path: String, size: Int) throws {
    self.path = path
    mkdir(path, 0o700)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(size)") == 0 else {
      rmdir(path)
      throw DescriptorError.last
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
