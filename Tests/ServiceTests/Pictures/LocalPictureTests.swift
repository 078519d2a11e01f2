import Canvas
import Dispatch
import FoundationEssentials
import Glibc
import Harness
import Logging
import Model
import Platform
import Testing

@testable import Imaging
@testable import Pictures

/// Photos whose original files are on this computer.
extension PictureStoreTests {
  /// A photo in its own folder.
  final class Shelf {
    let home: TemporaryFolder
    var path: String { home.path + "/unsplash-a.jpg" }

    init() throws { home = try TemporaryFolder() }

    func put(_ bytes: [UInt8]) throws {
      // Like the program, replaces the old file by a new one.
      try Data(bytes).write(to: URL(filePath: path + ".part"))
      rename(path + ".part", path)
    }

    func request(full: Bool = false, box: Size = Size(16, 6)) -> PictureRequest {
      var request = PictureStoreTests.request("a", full: full, box: box)
      request.file = path
      return request
    }
  }

  /// Returns a picture of one colour.
  static func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> [UInt8] {
    let pixels = (0..<160 * 120).flatMap { _ in [red, green, blue] }
    return try JPEG.encode(Bitmap(width: 160, height: 120, bytes: pixels), quality: 95)
  }

  @Test func `a local photo is shown in every width without the network`()
    async throws
  {
    let shelf = try Shelf()
    try shelf.put(try Self.jpeg(width: 1600, height: 1200))
    let harness = Harness()
    for request in [shelf.request(), shelf.request(full: true, box: Size(120, 45))] {
      harness.store.setRequests(visible: [request], ahead: [])
      let best: PictureStatus = request.id.use == .full ? .full : .thumbnail
      #expect(await harness.statuses(of: request.id) { $0 == best } == [.color, best])
      await harness.rest()
      #expect(Self.names(harness.symbols(for: request)) == ["red", "green", "blue", "white"])
    }
    #expect(harness.transport.asked == [])
  }

  @Test func `a local photo is shown as pixels too`() async throws {
    let shelf = try Shelf()
    try shelf.put(try Self.jpeg(width: 1600, height: 1200))
    let harness = Harness(imageBudget: 16 << 20)
    harness.store.use(Self.output(.kitty))
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    await harness.rest()
    let (image, _) = try #require(Self.placed(harness, shelf.request()))
    #expect(Self.corners(image) == ["red", "green", "blue", "white"])
    #expect(harness.transport.asked == [])
  }

  @Test func `a local photo isn't cached a second time`() async throws {
    let shelf = try Shelf()
    let disk = try Disk()
    let cache = disk.cache()
    try shelf.put(try Self.jpeg())
    let harness = Harness(cache: cache)
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    await harness.rest()
    cache.finish()
    #expect(cache.usage().files == 0 && harness.transport.asked == [])
    #expect(harness.store.state.withLock { $0.files.cost } == 0)
  }

