import Canvas
import FoundationEssentials
import Glibc
import HTTP
import Logging
import Model
import Testing

@testable import Pictures

/// The picture store with a cache on disk.
extension PictureStoreTests {
  /// A folder for pictures, and stores that begin with its contents.
  final class Disk {
    let home: TemporaryFolder
    var folder: String { home.path + "/pictures" }

    init() throws { home = try TemporaryFolder() }

    func cache(limit: Int = 1 << 20) -> PictureFileCache {
      PictureFileCache(folder: folder, limit: limit, log: Logger(label: "test"))
    }

    /// Caches a file as if it had been shown before.
    func keep(_ name: String, width: Int, _ body: [UInt8]) {
      cache().keepNow(body, for: PictureStoreTests.url(name, width))
    }
  }

  static func url(_ name: String, _ width: Int) -> String {
    "https://pictures.example/\(name)?w=\(width)"
  }

  @Test func `a cached picture is shown after a launch without a request`() async throws {
    let disk = try Disk()
    let cache = disk.cache()
    let first = Harness(cache: cache)
    first.transport.answer(Self.url("a", 100), body: try Self.jpeg())
    first.store.setRequests(visible: [Self.request("a")], ahead: [])
    await first.rest()
    cache.finish()
    let harness = Harness(cache: disk.cache())
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    let statuses = await harness.statuses(of: request.id) { $0 == .thumbnail }
    await harness.rest()
    #expect(statuses == [.color, .thumbnail])
    #expect(harness.transport.asked == [])
    #expect(Self.names(harness.symbols(for: request)) == ["red", "green", "blue", "white"])
  }

  @Test func `without a cache nothing is stored`() async throws {
    let disk = try Disk()
    let harness = Harness()
    harness.transport.answer(Self.url("a", 100), body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    await harness.rest()
    #expect(access(disk.folder, F_OK) != 0)
  }

  @Test(arguments: ["half", "page", "noise", "format", "status"])
  func `an incomplete picture isn't cached`(kind: String) async throws {
    let disk = try Disk()
    let cache = disk.cache()
    let harness = Harness(cache: cache)
    let whole = try Self.jpeg()
    switch kind {
    case "half": harness.transport.answer(Self.url("a", 100), body: Array(whole.prefix(2000)))
    case "page": harness.transport.answer(Self.url("a", 100), body: Array("<html>".utf8))
    case "noise": harness.transport.answer(Self.url("a", 100), body: Array("noise".utf8))
    case "format": harness.transport.answer(Self.url("a", 100), body: Array("GIF89a".utf8))
    default: harness.transport.answer(Self.url("a", 100), status: 404, body: whole)
    }
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let last = await harness.statuses(of: Self.id("a")) {
      if case .failed = $0 { true } else { false }
    }
    await harness.rest()
    cache.finish()
    #expect(cache.usage().files == 0)
    let causes: [String: Problem.Cause] = [
      "half": .truncatedPicture, "page": .htmlInsteadOfData(host: "pictures.example"),
      "noise": .undecodablePicture, "format": .unsupportedPicture(format: "GIF"),
      "status": .notFound,
    ]
    #expect(last.last == .failed(Problem(.picture, try #require(causes[kind]))))
  }

  @Test func `a damaged file is loaded again and never shown`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let path = disk.folder + "/" + PictureFileCache.name(of: Self.url("a", 100))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    let cache = disk.cache()
    let harness = Harness(cache: cache)
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    await harness.transport.waitUntilAsked(1)
    harness.transport.answer(Self.url("a", 100), body: try Self.jpeg())
    let statuses = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(statuses == [.color, .blurHash, .thumbnail])
    await harness.rest()
    cache.finish()
    #expect(cache.bytes(for: Self.url("a", 100)) == (try Self.jpeg()))
  }

  @Test func `a cached file that isn't a picture is loaded again`() async throws {
    let disk = try Disk()
    let cache = disk.cache()
    cache.keepNow(Array("not a picture".utf8), for: Self.url("a", 100))
    let harness = Harness(cache: cache)
    harness.transport.answer(Self.url("a", 100), body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let statuses = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(statuses.last == .thumbnail && harness.transport.asked.count == 1)
  }

  @Test(arguments: [400, 1000])
  func `a wider cached file is sufficient`(width: Int) async throws {
    let disk = try Disk()
    disk.keep("a", width: width, try Self.jpeg(width: 400, height: 300))
    let harness = Harness(cache: disk.cache())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let statuses = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    await harness.rest()
    #expect(statuses == [.color, .thumbnail] && harness.transport.asked == [])
  }

  @Test func `a narrower file is shown until the right one has loaded`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let harness = Harness(cache: disk.cache())
    let full = Self.request("a", full: true, box: Size(60, 22))
    harness.store.setRequests(visible: [full], ahead: [])
    #expect(await harness.statuses(of: full.id) { $0 == .thumbnail } == [.color, .thumbnail])
    await harness.transport.waitUntilAsked(1)
    harness.transport.answer(Self.url("a", 400), body: try Self.jpeg(width: 400, height: 300))
    #expect(await harness.statuses(of: full.id) { $0 == .full }.last == .full)
  }

