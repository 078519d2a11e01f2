import CImaging
import Canvas
import Foundation
import Harness
import JPEGBlockMeans
import Testing

@testable import Imaging

/// The means of blocks, compared with libjpeg-turbo's own eighth of a picture.
@Suite struct JPEGMeansTests {
  private static func means(_ bytes: [UInt8]) throws -> Bitmap? {
    try bytes.withUnsafeBytes { Bitmap(meansOf: $0, try JPEGHeader($0)) }
  }

  private static func reference(_ bytes: [UInt8]) throws -> Bitmap {
    let size = try JPEG.header(of: bytes).decodedSize(eighths: 1)
    let decoder = try #require(tjInitDecompress())
    defer { tjDestroy(decoder) }
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3)
    let status = tjDecompress2(
      decoder,
      bytes,
      UInt(bytes.count),
      &pixels,
      Int32(size.width),
      0,
      Int32(size.height),
      Int32(TJPF_RGB.rawValue),
      0
    )
    try #require(status == 0)
    return Bitmap(width: size.width, height: size.height, bytes: pixels)
  }

  /// Returns the largest and the mean difference between two pictures.
  private static func distance(_ a: Bitmap, _ b: Bitmap) -> (most: Int, mean: Double) {
    let distances = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }
    return (distances.max() ?? 0, Double(distances.reduce(0, +)) / Double(distances.count))
  }

  @Test(
    arguments: [Size(8, 8), Size(64, 48), Size(129, 71), Size(7, 200), Size(1, 1)],
    [false, true]
  )
  func `a picture with full chroma equals libjpeg's`(
    size: Size,
    progressive: Bool
  ) throws {
    let picture = Pictures.textured(width: size.width, height: size.height)
    let bytes = try JPEG.encode(picture, quality: 92, progressive: progressive)
    let found = try #require(try Self.means(bytes))
    let expected = try Self.reference(bytes)
    #expect(found.size == expected.size)
    #expect(Self.distance(found, expected).most <= 1)
  }

  @Test(arguments: [false, true])
  func `subsampled chroma is coarser, and nothing else differs`(progressive: Bool) throws {
    let picture = Pictures.textured(width: 400, height: 300)
    let bytes = try JPEG.encode(picture, quality: 80, progressive: progressive)
    let found = try #require(try Self.means(bytes))
    let expected = try Self.reference(bytes)
    #expect(found.size == expected.size)
    #expect(Self.distance(found, expected).mean < 3)
    #expect(Pictures.distance(found.averageColor, expected.averageColor) <= 2)
  }

  @Test(arguments: ["baseline", "progressive", "grey", "restarts"])
  func `files of other programs are read`(name: String) throws {
    let bytes = try Fixture.read("Fuzz/jpeg/\(name).jpg")
    let found = try #require(try Self.means(bytes))
    let expected = try Self.reference(bytes)
    #expect(found.size == expected.size)
    for y in 0..<found.height {
      for x in 0..<found.width {
        // Chroma may be coarser. Luma is equal except for rounding and values out of range.
        #expect(abs(found[x, y].luma - expected[x, y].luma) <= 4, "\(x), \(y)")
      }
    }
  }

  @Test func `scans of one or several components are combined`() throws {
    for scans in [[[0], [1], [2]], [[0], [1, 2]], [[0, 1, 2]]] {
      for sampling in [FlatJPEG.halved, FlatJPEG.full] {
        var file = FlatJPEG(200, 120)
        (file.sampling, file.scans) = (sampling, scans)
        let found = try #require(try Self.means(file.bytes), "\(scans)")
        #expect(found == (try Self.reference(file.bytes)), "\(scans)")
      }
    }
  }

  @Test(arguments: ["arithmetic", "cmyk"]) func `unsupported files are left to libjpeg`(
    name: String
  ) throws {
    #expect(try Self.means(Fixture.read("Fuzz/jpeg/\(name).jpg")) == nil)
  }

  @Test(arguments: [false, true]) func `a truncated file is left to libjpeg`(progressive: Bool)
    throws
  {
    let picture = Pictures.textured(width: 160, height: 120)
    let bytes = try JPEG.encode(picture, quality: 80, progressive: progressive)
    let start = try JPEG.header(of: bytes).scanStart
    for count in start..<bytes.count {
      #expect(try Self.means(Array(bytes.prefix(count))) == nil, "\(count) of \(bytes.count)")
    }
  }

  @Test(arguments: [false, true])
  func `damaged files give a picture of the right size or none`(progressive: Bool) throws {
    let picture = Pictures.textured(width: 120, height: 90)
    let bytes = try JPEG.encode(picture, quality: 80, progressive: progressive)
    var dice = SeededGenerator(progressive ? 7 : 8)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        damaged[.random(in: 2..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice)
      }
      guard let header = try? JPEG.header(of: damaged), header.isPlausible(count: damaged.count)
      else { continue }
      let found = try Self.means(damaged)
      #expect(found == nil || found?.size == header.decodedSize(eighths: 1))
    }
  }

  @Test func `an end without a frame is left to libjpeg`() {
    let frame = JPEGFrame(
      size: Size(8, 8),
      isProgressive: false,
      sampling: [.init(horizontal: 1, vertical: 1)]
    )
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    #expect(bytes.withUnsafeBytes { JPEGMeans.decode($0, frame)?.size } == nil)
  }

  @Test(arguments: ["baseline", "progressive", "grey", "restarts"])
  func `a frame of another file gives a picture of its own size or none`(name: String) throws {
    let bytes = try Fixture.read("Fuzz/jpeg/\(name).jpg")
    var dice = SeededGenerator(9)
    for _ in 0..<500 {
      let frame = JPEGFrame(
        size: Size(.random(in: -1...400, using: &dice), .random(in: -1...400, using: &dice)),
        isProgressive: .random(using: &dice),
        sampling: (0..<Int.random(in: 0...4, using: &dice)).map { _ in
          .init(
            horizontal: .random(in: 0...5, using: &dice),
            vertical: .random(in: 0...5, using: &dice)
          )
        }
      )
      let found = bytes.withUnsafeBytes { JPEGMeans.decode($0, frame) }
      guard let found else { continue }
      #expect(found.size == Size((frame.size.width + 7) / 8, (frame.size.height + 7) / 8))
      #expect(found.pixels.count == found.size.width * found.size.height * 3)
    }
  }

  @Test func `a large file is read like its bytes`() throws {
    // The header is larger than the part that is read first.
    var bytes = try JPEG.encode(Pictures.textured(width: 900, height: 900), quality: 80)
    let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65533)
    bytes.insert(contentsOf: Array(repeatElement(comment, count: 40).joined()), at: 2)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jpg")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let box = Size(20, 10)
    #expect(try Render.file(file.path, box: box) == Render.jpeg(bytes, box: box))
  }
}