  @Test func `a missing file is a failure until it exists again`() async throws {
    let shelf = try Shelf()
    let harness = Harness()
    let failed = PictureStatus.failed(Problem(.picture, .missingFile(path: shelf.path)))
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == failed }.last == failed)
    await harness.rest()
    try shelf.put(try Self.jpeg())
    harness.store.setRequests(visible: [], ahead: [])
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }.last == .thumbnail)
    // And missing again, although it has been drawn.
    await harness.rest()
    unlink(shelf.path)
    harness.store.setRequests(visible: [], ahead: [])
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == failed }.last == failed)
    #expect(harness.transport.asked == [])
  }

  @Test func `the service's picture replaces a deleted local photo`()
    async throws
  {
    let shelf = try Shelf()
    let harness = Harness()
    let failed = PictureStatus.failed(Problem(.picture, .missingFile(path: shelf.path)))
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == failed }
    harness.transport.answer(Self.url("a", 100), body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }.last == .thumbnail)
  }

  @Test(arguments: [0, 1, 2])
  func `a damaged file is a failure`(kind: Int) async throws {
    let shelf = try Shelf()
    let whole = try Self.jpeg()
    let (bytes, cause): ([UInt8], Problem.Cause) =
      switch kind {
      case 0: (Array("not a photograph".utf8), .undecodablePicture)
      case 1: (Array(whole.prefix(whole.count / 2)), .truncatedPicture)
      default: ([], .truncatedPicture)
      }
    try shelf.put(bytes)
    let harness = Harness()
    let failed = PictureStatus.failed(Problem(.picture, cause))
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == failed }.last == failed)
  }

  @Test func `a photo that needs too much memory says so, and waits for nothing`() async throws {
    let shelf = try Shelf()
    var file = FlatJPEG(12_000, 8_400)
    (file.isProgressive, file.sampling) = (true, FlatJPEG.halved)
    try shelf.put(file.bytes)
    let harness = Harness()
    let failed = PictureStatus.failed(Problem(.picture, .hugePicture(megapixels: 101)))
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    #expect(await harness.statuses(of: Self.id("a")) { $0 == failed }.last == failed)
  }

  @Test func `bombs in the feed are failures`() async throws {
    let harness = Harness()
    var small = FlatJPEG(640, 480)
    small.count = 10
    for (name, file, cause) in [
      ("a", FlatJPEG.progressiveBomb, Problem.Cause.hugePicture(megapixels: 200)),
      ("b", .scanBomb, .hugePicture(megapixels: 196)), ("c", small, .undecodablePicture),
    ] {
      harness.transport.answer(Self.url(name, 100), body: file.bytes)
      harness.store.setRequests(visible: [Self.request(name)], ahead: [])
      let failed = PictureStatus.failed(Problem(.picture, cause))
      #expect(await harness.statuses(of: Self.id(name)) { $0 == failed }.last == failed)
    }
  }

  @Test(arguments: [0, 1, 2, 3], [GraphicsProtocol.kitty, .iterm2, .sixel])
  func `24 megapixels are shown pixel by pixel, in any rotation`(
    turns: Int,
    graphics: GraphicsProtocol
  ) throws {
    var file = FlatJPEG(6000, 4000)
    (file.sampling, file.count) = (FlatJPEG.halved, 0)
    var output = Self.output(graphics)
    if graphics == .kitty { output.encoding = .rgb }
    var request = Self.request("a", full: true, box: Size(100, 40), turns: turns)
    request.size = Size(6000, 4000)
    request.part = Crop(x: 0.2, y: 0.2, width: 0.1, height: 0.1)
    request.visibleParts = [Rect(Size(100, 40))]
    let width = StoreState.File(width: 6000, cacheKey: "a")
    var step = RenderStep(source: .local(""))
    step.plans = request.images(from: width, output)
    let budget = MemoryBudget(bytes: JPEGPlan.budget)
    budget.begin(1)
    let plan = try #require(
      try Harness().store.plan(
        JPEG.header(of: file.bytes),
        count: 12_000_000,
        DrawingJob(
          request: request,
          step: step,
          output: output,
          memory: ImagingMemory(budget: budget, id: 1)
        )
      )
    )
    #expect(!step.plans.isEmpty && plan.eighths == 8)
    #expect(budget.free == JPEGPlan.budget - plan.memory)
  }

  @Test func `a photo scrolled away while it waits for memory is drawn when it is visible again`()
    async throws
  {
    let shelf = try Shelf()
    try shelf.put(try Self.jpeg())
    let pool = ImagingPool(threads: 2)
    let (holds, hold) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    async let holder: Void = pool.run { memory in
      try memory.reserve(JPEGPlan.budget)
      hold.yield()
      end.wait()
    }
    for await _ in holds { break }
    let harness = Harness(pool: pool)
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    while pool.waiting == 0 { await Task.yield() }
    #expect(harness.store.state.withLock { $0.renditions.cost } == 0)
    harness.store.setRequests(visible: [], ahead: [])
    await harness.rest()
    #expect(pool.waiting == 0)
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    end.signal()
    try await holder
    #expect(await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }.last == .thumbnail)
  }

  @Test(arguments: [GraphicsProtocol.symbols, .kitty])
  func `another photo in its place is drawn again`(graphics: GraphicsProtocol) async throws {
    let shelf = try Shelf()
    let harness = Harness(imageBudget: 16 << 20)
    harness.store.use(Self.output(graphics))
    func corners() throws -> (Set<String>, PixelImage.Key?) {
      guard graphics == .kitty else {
        return (Set(Self.names(harness.symbols(for: shelf.request()))), nil)
      }
      let image = try #require(Self.placed(harness, shelf.request())).0
      return (Set(Self.corners(image)), image.key)
    }
    var storedImages: Set<PixelImage.Key> = []
    for (bytes, name) in [
      (try Self.plain(220, 20, 20), "red"), (try Self.plain(20, 220, 20), "green"),
      (try Self.plain(20, 20, 220), "blue"),
    ] {
      try shelf.put(bytes)
      harness.store.setRequests(visible: [], ahead: [], storedImages: storedImages)
      harness.store.setRequests(visible: [shelf.request()], ahead: [], storedImages: storedImages)
      await harness.rest()
      let (names, key) = try corners()
      #expect(names == [name])
      // The terminal's image of the previous photo isn't used for this one.
      if let key { #expect(storedImages.insert(key).inserted) }
    }
  }

  @Test func `a drawn local photo isn't drawn again`() async throws {
    let shelf = try Shelf()
    try shelf.put(try Self.jpeg())
    let harness = Harness()
    harness.store.setRequests(visible: [shelf.request()], ahead: [])
    await harness.rest()
    let request = shelf.request()
    harness.store.setRequests(visible: [], ahead: [])
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    harness.store.setRequests(visible: [Self.request("z")], ahead: [])
    let events = await harness.statuses { $0.id == Self.id("z") }
    // Once for the colour and the symbols; once for the return.
    #expect(events == [.color, .thumbnail, .thumbnail, .color])
  }
}