  @Test func `a refused full-screen picture is reported, whatever is cached`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 400, try Self.jpeg(width: 400, height: 300))
    let harness = Harness(cache: disk.cache())
    harness.transport.answer(Self.url("a", 1000), status: 404)
    let full = Self.request("a", full: true, box: Size(120, 45))
    harness.store.setRequests(visible: [full], ahead: [])
    let statuses = await harness.statuses(of: full.id) {
      if case .failed = $0 { true } else { false }
    }
    #expect(!statuses.contains(.full))
  }

  @Test(arguments: [false, true])
  func `offline, a cached picture of another width is shown`(isKnown: Bool) async throws {
    let disk = try Disk()
    disk.keep("a", width: 400, try Self.jpeg(width: 400, height: 300))
    disk.keep("a", width: 100, try Self.jpeg())
    let cache = disk.cache()
    if isKnown {
      // Once the folder has been read, the network is used while the disk is still being read.
      _ = cache.bytes(for: "none")
      cache.finish()
    }
    let harness = Harness(cache: cache)
    harness.transport.fail(Self.url("a", 1000), .connectionRefused(host: "pictures.example"))
    let full = Self.request("a", full: true, box: Size(120, 45))
    harness.store.setRequests(visible: [full], ahead: [])
    let statuses = await harness.statuses(of: full.id) { $0 == .full }
    await harness.rest()
    #expect(!statuses.contains { if case .failed = $0 { true } else { false } })
    #expect(harness.transport.asked == [Self.url("a", 1000)])
    #expect(Self.names(harness.symbols(for: full)) == ["red", "green", "blue", "white"])
    // The wider of the two.
    let read = (try? CacheFolder.files(in: disk.folder)) ?? []
    let latest = read.max { $0.lastUse < $1.lastUse }
    #expect(latest?.name == PictureFileCache.name(of: Self.url("a", 400)))
    // Requested again once the user returns to it.
    harness.store.setRequests(visible: [], ahead: [])
    harness.store.setRequests(visible: [full], ahead: [])
    await harness.transport.waitUntilAsked(2)
  }

  @Test(arguments: [false, true])
  func `offline, a picture that isn't cached is a failure`(isKnown: Bool) async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let cache = disk.cache()
    if isKnown {
      _ = cache.bytes(for: "none")
      cache.finish()
    }
    let harness = Harness(cache: cache)
    harness.transport.fail(Self.url("b", 100), .connectionRefused(host: "pictures.example"))
    harness.store.setRequests(visible: [Self.request("b")], ahead: [])
    let failed = PictureStatus.failed(
      Problem(.picture, .connectionRefused(host: "pictures.example"))
    )
    let statuses = await harness.statuses(of: Self.id("b")) { $0 == failed }
    #expect(statuses.last == failed)
    await harness.rest()
    harness.transport.answer(Self.url("b", 100), body: try Self.jpeg())
    harness.store.retry(Self.id("b"))
    _ = await harness.statuses(of: Self.id("b")) { $0 == .thumbnail }
    #expect(harness.transport.asked.count == 2)
  }

  @Test func `a picture evicted from memory is read from disk`() async throws {
    let disk = try Disk()
    let cache = disk.cache()
    let harness = Harness(fileBudget: 1, cache: cache)
    for name in ["a", "b"] {
      harness.transport.answer(Self.url(name, 100), body: try Self.jpeg())
      harness.store.setRequests(visible: [Self.request(name)], ahead: [])
      _ = await harness.statuses(of: Self.id(name)) { $0 == .thumbnail }
      await harness.rest()
      cache.finish()
    }
    let other = Self.request("a", box: Size(12, 4))
    harness.store.setRequests(visible: [other], ahead: [])
    _ = await harness.statuses(of: other.id) { $0 == .thumbnail }
    await harness.rest()
    #expect(harness.transport.asked.count == 2)
    #expect(Self.names(harness.symbols(for: other)) == ["red", "green", "blue", "white"])
  }

  @Test func `the store comes to rest with pictures that don't fit into memory together`()
    async throws
  {
    let disk = try Disk()
    for name in ["a", "b", "c"] { disk.keep(name, width: 100, try Self.jpeg()) }
    let harness = Harness(fileBudget: 1, cache: disk.cache())
    let requests = ["a", "b", "c"].map { Self.request($0) }
    harness.store.setRequests(visible: requests, ahead: [])
    await harness.rest()
    for request in requests {
      #expect(Self.names(harness.symbols(for: request)) == ["red", "green", "blue", "white"])
    }
    #expect(harness.transport.asked == [])
  }

  @Test func `signing out leaves the files on disk`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let cache = disk.cache()
    let harness = Harness(cache: cache)
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    await harness.rest()
    harness.store.clear()
    cache.finish()
    #expect(cache.usage().files == 1)
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    await harness.rest()
    #expect(harness.transport.asked == [])
    #expect(
      Self.names(harness.symbols(for: Self.request("a"))) == ["red", "green", "blue", "white"]
    )
  }

  @Test func `pixels are made from cached files too`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 400, try Self.jpeg(width: 400, height: 300))
    let harness = Harness(cache: disk.cache())
    harness.store.use(Self.output(.kitty))
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (image, _) = try #require(Self.placed(harness, request))
    #expect(Self.corners(image) == ["red", "green", "blue", "white"])
    #expect(harness.transport.asked == [])
  }
}
