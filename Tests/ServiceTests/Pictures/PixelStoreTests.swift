import Canvas
import Foundation
import Harness
import Imaging
import Model
import Testing

@testable import Pictures

/// Images for terminals that show pixels.
extension PictureStoreTests {
  static func output(_ graphics: GraphicsProtocol?) -> PictureOutput {
    var output = PictureOutput(
      symbols: SymbolOptions(),
      graphics: graphics,
      cellWidth: 10,
      cellHeight: 20,
      encoding: .rgb
    )
    output.scalesSmoothly = true
    return output
  }

  @Test func `a window larger than any screen has symbols instead of pixels`() {
    let cases: [(GraphicsProtocol?, Int, Int, Double, GraphicsProtocol?)] = [
      (.sixel, 384, 108, 20, .sixel), (.kitty, 1000, 500, 100, .symbols),
      (.sixel, 1000, 500, 200, .symbols), (nil, 1000, 500, 200, nil), (.off, 1000, 500, 200, .off),
    ]
    for (found, columns, rows, width, expected) in cases {
      let cell = (width: width, height: width * 2)
      let shown = PictureOutput.graphics(found, columns: columns, rows: rows, cell: cell)
      #expect(shown == expected, "\(columns) by \(rows) cells of \(width) pixels")
    }
  }

  /// Returns a store whose pictures load immediately, in the widths of real files.
  static func pixelHarness(
    _ graphics: GraphicsProtocol?,
    budget: Int = 16 << 20
  ) throws -> Harness {
    let harness = Harness(fileBudget: budget, imageBudget: budget)
    for width in [100, 400, 1000, 4000] {
      let body = try jpeg(width: min(width, 1600), height: min(width, 1600) * 3 / 4)
      for name in ["a", "b"] {
        harness.transport.answer("https://pictures.example/\(name)?w=\(width)", body: body)
      }
    }
    harness.store.use(output(graphics))
    return harness
  }

  static func placed(_ harness: Harness, _ request: PictureRequest) -> (PixelImage, Rect)? {
    guard case .placed(let image, let source, _) = harness.store.shown(for: request).pixels else {
      return nil
    }
    return (image, source)
  }

  static func pieces(_ harness: Harness, _ request: PictureRequest) -> [ShownPicture.Piece] {
    guard case .pieces(let pieces) = harness.store.shown(for: request).pixels else { return [] }
    return pieces
  }

  @Test func `a tile's image has exactly the pixels of its box`() async throws {
    let harness = try Self.pixelHarness(.kitty)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (image, source) = try #require(Self.placed(harness, request))
    #expect(image.key.size == Size(160, 120) && source == Rect(x: 0, y: 0, width: 160, height: 120))
    #expect(image.encoding == .rgb && image.bytes.count == 160 * 120 * 3)
    #expect(harness.transport.asked == ["https://pictures.example/a?w=400"])
    #expect(Self.corners(image) == ["red", "green", "blue", "white"])
  }

  @Test func `symbols are shown until the terminal is known`() async throws {
    let harness = try Self.pixelHarness(nil)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    #expect(harness.store.shown(for: request).pixels == nil)
    #expect(Self.names(harness.symbols(for: request)) == ["red", "green", "blue", "white"])
    harness.store.use(Self.output(.kittyDirect))
    await harness.rest()
    #expect(Self.placed(harness, request) != nil)
  }

  @Test func `a picture stored in the terminal is neither loaded nor encoded again`() async throws {
    let harness = try Self.pixelHarness(.kitty, budget: 1)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let key = try #require(Self.placed(harness, request)).0.key
    // Another one evicts it from the store's own memory.
    harness.store.setRequests(visible: [Self.request("b")], ahead: [], storedImages: [key])
    await harness.rest()
    harness.store.setRequests(visible: [request], ahead: [], storedImages: [key])
    #expect(harness.store.isIdle)
    let image = try #require(Self.placed(harness, request)).0
    #expect(image.key == key && image.bytes == [])
    #expect(harness.transport.asked.count == 2)
  }

