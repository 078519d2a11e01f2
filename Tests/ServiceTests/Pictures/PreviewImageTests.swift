import Canvas
import Imaging
import Model
import Testing

@testable import Pictures

/// Blurred previews on terminals that show pixels.
extension PictureStoreTests {
  /// Returns the largest difference between adjacent pixels of an RGB image, in steps of 255.
  private static func largestStep(_ image: PixelImage) -> Int {
    let (width, height) = (image.key.size.width, image.key.size.height)
    var largest = 0
    func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      Int(image.bytes[(y * width + x) * 3 + channel])
    }
    for y in 0..<height - 1 {
      for x in 0..<width - 1 {
        for channel in 0..<3 {
          let here = value(x, y, channel)
          largest = max(largest, abs(here - value(x + 1, y, channel)))
          largest = max(largest, abs(here - value(x, y + 1, channel)))
        }
      }
    }
    return largest
  }

  /// Returns a store that waits for the files of its pictures.
  private static func waitingHarness(_ graphics: GraphicsProtocol) -> Harness {
    let harness = Harness(fileBudget: 16 << 20, imageBudget: 16 << 20)
    harness.store.use(output(graphics))
    return harness
  }

  @Test(arguments: [GraphicsProtocol.kitty, .kittyDirect])
  func `a preview is a smooth image with a quarter of the box's pixels`(
    _ graphics: GraphicsProtocol
  ) async throws {
    let harness = Self.waitingHarness(graphics)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    let statuses = await harness.statuses(of: request.id) { $0 == .blurHash }
    #expect(statuses == [.color, .blurHash])
    let (image, source) = try #require(Self.placed(harness, request))
    #expect(image.key.size == Size(80, 60) && source == Rect(image.key.size))
    #expect(Set(image.bytes).count > 50)
    #expect(Self.largestStep(image) < 12)
    // The file's own pixels replace it.
    let url = "https://pictures.example/a?w=400"
    harness.transport.answer(url, body: try Self.jpeg(width: 400, height: 300))
    _ = await harness.statuses(of: request.id) { $0 == .thumbnail }
    await harness.rest()
    #expect(try #require(Self.placed(harness, request)).0.key.source.hasPrefix(url))
  }

  @Test(arguments: [GraphicsProtocol.kitty, .kittyDirect])
  func `a preview has all pixels of the box unless the terminal scales smoothly`(
    _ graphics: GraphicsProtocol
  ) async throws {
    let harness = Self.waitingHarness(graphics)
    var output = Self.output(graphics)
    output.scalesSmoothly = false
    harness.store.use(output)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: request.id) { $0 == .blurHash }
    let (image, source) = try #require(Self.placed(harness, request))
    #expect(image.key.size == Size(160, 120) && source == Rect(image.key.size))
    #expect(Self.largestStep(image) < 12)
  }

  @Test func `a large window has previews, too`() async throws {
    let harness = Self.waitingHarness(.sixel)
    var request = Self.request("a")
    request.box = Size(200, 58)
    request.visibleParts = [Rect(request.box)]
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: request.id) { $0 == .blurHash }
    #expect(Self.pieces(harness, request).map(\.image.key.size) == [Size(2000, 1160)])
  }

  @Test(arguments: [GraphicsProtocol.sixel, .iterm2])
  func `a preview covers the visible part if the terminal stores no images`(
    _ graphics: GraphicsProtocol
  ) async throws {
    let harness = Self.waitingHarness(graphics)
    var request = Self.request("a")
    request.visibleParts = [Rect(x: 0, y: 2, width: 16, height: 4)]
    harness.store.setRequests(visible: [request], ahead: [])
    _ = await harness.statuses(of: request.id) { $0 == .blurHash }
    let pieces = Self.pieces(harness, request)
    #expect(pieces.map(\.rect) == request.visibleParts)
    #expect(pieces.first?.image.key.size == Size(160, 80))
    let body = try Self.jpeg(width: 400, height: 300)
    harness.transport.answer("https://pictures.example/a?w=400", body: body)
    _ = await harness.statuses(of: request.id) { $0 == .thumbnail }
    await harness.rest()
    let sources = Self.pieces(harness, request).map(\.image.key.source)
    #expect(sources.count == 1 && sources.allSatisfy { $0.hasPrefix("https:") })
  }

  @Test func `a preview shows the part that the tile shows`() async throws {
    let harness = Self.waitingHarness(.kitty)
    let left = Self.request("a", part: Crop(x: 0, y: 0, width: 0.5, height: 1))
    harness.store.setRequests(visible: [left], ahead: [])
    _ = await harness.statuses(of: left.id) { $0 == .blurHash }
    let first = try #require(Self.placed(harness, left)).0
    var right = left
    right.part.x = 0.5
    #expect(Self.placed(harness, right) == nil)
    harness.store.setRequests(visible: [right], ahead: [])
    _ = await harness.statuses(of: right.id) { $0 == .blurHash }
    let second = try #require(Self.placed(harness, right)).0
    #expect(first.key.size == second.key.size && first.bytes != second.bytes)
  }

  @Test func `an invalid hash leaves the colour`() async {
    let harness = Self.waitingHarness(.kitty)
    var request = Self.request("a")
    request.blurHash = "~"
    harness.transport.answer("https://pictures.example/a?w=400", status: 404)
    harness.store.setRequests(visible: [request], ahead: [])
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    _ = await harness.statuses(of: request.id) { $0 == failed }
    await harness.rest()
    #expect(harness.store.shown(for: request).pixels == nil)
  }

  @Test func `a failed picture keeps its preview`() async throws {
    let harness = Self.waitingHarness(.kitty)
    let request = Self.request("a")
    harness.transport.answer("https://pictures.example/a?w=400", status: 404)
    harness.store.setRequests(visible: [request], ahead: [])
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    _ = await harness.statuses(of: request.id) { $0 == failed }
    await harness.rest()
    #expect(try #require(Self.placed(harness, request)).0.key.size == Size(80, 60))
  }
}
