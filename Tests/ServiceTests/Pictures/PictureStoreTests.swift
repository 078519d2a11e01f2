import Canvas
import Dispatch
import Imaging
import Model
import Pictures
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct PictureStoreTests {
  /// A store with a transport that the test controls, and the store's events.
  final class Harness: Sendable {
    let transport = StubTransport()
    let store: PictureStore
    /// The number of requests for a picture's URL.
    let located = Lock(0)
    private let events: AsyncStream<PictureEvent>
    private let rests: AsyncStream<Void>

    init(
      fileBudget: Int = 1 << 20,
      imageBudget: Int = 1 << 20,
      pool: ImagingPool = ImagingPool(threads: 1),
      cache: PictureFileCache? = nil,
      trim: (after: Int, run: @Sendable () -> Void)? = nil
    ) {
      let (events, event) = AsyncStream.makeStream(of: PictureEvent.self)
      self.events = events
      let (rests, rest) = AsyncStream.makeStream(of: Void.self)
      self.rests = rests
      var configuration = PictureStore.Configuration(
        output: PictureOutput(symbols: SymbolOptions())
      )
      configuration.fileBudget = fileBudget
      configuration.imageBudget = imageBudget
      configuration.cache = cache
      if let trim { (configuration.trimInterval, configuration.trim) = trim }
      store = PictureStore(
        configuration: configuration,
        transport: transport,
        pool: pool,
        locate: { [located] request, width in
          located.withLock { $0 += 1 }
          guard case .derived(let address) = request.picture else { return nil }
          let bucket = [100, 400, 1000].first { $0 >= width } ?? 4000
          let url = "\(address)?w=\(bucket)"
          return PictureLocation(url: url, cacheKey: url, width: bucket)
        },
        report: { event.yield($0) },
        onIdle: { rest.yield() }
      )
    }

    /// Waits until nothing is being loaded or drawn.
    func rest() async {
      for await _ in rests where store.isIdle { return }
    }

    func symbols(for request: PictureRequest) -> SymbolGrid {
      store.shown(for: request).symbols ?? SymbolGrid(columns: 0, rows: 0, symbols: [])
    }

    /// Returns the statuses of one picture, up to and including the awaited one.
    func statuses(
      of id: PictureKey,
      until isLast: (PictureStatus) -> Bool
    ) async -> [PictureStatus] {
      var statuses: [PictureStatus] = []
      for await event in events where event.id == id {
        if statuses.last != event.status { statuses.append(event.status) }
        if isLast(event.status) { return statuses }
      }
      return statuses
    }

    /// Returns the statuses of all pictures, up to and including the awaited event.
    func statuses(until isLast: (PictureEvent) -> Bool) async -> [PictureStatus] {
      var statuses: [PictureStatus] = []
      for await event in events {
        statuses.append(event.status)
        if isLast(event) { break }
      }
      return statuses
    }
  }

  static func id(_ name: String, full: Bool = false) -> PictureKey {
    PictureKey(
      .photo(Photo.ID(service: "unsplash", value: name)),
      full ? .full : .thumbnail
    )
  }

  static func request(
    _ name: String,
    full: Bool = false,
    box: Size = Size(16, 6),
    part: Crop = .whole,
    turns: Int = 0
  ) -> PictureRequest {
    PictureRequest(
      id: id(name, full: full),
      picture: .derived(from: "https://pictures.example/\(name)"),
      size: Size(1600, 1200),
      color: 0x30_6090,
      blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
      box: box,
      part: part,
      quarterTurns: turns
    )
  }

  /// Returns a picture of four quarters: red and green above blue and white.
  static func jpeg(width: Int = 160, height: Int = 120) throws -> [UInt8] {
    func row(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
      (0..<width).flatMap { $0 * 2 < width ? left : right }
    }
    let upper = row([220, 20, 20], [20, 220, 20])
    let lower = row([20, 20, 220], [240, 240, 240])
    var bytes: [UInt8] = []
    for y in 0..<height { bytes += y * 2 < height ? upper : lower }
    return try JPEG.encode(Bitmap(width: width, height: height, bytes: bytes), quality: 95)
  }

  @Test func `a picture shows its colour, then its blur, then itself`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let statuses = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(statuses == [.color, .blurHash, .thumbnail])
  }

  @Test func `the heap is trimmed at rest, after enough memory was freed`() async throws {
    let bytes = try Self.jpeg()
    for (bound, isTrimmed) in [(2 * bytes.count, true), (1 << 30, false)] {
      let trims = Lock(0)
      let harness = Harness(
        fileBudget: bytes.count + 1,
        trim: (after: bound, run: { trims.withLock { $0 += 1 } })
      )
      // Each file replaces the previous one.
      for name in ["a", "b", "c", "d", "e"] {
        harness.transport.answer("https://pictures.example/\(name)?w=100", body: bytes)
        harness.store.setRequests(visible: [Self.request(name)], ahead: [])
        _ = await harness.statuses(of: Self.id(name)) { $0 == .thumbnail }
        await harness.rest()
      }
      #expect(trims.withLock { $0 > 0 } == isTrimmed)
    }
  }

  @Test func `the final symbols show the picture upright`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    let grid = harness.symbols(for: request)
    #expect(Self.names(grid) == ["red", "green", "blue", "white"])
  }

  @Test(arguments: [
    (1, ["blue", "red", "white", "green"]), (2, ["white", "blue", "green", "red"]),
    (3, ["green", "white", "red", "blue"]),
  ])
  func `a quarter turn is clockwise`(turns: Int, corners: [String]) async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=400", body: try Self.jpeg())
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    let request = Self.request("a", turns: turns)
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(Self.names(harness.symbols(for: request)) == corners)
  }

  @Test func `a part shows only that part`() async throws {
    let harness = Harness()
    let corner = Crop(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
    harness.transport.answer("https://pictures.example/a?w=400", body: try Self.jpeg())
    let request = Self.request("a", part: corner)
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(Self.names(harness.symbols(for: request)) == ["white", "white", "white", "white"])
  }

  @Test func `a picture that left the screen is cancelled`() async {
    let harness = Harness()
    harness.store.setRequests(visible: [Self.request("a"), Self.request("b")], ahead: [])
    await harness.transport.waitUntilAsked(2)
    harness.store.setRequests(visible: [Self.request("b")], ahead: [])
    await harness.transport.waitUntilCancelled(1)
    #expect(harness.transport.cancelled == ["https://pictures.example/a?w=100"])
  }

  @Test func `at most six requests run at once`() async throws {
    let harness = Harness()
    let requests = (0..<10).map { Self.request("p\($0)") }
    harness.store.setRequests(visible: requests, ahead: [])
    await harness.transport.waitUntilAsked(6)
    #expect(harness.transport.asked.count == 6)
    harness.transport.answer("https://pictures.example/p0?w=100", body: try Self.jpeg())
    await harness.transport.waitUntilAsked(7)
    #expect(harness.transport.asked.last == "https://pictures.example/p6?w=100")
  }

  @Test func `a loaded file is drawn for another box without a request`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    let smaller = Self.request("a", box: Size(12, 4))
    harness.store.setRequests(visible: [smaller], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(harness.transport.asked.count == 1)
    #expect(Self.names(harness.symbols(for: smaller)) == ["red", "green", "blue", "white"])
  }

  @Test func `full screen shows the tile's picture until its own has loaded`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    let full = Self.request("a", full: true, box: Size(60, 22))
    harness.store.setRequests(visible: [full], ahead: [])
    let first = await harness.statuses(of: full.id) { $0 == .thumbnail }
    #expect(first.last == .thumbnail)
    harness.transport.answer(
      "https://pictures.example/a?w=400",
      body: try Self.jpeg(width: 400, height: 300)
    )
    let then = await harness.statuses(of: full.id) { $0 == .full }
    #expect(then.last == .full)
  }

  @Test func `a failure is reported once, and a retry requests the picture again`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", status: 404)
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    _ = await harness.statuses(of: Self.id("a")) { $0 == failed }
    #expect(harness.transport.asked.count == 1)
    harness.transport.answer("https://pictures.example/a?w=100", body: try Self.jpeg())
    harness.store.retry(Self.id("a"))
    _ = await harness.statuses(of: Self.id("a")) { $0 == .thumbnail }
    #expect(harness.transport.asked.count == 2)
  }

  @Test func `a preview that is ready only after a failure doesn't undo it`() async {
    let pool = ImagingPool(threads: 1)
    let gate = DispatchSemaphore(value: 0)
    // Nothing is drawn before the gate opens.
    await withCheckedContinuation { started in
      Task {
        try? await pool.run {
          started.resume()
          gate.wait()
        }
      }
    }
    let harness = Harness(pool: pool)
    harness.transport.answer("https://pictures.example/a?w=100", status: 404)
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    _ = await harness.statuses(of: Self.id("a")) { $0 == failed }
    gate.signal()
    await harness.rest()
    // The first event of the next picture follows the last one of this picture.
    harness.store.setRequests(visible: [Self.request("z")], ahead: [])
    let next = await harness.statuses { $0.id == Self.id("z") }
    #expect(next == [failed, .color])
  }

  @Test func `a failed picture has its preview in every size`() async throws {
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=100", status: 404)
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == failed }
    await harness.rest()
    let larger = Self.request("a", box: Size(14, 9))
    harness.store.setRequests(visible: [larger], ahead: [])
    _ = await harness.statuses(of: Self.id("a")) { $0 == failed }
    await harness.rest()
    let grid = try #require(harness.store.shown(for: larger).symbols)
    #expect(Set(grid.symbols.map(\.background)).count > 4)
    #expect(harness.transport.asked.count == 1)
  }

  @Test func `half a picture is a failure, not a grey box`() async throws {
    let harness = Harness()
    let bytes = try Self.jpeg()
    harness.transport.answer(
      "https://pictures.example/a?w=100",
      body: Array(bytes.prefix(bytes.count / 2))
    )
    harness.store.setRequests(visible: [Self.request("a")], ahead: [])
    let failed = PictureStatus.failed(Problem(.picture, .truncatedPicture))
    let statuses = await harness.statuses(of: Self.id("a")) { $0 == failed }
    #expect(statuses.last == failed)
  }

  /// Returns the names of the colours in the middle of the four quarters.
  static func names(_ grid: SymbolGrid) -> [String] {
    let columns = [grid.columns / 4, grid.columns * 3 / 4]
    let rows = [grid.rows / 4, grid.rows * 3 / 4]
    return rows.flatMap { row in
      columns.map { column in
        let symbol = grid[row, column]
        let color = symbol.background
        switch (color.red > 128, color.green > 128, color.blue > 128) {
        case (true, false, false): return "red"
        case (false, true, false): return "green"
        case (false, false, true): return "blue"
        case (true, true, true): return "white"
        default: return "\(color)"
        }
      }
    }
  }
}