  /// A part of a picture, with placeholders, which always show a whole image.
  @Test(arguments: [(full: false, isInTmux: false), (false, true), (true, true)])
  func `a part that placeholders can't crop is a separate image`(
    full: Bool,
    isInTmux: Bool
  ) async throws {
    let harness = try Self.pixelHarness(.kitty)
    var output = Self.output(.kitty)
    output.placesDirectly = !isInTmux
    harness.store.use(output)
    // The lower right quarter is white.
    let part = Crop(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
    var request = Self.request("a", full: full, box: Size(20, 10), part: part)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (image, source) = try #require(Self.placed(harness, request))
    #expect(image.key.size == Size(200, 200) && source == Rect(image.key.size))
    #expect(Self.corners(image) == ["white", "white", "white", "white"])
    let shown = harness.store.shown(for: request).pixels
    #expect(shown == .placed(image, source: source, isPanned: false))
    // Another part has its own image too, and the first one still exists.
    request.part.x = 0
    #expect(Self.placed(harness, request) == nil)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let other = try #require(Self.placed(harness, request)).0
    #expect(other.key != image.key)
    #expect(Self.corners(other) == ["blue", "blue", "blue", "blue"])
    request.part = part
    #expect(Self.placed(harness, request)?.0.key == image.key)
  }

  @Test func `a tile is cropped by a terminal that places parts`() async throws {
    let harness = try Self.pixelHarness(.kittyDirect)
    let part = Crop(x: 0.5, y: 0, width: 0.5, height: 1)
    let request = Self.request("a", box: Size(20, 10), part: part)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (image, source) = try #require(Self.placed(harness, request))
    #expect(source.x == image.key.size.width / 2 && source.height == image.key.size.height)
  }

  @Test func `a tile of a large file has an image of the tile's scale`() async throws {
    let harness = try Self.pixelHarness(.kittyDirect)
    let file = FileManager.default.temporaryDirectory
      .appending(path: "imagefeed-tile-\(UInt64.random(in: 0...UInt64.max)).jpg")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(try Self.jpeg(width: 1600, height: 1200)).write(to: file)
    var request = Self.request("a", part: Crop(x: 0, y: 0, width: 0.9, height: 1))
    request.file = file.path
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (image, _) = try #require(Self.placed(harness, request))
    // 16 × 6 cells of 10 × 20 pixels show nine tenths of its width.
    #expect(image.key.size == Size(178, 120))
    #expect(harness.store.isIdle)
  }

  @Test func `panning moves the source and encodes no image`() async throws {
    let harness = try Self.pixelHarness(.kitty)
    var request = Self.request(
      "a",
      full: true,
      box: Size(20, 10),
      part: Crop(x: 0, y: 0, width: 0.5, height: 0.5)
    )
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let (first, left) = try #require(Self.placed(harness, request))
    request.part.x = 0.25
    harness.store.setRequests(visible: [request], ahead: [])
    #expect(harness.store.isIdle)
    let (second, right) = try #require(Self.placed(harness, request))
    #expect(first == second && right.x == left.x + first.key.size.width / 4)
    #expect(harness.transport.asked.count == 1)
    // Zoomed in: the same image until the larger one is ready.
    request.part = Crop(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    let near = try #require(Self.placed(harness, request))
    #expect(near.0 == first && near.1.width == first.key.size.width / 4)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    #expect(try #require(Self.placed(harness, request)).0.key.size.width == 1000)
  }

  @Test func `a part is sharp although the whole was first enlarged from a small file`()
    async throws
  {
    let harness = try Self.pixelHarness(.kitty)
    var requests = [Self.request("a"), Self.request("a", full: true, box: Size(80, 30))]
    for request in requests {
      harness.store.setRequests(visible: [request], ahead: [])
      await harness.rest()
    }
    // The same width, but less of the height: the photo fills a lower box.
    requests[1].box.height = 24
    requests[1].part = Crop(x: 0, y: 0.1, width: 1, height: 0.8)
    harness.store.setRequests(visible: [requests[1]], ahead: [])
    #expect(harness.store.isIdle)
    let (image, _) = try #require(Self.placed(harness, requests[1]))
    #expect(image.key.source.contains("w=1000"))
    #expect(harness.transport.asked.map { $0.suffix(5) } == ["w=400", "=1000"])
  }

  @Test func `an image of a picture too large to send has the visible part and its surroundings`()
    throws
  {
    var output = Self.output(.kitty)
    let file = StoreState.File(width: 6000, cacheKey: "f")
    var request = Self.request("a", full: true, box: Size(100, 40))
    request.size = Size(6000, 4000)
    request.part = Crop(x: 0.5, y: 0.5, width: 1000.0 / 6000, height: 800.0 / 4000)
    let plan = try request.images(from: file, output).at(0)
    #expect(plan.whole == Size(6000, 4000))
    #expect(plan.region == Rect(x: 2750, y: 1800, width: 1500, height: 1200))
    #expect(plan.source(of: request.part) == Rect(x: 250, y: 200, width: 1000, height: 800))
    #expect(plan.source(of: .whole) == nil)
    // A smaller one is sent whole, whatever part is visible.
    request.size = Size(1500, 1000)
    output.encoding = .deflatedBase64
    let small = try request.images(from: .init(width: 1500, cacheKey: "g"), output).at(0)
    #expect(small.isWhole && small.whole == Size(1500, 1000))
  }

  @Test(arguments: [GraphicsProtocol.sixel, .iterm2])
  func `each visible part has its own piece`(graphics: GraphicsProtocol) async throws {
    let harness = try Self.pixelHarness(graphics)
    var request = Self.request("a")
    request.visibleParts = [Rect(x: 0, y: 0, width: 16, height: 6)]
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    #expect(Self.pieces(harness, request).map(\.image.key.size) == [Size(160, 120)])
    // The upper half, and beside an overlay the left of the lower half.
    let parts = [Rect(x: 0, y: 0, width: 16, height: 3), Rect(x: 0, y: 3, width: 4, height: 3)]
    request.visibleParts = parts
    // The whole one may still be visible around an overlay.
    #expect(Self.pieces(harness, request).map(\.rect) == [Rect(x: 0, y: 0, width: 16, height: 6)])
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let pieces = Self.pieces(harness, request).filter { parts.contains($0.rect) }
      .sorted { $0.rect.y < $1.rect.y }
    #expect(pieces.map(\.rect) == parts)
    #expect(pieces.map(\.image.key.size) == [Size(160, 60), Size(40, 60)])
    #expect(pieces.map(\.image.key.part?.y) == [0, 60])
    #expect(harness.transport.asked.count == 1)
  }

  @Test func `without pictures nothing is loaded or waited for`() async throws {
    let harness = try Self.pixelHarness(.off)
    let request = Self.request("a")
    harness.store.setRequests(visible: [request], ahead: [])
    #expect(await harness.statuses(of: request.id) { $0 == .thumbnail } == [.thumbnail])
    #expect(harness.store.isIdle && harness.transport.asked == [])
    let colors = Set(harness.symbols(for: request).symbols.map(\.background))
    #expect(colors == [Color(0x30_6090)])
  }

  /// Returns the names of an image's corner colours, as `names` does for symbols.
  static func corners(_ image: PixelImage) -> [String] {
    let size = image.key.size
    let symbols =
      [(2, 2), (size.width - 3, 2), (2, size.height - 3)].map { x, y in (x, y) }
      + [(size.width - 3, size.height - 3)]
    let grid = symbols.map { x, y in
      let at = (y * size.width + x) * 3
      let color = Color(red: image.bytes[at], green: image.bytes[at + 1], blue: image.bytes[at + 2])
      return SymbolGrid.Symbol(scalar: 0x20, foreground: color, background: color)
    }
    return names(SymbolGrid(columns: 2, rows: 2, symbols: grid))
  }
}
