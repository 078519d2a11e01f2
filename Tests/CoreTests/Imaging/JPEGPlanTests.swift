import Canvas
import Harness
import Testing

@testable import Imaging

/// The decision whether a file may be decoded, made from its header.
@Suite struct JPEGPlanTests {
  private static let megabyte = 1 << 20

  private static func file(
    _ width: Int,
    _ height: Int,
    _ sampling: [(Int, Int)] = [(1, 1)],
    progressive: Bool = false,
    scans: [[Int]]? = nil
  ) -> FlatJPEG {
    var file = FlatJPEG(width, height)
    (file.sampling, file.isProgressive, file.scans) = (sampling, progressive, scans)
    return file
  }

  private static let kinds = [
    file(640, 480), file(640, 480, FlatJPEG.halved), file(640, 480, FlatJPEG.full),
    file(640, 480, FlatJPEG.inks), file(640, 480, progressive: true),
    file(640, 480, FlatJPEG.halved, progressive: true),
    file(640, 480, FlatJPEG.inks, progressive: true),
    file(640, 480, FlatJPEG.halved, scans: [[0], [1], [2]]),
    file(640, 480, FlatJPEG.full, scans: [[0], [1, 2]]),
    file(640, 480, [(1, 4), (1, 1), (1, 1)]), file(640, 480, [(4, 1), (1, 1), (1, 1)]),
  ]

  @Test(arguments: kinds.indices)
  func `a file of one colour is shown however small, but not with a byte less`(index: Int) throws {
    let file = Self.kinds[index]
    let whole = file.bytes
    #expect(try JPEG.decode(whole).size == Size(640, 480))
    let header = try JPEG.header(of: whole)
    #expect(header.isPlausible(count: whole.count))
    guard file.scans == nil else { return }
    // Only the scan and two bytes of end follow.
    #expect(header.isPlausible(count: whole.count - 2))
    #expect(!header.isPlausible(count: whole.count - 3))
  }

  @Test func `pictures may use half of a limited address space`() {
    #expect(JPEGPlan.budget(addressSpace: .max) == 256 << 20)
    #expect(JPEGPlan.budget(addressSpace: 768 << 20) == 256 << 20)
    #expect(JPEGPlan.budget(addressSpace: 512 << 20) == 192 << 20)
    #expect(JPEGPlan.budget(addressSpace: 144 << 20) == 16 << 20)
  }

