import CImaging
import Canvas
import Foundation
import Harness
import Platform
import Testing

@testable import Imaging

@Suite struct PixelEncoderTests {
  @Test(arguments: [
    // RFC 4648, section 10.
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 matches RFC 4648`(plain: String, encoded: String) {
    #expect(String(decoding: Base64.encode(Array(plain.utf8)), as: UTF8.self) == encoded)
  }

  @Test func `every length and byte is encoded as by Foundation`() {
    let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 256) }
    for count in 0..<bytes.count {
      let part = Array(bytes[..<count])
      #expect(Base64.encode(part) == Array(Data(part).base64EncodedData()))
    }
  }

  @Test func `pixels are three bytes each, row by row`() {
    let bitmap = Bitmap(width: 2, height: 1, bytes: [1, 2, 3, 255, 0, 128])
    #expect(PixelEncoder.rgb(bitmap) == [1, 2, 3, 255, 0, 128])
    #expect(String(decoding: PixelEncoder.rgbBase64(bitmap), as: UTF8.self) == "AQID/wCA")
  }

  @Test func `deflated pixels are a zlib stream of the same pixels`() throws {
    for bitmap in [
      Pictures.textured(width: 97, height: 61), Pictures.fourColors(),
      Bitmap(width: 1, height: 1, bytes: [7, 8, 9]),
    ] {
      let text = try PixelEncoder.deflatedBase64(bitmap)
      let stream = try #require(Data(base64Encoded: Data(text))).map { $0 }
      // RFC 1950, 2.2: deflate with a window of 32 KiB, a checked header, no dictionary.
      #expect(try stream.at(0) == 0x78)
      #expect(try (Int(stream.at(0)) << 8 | Int(stream.at(1))) % 31 == 0)
      #expect(try stream.at(1) & 0x20 == 0)
      #expect(stream.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } == adler32(bitmap.bytes))
      var pixels = [UInt8](repeating: 0, count: bitmap.bytes.count)
      var count = UInt(pixels.count)
      #expect(uncompress(&pixels, &count, stream, UInt(stream.count)) == Z_OK)
      #expect(pixels == bitmap.bytes && count == pixels.count)
    }
  }

  @Test func `plain colours become much smaller`() throws {
    let plain = Bitmap(width: 200, height: 100, color: Pictures.blue)
    #expect(try PixelEncoder.deflatedBase64(plain).count < 1000)
  }

  @Test func `a JPEG is sent unchanged, byte for byte`() throws {
    let jpeg = try JPEG.encode(Pictures.fourColors(), quality: 70)
    let text = PixelEncoder.jpegBase64(jpeg)
    #expect(Data(base64Encoded: Data(text)).map { [UInt8]($0) } == jpeg)
  }

  @Test func `a bitmap becomes a similar JPEG`() throws {
    let bitmap = Pictures.fourColors(width: 120, height: 88)
    let text = try PixelEncoder.jpegBase64(bitmap, quality: 92)
    let jpeg = try #require(Data(base64Encoded: Data(text))).map { $0 }
    let decoded = try JPEG.decode(jpeg)
    #expect(decoded.size == bitmap.size)
    #expect(Pictures.noise(decoded, bitmap) > 35)
  }

  /// Returns the checksum of RFC 1950, section 8.2.
  private func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}
