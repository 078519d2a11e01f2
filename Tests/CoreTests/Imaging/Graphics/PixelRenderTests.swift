import Canvas
import Foundation
import Testing

@testable import Imaging

@Suite struct PixelRenderTests {
  private let cell = (width: 10.0, height: 20.0)

  @Test(arguments: [PixelImage.Encoding.sixel, .jpegBase64])
  func `a picture covers whole cells of its box`(encoding: PixelImage.Encoding) throws {
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 90)
    let pixels = try Render.pixels(jpeg, box: Size(40, 40), cell: cell, as: encoding)
    #expect(pixels.cells == Size(40, 15))
    #expect(pixels.image.key.size == Size(400, 300))
    if encoding == .sixel {
      let shown = try SixelReader(pixels.image.bytes).picture()
      #expect(shown.size == Size(400, 300))
      #expect(Pictures.corners(shown) == "RGBY")
    }
  }

  @Test func `cells may be fractions of pixels`() throws {
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 90)
    let pixels = try Render.pixels(
      jpeg,
      box: Size(40, 40),
      cell: (width: 9.5, height: 18.25),
      as: .sixel
    )
    #expect(pixels.cells == Size(40, 16))
    #expect(try SixelReader(pixels.image.bytes).size == Size(380, 292))
  }

  @Test func `kitty receives the picture unscaled if it is hardly larger than the box`() throws {
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 90)
    let near = try Render.pixels(jpeg, box: Size(60, 40), cell: cell, as: .rgb)
    #expect(near.cells == Size(60, 23) && near.image.key.size == Size(640, 480))
    let smaller = try Render.pixels(jpeg, box: Size(40, 40), cell: cell, as: .rgb)
    #expect(smaller.image.key.size == Size(400, 300))
    #expect(smaller.image.bytes.count == 400 * 300 * 3)
  }

  @Test func `a JPEG is unchanged unless it must be rotated, converted or reduced`() throws {
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 90)
    let passed = try Render.pixels(jpeg, box: Size(40, 40), cell: cell, as: .jpegBase64)
    #expect(Data(base64Encoded: Data(passed.image.bytes)).map { [UInt8]($0) } == jpeg)

    var header = try JPEG.header(of: jpeg)
    #expect(PixelEncoder.passes(header, count: 300, size: Size(10, 10)))
    #expect(!PixelEncoder.passes(header, count: 301, size: Size(10, 10)))
    header.orientation = 6
    #expect(!PixelEncoder.passes(header, count: 300, size: Size(10, 10)))
    let inks = try JPEG.header(of: Fixture.read("four-colours-cmyk.jpg"))
    #expect(!PixelEncoder.passes(inks, count: 300, size: Size(10, 10)))

    let tiny = try Render.pixels(jpeg, box: Size(2, 2), cell: cell, as: .jpegBase64)
    let file = try #require(Data(base64Encoded: Data(tiny.image.bytes))).map { $0 }
    #expect(try JPEG.decode(file).size == Size(20, 20))
  }

  @Test(arguments: [PixelImage.Encoding.rgb, .jpegBase64, .sixel])
  func `half a file is refused`(encoding: PixelImage.Encoding) throws {
    let jpeg = try JPEG.encode(Pictures.textured(width: 640, height: 480), quality: 90)
    #expect(throws: ImagingError.truncated) {
      try Render.pixels(
        Array(jpeg[..<(jpeg.count / 2)]),
        box: Size(40, 40),
        cell: cell,
        as: encoding
      )
    }
  }

  @Test(arguments: [Size(480, 294), Size(294, 480), Size(9000, 10), Size(1, 1)])
  func `an image has at most 16 million pixels, whatever its box`(image: Size) throws {
    for (box, side) in [(Size(1000, 500), 200.0), (Size(400, 200), 100), (Size(1000, 500), 12.5)] {
      let cell = (width: side, height: side * 2)
      let small = try Render.extent(of: image, box: Size(40, 20), cell: cell, isSixel: true)
      #expect(small.pixels.width == Int(Double(small.cells.width) * side))
      let sixel = try Render.extent(of: image, box: box, cell: cell, isSixel: true)
      let other = try Render.extent(of: image, box: box, cell: cell, isSixel: false)
      for pixels in [sixel.pixels, other.pixels] {
        #expect(pixels.width * pixels.height <= 16_777_216 && pixels.width > 0 && pixels.height > 0)
      }
      #expect(sixel.pixels.width == Int(Double(sixel.cells.width) * side))
      #expect(other.cells.width == box.width || other.cells.height == box.height)
    }
  }
}
