import Canvas
import Foundation
import Testing

@testable import Imaging

@Suite struct JPEGTests {
  @Test func `a picture survives encoding and decoding`() throws {
    let picture = Pictures.fourColors(width: 65, height: 49)
    for progressive in [false, true] {
      let bytes = try JPEG.encode(picture, quality: 95, progressive: progressive)
      let header = try JPEG.header(of: bytes)
      #expect(header.width == 65 && header.height == 49 && header.orientation == 1)
      #expect(header.isProgressive == progressive)
      let decoded = try JPEG.decode(bytes)
      #expect(decoded.size == picture.size)
      #expect(Pictures.corners(decoded) == "RGBY")
      #expect(Pictures.distance(decoded[10, 10], picture[10, 10]) <= 4)
    }
  }

  @Test func `lower quality makes smaller files`() throws {
    let picture = Pictures.textured(width: 128, height: 128)
    let sizes = try [20, 50, 80, 95].map { try JPEG.encode(picture, quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
  }

  @Test(arguments: [
    (Size(100, 10), 1), (Size(125, 75), 1), (Size(126, 75), 2), (Size(125, 76), 2),
    (Size(250, 150), 2), (Size(251, 1), 4), (Size(500, 300), 4), (Size(500, 301), 8),
    (Size(4000, 4000), 8),
  ])
  func `the smallest scale that covers the box is used`(box: Size, eighths: Int) throws {
    let bytes = try JPEG.encode(Bitmap(width: 1000, height: 600, color: Pictures.red), quality: 50)
    #expect(try JPEG.header(of: bytes).eighths(covering: box) == eighths)
    #expect(try JPEG.decode(bytes, covering: box).size == Size(125 * eighths, 75 * eighths))
  }

  @Test func `the box is that of the upright picture`() throws {
    let wide = Bitmap(width: 1000, height: 600, color: Pictures.red)
    let bytes = Exif.add(orientation: 6, to: try JPEG.encode(wide, quality: 50))
    #expect(try JPEG.header(of: bytes).orientedSize == Size(600, 1000))
    #expect(try JPEG.decode(bytes, covering: Size(75, 125)).size == Size(75, 125))
    #expect(try JPEG.decode(bytes, covering: Size(125, 75)).size == Size(150, 250))
  }

  /// Corners of the stored picture that show as R G / B Y after applying the orientation.
  ///
  /// The values follow EXIF's definition: the visual side of row 0 and of column 0.
  @Test(
    arguments: [
      (1, "RGBY"), (2, "GRYB"), (3, "YBGR"), (4, "BYRG"), (5, "RBGY"), (6, "BRYG"), (7, "YGBR"),
      (8, "GYRB"),
    ],
    [true, false]
  )
  func `every orientation is applied`(expected: (Int, String), littleEndian: Bool) throws {
    let (orientation, corners) = expected
    let stored = try JPEG.encode(Pictures.fourColors(), quality: 95)
    let bytes = Exif.add(orientation: orientation, to: stored, littleEndian: littleEndian)
    #expect(try JPEG.header(of: bytes).orientation == orientation)
    let decoded = try JPEG.decode(bytes)
    #expect(Pictures.corners(decoded) == corners)
    #expect(decoded.size == (orientation >= 5 ? Size(48, 64) : Size(64, 48)))
  }

  @Test(arguments: [0, 9, 400]) func `invalid orientations are ignored`(value: Int) throws {
    let bytes = Exif.add(
      orientation: value,
      to: try JPEG.encode(Pictures.fourColors(), quality: 95)
    )
    #expect(Pictures.corners(try JPEG.decode(bytes)) == "RGBY")
  }

  @Test(arguments: [false, true]) func `every truncated file is refused`(progressive: Bool) throws {
    let picture = Pictures.textured(width: 80, height: 60)
    let bytes = try JPEG.encode(picture, quality: 80, progressive: progressive)
    // Without the end marker the picture is still complete.
    for count in 0..<(bytes.count - 2) {
      #expect(throws: ImagingError.truncated, "\(count) of \(bytes.count)") {
        try JPEG.decode(Array(bytes.prefix(count)))
      }
    }
    #expect(try JPEG.decode(bytes).size == picture.size)
  }

  @Test func `a truncated file is refused at every scale`() throws {
    let bytes = try JPEG.encode(Pictures.textured(width: 320, height: 240), quality: 80)
    for box in [Size(40, 30), Size(80, 60), Size(160, 120)] {
      #expect(throws: ImagingError.truncated) {
        try JPEG.decode(Array(bytes.prefix(bytes.count * 2 / 3)), covering: box)
      }
    }
  }

