import Canvas
import Foundation
import Harness
import Imaging
import Model
import Testing

@testable import Pictures

/// Photos behind the first screens, which are dimmed, or fade into a light background.
extension PictureStoreTests {
  private static func faded(_ shelf: Shelf, _ color: UInt32) -> PictureRequest {
    var request = shelf.request()
    request.id = PictureKey(.bundled(0, fading: color), .thumbnail)
    request.picture = nil
    request.visibleParts = [Rect(x: 0, y: 0, width: request.box.width, height: request.box.height)]
    return request
  }

  @Test(
    arguments: [(0, Color(0x2D_1E0A)), (0xFF_FFFF, Color(0xEC_DDC9))] as [(UInt32, Color)]
  )
  func `a bundled photo has a quarter of its brightness, without the network`(
    _ color: UInt32,
    _ left: Color
  )
    async throws
  {
    let shelf = try Shelf()
    try shelf.put(try Self.plain(180, 120, 40))
    let harness = Harness()
    let request = Self.faded(shelf, color)
    harness.store.setRequests(visible: [request], ahead: [])
    #expect(await harness.statuses(of: request.id) { $0 == .thumbnail } == [.color, .thumbnail])
    await harness.rest()
    let shown = try #require(harness.store.shown(for: request).symbols).symbols[0].background
    for (have, want) in [
      (shown.red, left.red), (shown.green, left.green), (shown.blue, left.blue),
    ] { #expect(abs(Int(have) - Int(want)) <= 3, "\(shown)") }
    #expect(harness.transport.asked == [])
  }

  @Test(arguments: [0, 0xFF_FFFF] as [UInt32])
  func `with 256 colours, a faded photo is grey, because the palette has no faint colours`(
    _ color: UInt32
  ) async throws {
    for photo in [(180, 40, 20), (30, 60, 200), (190, 180, 20)] as [(UInt8, UInt8, UInt8)] {
      let shelf = try Shelf()
      try shelf.put(try Self.plain(photo.0, photo.1, photo.2))
      let harness = Harness()
      harness.store.use(PictureOutput(symbols: SymbolOptions(colors: .palette256)))
      let request = Self.faded(shelf, color)
      harness.store.setRequests(visible: [request], ahead: [])
      await harness.rest()
      let shown = try #require(harness.store.shown(for: request).symbols).symbols
      let colors = Set(shown.flatMap { [$0.foreground, $0.background] })
      let vivid = colors.filter { $0.red != $0.green || $0.red != $0.blue }
      #expect(vivid.isEmpty)
    }
  }

  @Test func `the pixels of a faded photo differ for another colour, in every protocol`()
    async throws
  {
    for graphics in [GraphicsProtocol.kitty, .sixel, .iterm2] {
      let shelf = try Shelf()
      try shelf.put(try Self.plain(180, 120, 40))
      var images: [PixelImage] = []
      for color in [UInt32(0), 0xFF_FFFF] {
        let harness = Harness(imageBudget: 16 << 20)
        harness.store.use(Self.output(graphics))
        let request = Self.faded(shelf, color)
        harness.store.setRequests(visible: [request], ahead: [])
        await harness.rest()
        switch harness.store.shown(for: request).pixels {
        case .placed(let image, source: _, isPanned: _)?: images.append(image)
        case .pieces(let pieces)?: images += pieces.map(\.image)
        case nil: break
        }
      }
      #expect(images.count == 2 && images.first?.key != images.last?.key)
      #expect(images.first?.bytes != images.last?.bytes)
    }
  }
}
