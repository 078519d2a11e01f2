import Canvas
import Model
import Testing

@testable import Imaging
@testable import Pictures

/// Tiles cropped to the most salient part of their photos.
extension PictureStoreTests {
  /// Returns a tall photo, grey with four coloured patches around a row.
  private static func tall(patchesAt top: Int) throws -> [UInt8] {
    let (width, height) = (400, 1200)
    var bytes = [UInt8](repeating: 128, count: width * height * 3)
    for y in top..<top + 160 {
      for x in 40..<360 {
        let color: [UInt8] = x / 40 % 2 == 0 ? [255, 0, 0] : [0, 0, 255]
        bytes.replaceSubrange((y * width + x) * 3..<(y * width + x) * 3 + 3, with: color)
      }
    }
    return try JPEG.encode(Bitmap(width: width, height: height, bytes: bytes), quality: 95)
  }

  private static func tile(of shelf: Shelf?, follows: Bool = true) -> PictureRequest {
    var request = shelf?.request(box: Size(16, 8)) ?? request("a", box: Size(16, 8))
    request.size = Size(400, 1200)
    request.part = Crop(x: 0, y: 1.0 / 3, width: 1, height: 1.0 / 3)
    request.followsFocus = follows
    request.visibleParts = [Rect(request.box)]
    return request
  }

  @Test(arguments: [100, 900]) func `a tile shows the most salient part of its photo`(top: Int)
    async throws
  {
    let shelf = try Shelf()
    try shelf.put(try Self.tall(patchesAt: top))
    let harness = Harness()
    let request = Self.tile(of: shelf)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    #expect(Self.colorfulness(try #require(harness.store.shown(for: request).symbols)) > 40)
    // Only tiles that request it.
    let plain = Self.tile(of: shelf, follows: false)
    harness.store.setRequests(visible: [plain], ahead: [])
    await harness.rest()
    #expect(Self.colorfulness(try #require(harness.store.shown(for: plain).symbols)) == 0)
    #expect(harness.transport.asked == [])
  }

  @Test(arguments: [GraphicsProtocol.kitty, .iterm2, .sixel])
  func `a tile in pixels shows the most salient part too`(graphics: GraphicsProtocol) async throws {
    var images: [[PixelImage]] = []
    for (top, follows) in [(100, true), (900, true), (100, false)] {
      let shelf = try Shelf()
      try shelf.put(try Self.tall(patchesAt: top))
      let harness = Harness(imageBudget: 16 << 20)
      harness.store.use(Self.output(graphics))
      let request = Self.tile(of: shelf, follows: follows)
      harness.store.setRequests(visible: [request], ahead: [])
      await harness.rest()
      images.append(Self.images(harness.store.shown(for: request)))
    }
    #expect(images.allSatisfy { $0.count == 1 })
    // Patches take more bytes than a plain grey.
    let bytes = images.map { $0.first?.bytes.count ?? 0 }
    if graphics != .kitty {
      #expect(bytes[0] > bytes[2] && bytes[1] > bytes[2], "\(bytes)")
    }
    #expect(images[0].first?.key != images[2].first?.key)
  }

  @Test(arguments: [100, 900])
  func `a photo from the network is cropped around its focal point too`(top: Int) async throws {
    let harness = Harness()
    let file = try Self.tall(patchesAt: top)
    for width in [100, 400] { harness.transport.answer(Self.url("a", width), body: file) }
    let request = Self.tile(of: nil)
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    #expect(Self.colorfulness(try #require(harness.store.shown(for: request).symbols)) > 40)
  }

  @Test func `the focal point is found when a tile is cropped more than before`() async throws {
    let shelf = try Shelf()
    try shelf.put(try Self.tall(patchesAt: 900))
    let harness = Harness()
    var request = Self.tile(of: shelf)
    for height in [0.94, 1.0 / 3] {
      request.part = Crop(x: 0, y: (1 - height) / 2, width: 1, height: height)
      harness.store.setRequests(visible: [request], ahead: [])
      await harness.rest()
    }
    #expect(Self.colorfulness(try #require(harness.store.shown(for: request).symbols)) > 40)
  }

  @Test func `the next run shows the same part`() async throws {
    let disk = try Disk()
    for width in [100, 400] { disk.keep("a", width: width, try Self.tall(patchesAt: 900)) }
    let request = Self.tile(of: nil)
    let first = Harness(cache: disk.cache())
    first.store.setRequests(visible: [request], ahead: [])
    await first.rest()
    let drawn = first.store.drawn([request], for: PictureOutput(symbols: SymbolOptions()))
    let second = Harness(cache: disk.cache())
    #expect(second.store.restore(drawn, for: [request]))
    #expect(Self.colorfulness(second.symbols(for: request)) > 40)
    #expect(second.symbols(for: request) == first.symbols(for: request))
  }

  @Test func `a tile comes to rest if the list's smaller image has enough pixels`() async throws {
    let shelf = try Shelf()
    try shelf.put(try Self.jpeg(width: 1600, height: 1200))
    let harness = Harness(imageBudget: 16 << 20)
    harness.transport.answer(
      "https://pictures.example/a?w=400",
      body: try Self.jpeg(width: 400, height: 300)
    )
    var output = Self.output(.kittyDirect)
    output.placesDirectly = true
    harness.store.use(output)
    // The list crops the photo a little, the gallery more.
    var tile = Self.request(
      "a",
      box: Size(30, 12),
      part: Crop(x: 0, y: 0.02, width: 1, height: 0.96)
    )
    harness.store.setRequests(visible: [tile], ahead: [])
    await harness.rest()
    #expect(harness.transport.asked.count == 1)
    let first = Self.images(harness.store.shown(for: tile)).map(\.key)
    #expect(first.count == 1)
    tile.part = Crop(x: 0, y: 0.1, width: 1, height: 0.8)
    tile.file = shelf.path
    harness.store.setRequests(visible: [tile], ahead: [])
    await harness.rest()
    #expect(Self.images(harness.store.shown(for: tile)).map(\.key) == first)
  }

  @Test func `a photo that replaces another one is analysed again`() async throws {
    let shelf = try Shelf()
    let harness = Harness()
    let request = Self.tile(of: shelf)
    for top in [100, 900] {
      try shelf.put(try Self.tall(patchesAt: top))
      harness.store.setRequests(visible: [], ahead: [])
      harness.store.setRequests(visible: [request], ahead: [])
      await harness.rest()
      #expect(Self.colorfulness(try #require(harness.store.shown(for: request).symbols)) > 40)
    }
  }

  /// Returns the number of symbols whose colour isn't grey.
  private static func colorfulness(_ grid: SymbolGrid) -> Int {
    grid.symbols.count { symbol in
      [symbol.foreground, symbol.background].contains { (color: Color) -> Bool in
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        return abs(red - green) > 60 || abs(blue - green) > 60
      }
    }
  }

  private static func images(_ shown: ShownPicture) -> [PixelImage] {
    switch shown.pixels {
    case .placed(let image, _, _): [image]
    case .pieces(let pieces): pieces.map(\.image)
    case nil: []
    }
  }
}