  @Test(arguments: ["cmyk", "grey"]) func `other colour models are converted`(kind: String) throws {
    let jpeg = try Fixture.read("four-colours-\(kind).jpg")
    let decoded = try JPEG.decode(jpeg)
    #expect(decoded.size == Size(32, 32))
    if kind == "cmyk" {
      #expect(Pictures.corners(decoded) == "RGBY")
      #expect(Pictures.distance(decoded[4, 4], Pictures.red) < 16)
    } else {
      let pixel = decoded[28, 28]
      #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
      #expect(pixel.red > decoded[4, 28].red)
    }
  }

  @Test func `a file that isn't a JPEG is reported as such`() {
    #expect(throws: ImagingError.notAJPEG) { try JPEG.decode(Array("<!doctype html>".utf8)) }
    #expect(throws: ImagingError.notAJPEG) { try JPEG.header(of: [0x89, 0x50, 0x4E, 0x47]) }
    #expect(throws: ImagingError.truncated) { try JPEG.header(of: []) }
  }

  @Test func `a header with an absurd size is refused before decoding`() throws {
    var bytes = try JPEG.encode(Pictures.fourColors(), quality: 50)
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x80, 0, 0x80, 0])
    #expect(throws: ImagingError.tooLarge(pixels: 1 << 30)) { try JPEG.decode(bytes) }
  }

  @Test(arguments: [Size(0, 48), Size(64, 0), Size(0, 0)])
  func `a picture without pixels is refused before decoding`(size: Size) throws {
    var bytes = try JPEG.encode(Pictures.fourColors(), quality: 50)
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let sides = [0, UInt8(size.height), 0, UInt8(size.width)]
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: sides)
    let refusal = ImagingError.corrupt("a picture without pixels")
    #expect(throws: refusal) { try JPEG.header(of: bytes) }
    #expect(throws: refusal) { try JPEG.decode(bytes, covering: Size(8, 8)) }
    #expect(throws: refusal) { try Render.jpeg(bytes, box: Size(10, 10)) }
  }

  @Test func `damaged pictures are refused, but bytes after the end aren't`() throws {
    let bytes = try JPEG.encode(Pictures.textured(width: 200, height: 200), quality: 80)
    #expect(try JPEG.decode(bytes + [0, 1, 2, 3]).size == Size(200, 200))
    var damaged = bytes
    for index in (bytes.count / 2)..<(bytes.count / 2 + 200) { damaged[index] = 0x55 }
    #expect(throws: ImagingError.self) { try JPEG.decode(damaged) }
  }
}

/// The EXIF data that a camera writes, added to a file.
enum Exif {
  static func add(orientation: Int, to jpeg: [UInt8], littleEndian: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return littleEndian ? bytes : bytes.reversed()
    }
    var tiff = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    tiff += number(2, 2)
    tiff += number(0x0100, 2) + number(4, 2) + number(1, 4) + number(640, 4)
    tiff += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2)
    tiff += number(0, 4)
    let body = Array("Exif".utf8) + [0, 0] + tiff
    let length = body.count + 2
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
      + jpeg.dropFirst(2)
  }
}

/// Files of `Tests/Fixtures`.
enum Fixture {
  static func read(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: url(name))) }

  static func url(_ name: String) -> URL {
    URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)")
  }
}
