import Canvas
import Testing

@testable import Imaging

@Suite struct SixelTests {
  @Test(arguments: [
    Size(1, 1), Size(1, 13), Size(13, 1), Size(10, 6), Size(30, 40), Size(33, 41), Size(200, 107),
  ])
  func `a sequence paints exactly the pixels of its picture`(size: Size) throws {
    let picture = Pictures.textured(width: size.width, height: size.height)
    let sixels = try SixelReader(PixelEncoder.sixel(picture))
    #expect(sixels.size == size)
    #expect(sixels.aspect == Size(1, 1))
    // P2 = 1: pixels that aren't painted keep their colour.
    #expect(sixels.parameters.count >= 2 && sixels.parameters[1] == 1)
    #expect(sixels.palette.count <= 256)
    #expect(Pictures.noise(try sixels.picture(), picture) > 28)
  }

  @Test func `a few colours stay exact, in their corners`() throws {
    let picture = Pictures.fourColors(width: 50, height: 38)
    let shown = try SixelReader(PixelEncoder.sixel(picture)).picture()
    #expect(Pictures.corners(shown) == "RGBY")
    // Channels are given in percent.
    #expect(Pictures.distance(shown, picture) <= 2)
  }

  @Test func `plain pictures are short`() throws {
    let plain = Bitmap(width: 600, height: 60, color: Pictures.green)
    #expect(try PixelEncoder.sixel(plain).count < 6000)
  }

  @Test func `the sequence is plain text between its introducer and its terminator`() throws {
    let bytes = try PixelEncoder.sixel(Pictures.textured(width: 40, height: 20))
    #expect(bytes.starts(with: Array("\u{1B}P".utf8)))
    #expect(bytes.suffix(2) == [0x1B, UInt8(ascii: "\\")])
    #expect(bytes.dropFirst().dropLast(2).allSatisfy { (0x20...0x7E).contains($0) })
  }

  @Test func `pictures of absurd sizes are refused`() {
    #expect(throws: ImagingError.badSize) {
      try PixelEncoder.sixel(Bitmap(width: 10_000, height: 1, color: Pictures.red))
    }
  }
}