  @Test func `more pixels than the bytes can contain are refused without decoding`() throws {
    for bomb in [FlatJPEG.progressiveBomb, .scanBomb] {
      #expect(bomb.bytes.count < 1000)
      #expect(throws: ImagingError.self) { try JPEG.decode(bomb.bytes) }
      let header = try JPEG.header(of: bomb.bytes)
      #expect(!header.isPlausible(count: bomb.bytes.count))
    }
    var file = FlatJPEG(640, 480)
    file.count = 100
    #expect(throws: ImagingError.corrupt("fewer bytes than blocks need")) {
      try JPEG.decode(file.bytes)
    }
    #expect(throws: ImagingError.truncated) { try JPEG.decode(Array(file.bytes.dropLast(2))) }
  }

  /// Coefficients have two bytes each, at every scale.
  @Test func `a large picture with more scans than encoders write is refused without decoding`()
    throws
  {
    func file(scans: Int) -> [UInt8] {
      let scans = Array(repeating: [0], count: scans)
      return Self.file(9_000, 9_000, progressive: true, scans: scans).bytes
    }
    #expect(try JPEG.header(of: file(scans: 1)).scanLimit == 24)
    let crowded = file(scans: 25)
    #expect(throws: ImagingError.corrupt("more than 24 scans")) {
      try JPEG.decode(crowded, covering: Size(100, 100))
    }
    let header = try JPEG.header(of: crowded)
    #expect(!file(scans: 24).withUnsafeBytes { header.hasTooManyScans($0) })
    #expect(try JPEG.header(of: Self.file(640, 480).bytes).scanLimit == 500)
  }

  @Test func `a picture of several scans needs memory for all its coefficients`() throws {
    for (file, samples) in [
      (Self.file(8000, 4000, FlatJPEG.halved, progressive: true), 1.5),
      (Self.file(8000, 4000, FlatJPEG.full, progressive: true), 3),
      (Self.file(8000, 4000, FlatJPEG.inks, progressive: true), 4),
      (Self.file(8000, 4000, FlatJPEG.halved, scans: [[0], [1], [2]]), 1.5),
      (Self.file(8000, 4000, FlatJPEG.full, scans: [[0], [1, 2]]), 3),
    ] {
      let bytes = file.bytes
      let header = try JPEG.header(of: bytes)
      #expect(header.isMultiScan)
      let memory = try JPEGPlan(header, count: bytes.count, covering: Size(100, 50)).memory
      let coefficients = Int(samples * 2 * 8000 * 4000)
      // In addition, there are the file, an eighth of the picture, and rows of blocks.
      #expect(memory > coefficients && memory < coefficients + bytes.count + 12 * Self.megabyte)
    }
  }

  @Test func `a picture of one scan needs memory for what is shown of it`() throws {
    let bytes = Self.file(6000, 4000, FlatJPEG.halved).bytes
    let header = try JPEG.header(of: bytes)
    #expect(!header.isMultiScan)
    let small = try JPEGPlan(header, count: bytes.count, covering: Size(100, 50))
    #expect(small.eighths == 1 && small.memory < 5 * Self.megabyte)
    let large = try JPEGPlan(header, count: bytes.count)
    #expect(large.eighths == 8 && large.memory > 72_000_000 && large.memory < 80_000_000)
  }

  @Test func `a picture too large at one scale is shown at a smaller one`() throws {
    let header = try JPEG.header(of: Self.file(12_000, 8_400, FlatJPEG.halved).bytes)
    let plan = try JPEGPlan(header, count: 1_000_000)
    #expect(plan.eighths == 4 && plan.memory <= JPEGPlan.budget)
    #expect(try JPEGPlan(header, count: 1_000_000, copies: 10).eighths == 2)
    let crowded = try JPEGPlan(header, count: 1_000_000, further: JPEGPlan.budget)
    #expect(crowded.eighths == 1 && crowded.memory == JPEGPlan.budget)
  }

  @Test(arguments: [
    (24, FlatJPEG.halved, false, true), (100, FlatJPEG.halved, false, true),
    (100, FlatJPEG.full, false, true), (199, FlatJPEG.inks, false, true),
    (24, FlatJPEG.halved, true, true), (24, FlatJPEG.full, true, true),
    (24, FlatJPEG.inks, true, true), (75, FlatJPEG.halved, true, true),
    (100, FlatJPEG.halved, true, false), (50, FlatJPEG.full, true, false),
    (201, FlatJPEG.halved, false, false),
  ])
  func `photos are shown as large as memory permits`(
    megapixels: Int,
    sampling: [(Int, Int)],
    progressive: Bool,
    isShown: Bool
  ) throws {
    var file = Self.file(8000, megapixels * 125, sampling, progressive: progressive)
    file.count = 0
    let header = try JPEG.header(of: file.bytes)
    // Four bits per pixel are a lot.
    let count = megapixels * 500_000
    if isShown {
      #expect(try JPEGPlan(header, count: count).memory <= JPEGPlan.budget)
    } else {
      #expect(throws: ImagingError.tooLarge(pixels: megapixels * 1_000_000)) {
        try JPEGPlan(header, count: count, covering: Size(1, 1))
      }
    }
  }

  @Test func `a file as large as the budget is refused`() throws {
    let header = try JPEG.header(of: FlatJPEG(640, 480).bytes)
    #expect(throws: ImagingError.tooLarge(pixels: 640 * 480)) {
      try JPEGPlan(header, count: JPEGPlan.budget)
    }
  }

  @Test func `rotating a picture upright needs memory`() throws {
    let bytes = Self.file(6000, 4000, FlatJPEG.full).bytes
    let upright = try JPEGPlan(JPEG.header(of: bytes), count: 0)
    let turned = try JPEGPlan(JPEG.header(of: Exif.add(orientation: 6, to: bytes)), count: 0)
    #expect(turned.memory == 6000 * 4000 * 6 && upright.memory < turned.memory)
  }

  /// The frame that libjpeg uses must be the one that is checked.
  @Test func `a frame hidden behind bytes that aren't a marker is found`() throws {
    let large = FlatJPEG(4000, 4000).bytes
    let frame = try #require(large.indices.first { large[$0] == 0xFF && large[$0 + 1] == 0xC0 })
    var file = FlatJPEG(64, 64)
    // FF 00 with a length isn't a segment to libjpeg, which finds the frame within.
    let hidden = Array(large[frame..<(frame + 13)])
    file.preface = [0xFF, 0x00, 0x00, 0x0F] + hidden
    // A second frame follows, which no decoder accepts.
    #expect(throws: ImagingError.corrupt("a second frame header")) {
      try JPEG.header(of: file.bytes)
    }
    file.preface = [1, 2, 3, 0xFF, 0, 4, 0xFF, 0xFF, 0x01]
    #expect(try JPEG.header(of: file.bytes).orientedSize == Size(64, 64))
  }

  @Test(arguments: [0xC3, 0xC5, 0xC8, 0xCB, 0xCF, 0xDE, 0xDF, 0xF0, 0x02, 0xBF])
  func `a marker unknown to libjpeg is refused`(marker: Int) {
    var file = FlatJPEG(64, 64)
    file.preface = FlatJPEG.segment(UInt8(marker), [0, 0])
    #expect(throws: ImagingError.self) { try JPEG.header(of: file.bytes) }
  }

  @Test func `invalid frames and scans are refused`() throws {
    let good = FlatJPEG(64, 64).bytes
    let frame = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xC0 })
    let scan = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    for (index, value) in [
      // Twelve bits, no height, no width, two components in the space of one, sampling of 0 and 5.
      (frame + 4, 12), (frame + 6, 0), (frame + 8, 0), (frame + 9, 2), (frame + 11, 0x10),
      (frame + 11, 0x51),
      // No component, five components.
      (scan + 4, 0), (scan + 4, 5),
    ] {
      var bytes = good
      bytes[index] = UInt8(value)
      #expect(throws: ImagingError.self, "\(index - frame)") { try JPEG.header(of: bytes) }
    }
    #expect(throws: ImagingError.self) { try JPEG.header(of: [0xFF, 0xD8, 0xFF, 0xD9]) }
  }

  @Test func `thousands of segments before the frame are skipped`() throws {
    var file = FlatJPEG(64, 64)
    let segment = FlatJPEG.segment(
      0xE1,
      Array("Exif\0\0II*\0\u{8}\0\0\0".utf8) + Array(repeating: 1, count: 65_000)
    )
    for _ in 0..<200 { file.preface += segment }
    #expect(try JPEG.decode(file.bytes).size == Size(64, 64))
  }
}
