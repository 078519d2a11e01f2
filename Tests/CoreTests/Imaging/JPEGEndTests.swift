import Canvas
import Foundation
import Testing

@testable import Imaging

/// Files that end before or after their pictures, or have another format.
@Suite struct JPEGEndTests {
  private static func file(_ bytes: [UInt8]) throws -> String {
    let path = FileManager.default.temporaryDirectory.path() + "imagefeed-" + UUID().uuidString
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private static func check(_ bytes: [UInt8]) throws -> JPEGHeader {
    let path = try file(bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try JPEG.check(file: path)
  }

  @Test(arguments: [false, true])
  func `a picture without its end marker is complete`(progressive: Bool) throws {
    let picture = Pictures.textured(width: 320, height: 240)
    for quality in [60, 95] {
      let bytes = try JPEG.encode(picture, quality: quality, progressive: progressive)
      for cut in [Array(bytes.dropLast(2)), Array(bytes.dropLast())] {
        for box in [Size(40, 30), Size(160, 120), nil] {
          let whole = try JPEG.decode(bytes, covering: box)
          // An eighth of a complete picture is computed in another way.
          if box == Size(40, 30) {
            #expect(try JPEG.decode(cut, covering: box).size == whole.size)
          } else {
            #expect(try JPEG.decode(cut, covering: box).bytes == whole.bytes)
          }
        }
        #expect(try Self.check(cut).width == 320)
      }
      #expect(throws: ImagingError.truncated) { try Self.check(Array(bytes.dropLast(3))) }
    }
    let found = try Fixture.read("no-end.jpg")
    #expect(try JPEG.decode(found).size == Size(200, 150))
    #expect(try Self.check(found).width == 200)
  }

  @Test func `a harmless warning doesn't hide a missing half`() throws {
    var bytes = try JPEG.encode(Pictures.textured(width: 80, height: 60), quality: 80)
    #expect(Array(bytes[6..<10]) == Array("JFIF".utf8))
    // The revision. libjpeg knows only the first.
    bytes[11] = 9
    #expect(try JPEG.decode(bytes).size == Size(80, 60))
    #expect(throws: ImagingError.truncated) { try JPEG.decode(Array(bytes.dropLast(300))) }
  }

  /// Motion photos contain a film there.
  @Test(arguments: [1, 4_094, 4_095, 3 << 20])
  func `bytes after the end of a picture are ignored`(count: Int) throws {
    let bytes = try JPEG.encode(Pictures.textured(width: 80, height: 60), quality: 80)
    let film = Array(repeating: UInt8(0x61), count: count)
    #expect(try Self.check(bytes + film).width == 80)
    #expect(try JPEG.decode(bytes + film).bytes == JPEG.decode(bytes).bytes)
    #expect(try Self.check(Fixture.read("trailing-4095.jpg")).width == 240)
    #expect(throws: ImagingError.truncated) {
      try Self.check(Array(bytes.prefix(bytes.count / 2)) + film)
    }
  }

  @Test(arguments: [PixelImage.Encoding?.none, .rgb, .jpegBase64, .sixel])
  func `a partial picture is shown if the caller accepts one`(encoding: PixelImage.Encoding?) throws
  {
    let half = try Fixture.read("half.jpg")
    var flaws: [ImagingError] = []
    func isPartial(_ flaw: ImagingError) { flaws.append(flaw) }
    func draw(_ take: ((ImagingError) -> Void)?) throws {
      let box = Size(40, 20)
      guard let encoding else {
        #expect(try !Render.jpeg(half, box: box, isPartial: take).isEmpty)
        return
      }
      let pixels = try Render.pixels(half, box: box, cell: (10, 20), as: encoding, isPartial: take)
      #expect(!pixels.image.bytes.isEmpty)
    }
    try draw(isPartial)
    #expect(flaws == [.truncated])
    #expect(throws: ImagingError.truncated) { try draw(nil) }
    #expect(throws: ImagingError.truncated) { try Self.check(half) }
  }

  @Test func `the available part of a picture is correct`() throws {
    let bytes = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 90)
    let half = Array(bytes.prefix(bytes.count * 3 / 4))
    var flaw: ImagingError?
    let part = try half.withUnsafeBytes { try JPEG.decode($0, isPartial: { flaw = $0 }) }
    let whole = try JPEG.decode(bytes)
    #expect(flaw == .truncated && part.size == whole.size)
    #expect(part[4, 4] == whole[4, 4] && part[630, 4] == whole[630, 4])
    #expect(part.bytes != whole.bytes)
  }

  @Test func `other formats are named`() throws {
    #expect(throws: ImagingError.unsupported(.webP)) {
      try JPEG.header(of: Fixture.read("webp.jpg"))
    }
    #expect(throws: ImagingError.unsupported(.avif)) {
      try Self.check(Fixture.read("avif.jpg"))
    }
    #expect(throws: ImagingError.unsupported(.twelveBit)) {
      try JPEG.decode(Fixture.read("twelve-bit.jpg"))
    }
    let brands: (String) -> [UInt8] = { [0, 0, 0, 24] + Array("ftyp\($0)".utf8) }
    let files: [(ImageFormat, [UInt8])] = [
      (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.gif, Array("GIF89a".utf8)),
      (.heic, brands("heic....mif1heic")), (.heic, brands("mif1....heix")),
      (.avif, brands("mif1....avifmiaf")), (.tiff, [0x49, 0x49, 0x2A, 0, 8]),
      (.bmp, Array("BM".utf8) + Array(repeating: 0, count: 60)), (.jpegXL, [0xFF, 0x0A, 1]),
      (.jpeg2000, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
      (.lossless, [0xFF, 0xD8, 0xFF, 0xC3, 0, 11]), (.hierarchical, [0xFF, 0xD8, 0xFF, 0xC5, 0]),
    ]
    for (format, bytes) in files {
      #expect(throws: ImagingError.unsupported(format)) { try JPEG.header(of: bytes) }
    }
    for bytes in [brands("isom....mp42"), Array("RIFF....WAVE".utf8), Array("BM".utf8), [0x42]] {
      #expect(throws: ImagingError.notAJPEG) { try JPEG.header(of: bytes) }
    }
  }
}
