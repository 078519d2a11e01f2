import Canvas
import Foundation
import Harness
import Testing

@testable import Imaging

/// Pictures with an embedded colour profile.
///
/// The expected colours are those of Little CMS 2.14 and 2.19, relative colorimetric and without
/// black-point compensation. The files and their profiles were made for these tests (CC0).
@Suite struct ColorProfileTests {
  /// A picture of three columns and two rows of patches.
  struct Sample: Sendable {
    var file: String
    /// The colours of the patches, row by row.
    var colors: [UInt32]
  }

  private static let samples = [
    Sample(
      file: "no-profile",
      colors: [0xFE0000, 0x00FF01, 0x0000FE, 0xC9503D, 0x3DA050, 0x808080]
    ),
    Sample(
      file: "display-p3",
      colors: [0xFF0000, 0x00FF00, 0x0000FF, 0xD94533, 0x00A345, 0x808080]
    ),
    Sample(
      file: "adobe-rgb",
      colors: [0xFF0000, 0x00FF00, 0x0000FF, 0xE74F39, 0x00A149, 0x818181]
    ),
    Sample(file: "prophoto", colors: [0xCE1F4D, 0x00B152, 0x0058B9, 0xFF0D48, 0x939393, 0xF9E2C5]),
    // Grey with the dot gain of a printer.
    Sample(file: "dot-gain", colors: [0x000000, 0x464646, 0x787878, 0x9A9A9A, 0xCDCDCD, 0xFBFBFB]),
    // CMYK with a table of colours.
    Sample(
      file: "four-inks",
      colors: [0xFFFFFF, 0x17A2CC, 0xD85A53, 0xD9BE3A, 0x686868, 0x868384]
    ),
  ]

  private static func file(_ name: String) throws -> [UInt8] { try Fixture.read("\(name).jpg") }

  private static func check(_ picture: Bitmap, _ colors: [UInt32], _ comment: Comment) {
    for (index, color) in colors.enumerated() {
      let x = (index % 3 * 2 + 1) * picture.width / 6
      let y = (index / 3 * 2 + 1) * picture.height / 4
      let distance = Pictures.distance(picture[x, y], Color(color))
      #expect(distance <= 2, "\(comment), patch \(index): \(picture[x, y])")
    }
  }

  @Test(arguments: samples) func `colours are converted to sRGB at every scale`(sample: Sample)
    throws
  {
    let bytes = try Self.file(sample.file)
    let whole = try JPEG.header(of: bytes).orientedSize
    for scale in [1, 2, 4, 8] {
      let box = Size(whole.width / scale, whole.height / scale)
      let picture = try JPEG.decode(bytes, covering: box)
      #expect(picture.size == box)
      Self.check(picture, sample.colors, "1/\(scale)")
    }
  }

  @Test func `a picture is turned and converted`() throws {
    let bytes = try Self.file("display-p3")
    var header = try JPEG.header(of: bytes)
    header.orientation = 3
    let picture = try JPEG.decode(bytes, JPEGPlan(header, count: bytes.count))
    Self.check(picture, Self.samples[1].colors.reversed(), "upside down")
  }

  @Test func `threads share a conversion`() throws {
    let bytes = try Self.file("adobe-rgb")
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      guard let picture = try? JPEG.decode(bytes) else {
        Issue.record("no picture")
        return
      }
      Self.check(picture, Self.samples[2].colors, "shared")
    }
  }

  @Test func `terminals receive a file unchanged only if it needs no conversion`() throws {
    let size = Size(500, 500)
    for sample in Self.samples {
      let header = try JPEG.header(of: Self.file(sample.file))
      #expect(PixelEncoder.passes(header, count: 300, size: size) == (sample.file == "no-profile"))
    }
    let bytes = try Self.file("display-p3")
    let sent = try Render.pixels(bytes, box: Size(24, 8), cell: (10, 20), as: .jpegBase64)
    let file = try #require(Data(base64Encoded: Data(sent.image.bytes)))
    Self.check(try JPEG.decode(Array(file)), Self.samples[1].colors, "encoded again")
  }

  // MARK: Profiles that aren't converted

  @Test func `a profile of sRGB isn't converted`() throws {
    let plain = try Self.file("no-profile")
    for kind in ["parametric", "table", "short table"] {
      let profile = ProfileBuilder.rgb(ProfileBuilder.sRGBCurve(kind))
      #expect(try JPEG.header(of: profile.embedded(in: plain)).profile == nil, "\(kind)")
    }
    for gamma in [1.8, 2.2] {
      let profile = ProfileBuilder.rgb(ProfileBuilder.gamma(gamma))
      #expect(try JPEG.header(of: profile.embedded(in: plain)).profile != nil)
    }
    // Other primaries.
    var other = ProfileBuilder.rgb(ProfileBuilder.sRGBCurve("parametric"))
    other.tags["rXYZ"] = ProfileBuilder.xyz(0.5151, 0.2412, -0.0011)
    #expect(try JPEG.header(of: other.embedded(in: plain)).profile != nil)
  }

  @Test func `a profile in several segments is put together in their order`() throws {
    let plain = try Self.file("no-profile")
    let profile = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8)).bytes
    for size in [profile.count, 50, 7] {
      let parts = ProfileBuilder.parts(profile, part: size)
      let shuffled = ProfileBuilder.insert(parts.reversed(), in: plain)
      #expect(try JPEG.header(of: shuffled).profile?.bytes == profile)
    }
  }

  @Test func `incomplete and contradictory parts are ignored`() throws {
    let plain = try Self.file("no-profile")
    let picture = try JPEG.decode(plain)
    let profile = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8)).bytes
    let parts = ProfileBuilder.parts(profile, part: 100)
    try #require(parts.count > 3)
    var cases = [
      Array(parts.dropLast()), Array(parts.dropFirst()), parts + [parts[0]], [parts[0], parts[0]],
      [[]], [ProfileBuilder.part([], 1, 1)], [ProfileBuilder.part(profile, 0, 0)],
      [ProfileBuilder.part(profile, 2, 1)], [ProfileBuilder.part(profile, 1, 255)],
    ]
    // Another count than in the first part.
    cases.append(parts.dropLast() + [ProfileBuilder.part([1], UInt8(parts.count), 9)])
    for (index, parts) in cases.enumerated() {
      let bytes = ProfileBuilder.insert(parts, in: plain)
      #expect(try JPEG.header(of: bytes).profile == nil, "\(index)")
      #expect(try JPEG.decode(bytes) == picture, "\(index)")
    }
  }

  @Test func `profiles of other kinds are ignored`() throws {
    let plain = try Self.file("no-profile")
    func refuses(_ comment: Comment, _ change: (inout [UInt8]) -> Void) throws {
      var bytes = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8)).bytes
      change(&bytes)
      let file = ProfileBuilder.embed(bytes, in: plain)
      #expect(try JPEG.header(of: file).profile == nil, comment)
      #expect(try JPEG.decode(file) == JPEG.decode(plain), comment)
    }
    try refuses("a size beyond the end") { $0[3] &+= 1 }
    try refuses("a size below the header") { $0.replaceSubrange(0..<4, with: [0, 0, 0, 131]) }
    try refuses("no signature") { $0[36] = 0 }
    try refuses("a device link") { $0.replaceSubrange(12..<16, with: "link".utf8) }
    try refuses("named colours") { $0.replaceSubrange(12..<16, with: "nmcl".utf8) }
    try refuses("grey in a colour picture") { $0.replaceSubrange(16..<20, with: "GRAY".utf8) }
    try refuses("CMYK in a colour picture") { $0.replaceSubrange(16..<20, with: "CMYK".utf8) }
    try refuses("RGB as the connection space") { $0.replaceSubrange(20..<24, with: "RGB ".utf8) }
    try refuses("more tags than bytes") { $0.replaceSubrange(128..<132, with: [0, 0, 0, 100]) }
    try refuses("any number of tags") { $0.replaceSubrange(128..<132, with: [255, 255, 255, 255]) }
    try refuses("a header alone") { $0 = Array($0.prefix(131)) }
    // Bytes after the profile are padding.
    let profile = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8)).bytes
    let padded = ProfileBuilder.embed(profile + [0, 0, 0], in: plain)
    #expect(try JPEG.header(of: padded).profile?.bytes == profile)
    // A colour profile in a grey picture.
    let grey = try Fixture.read("four-colours-grey.jpg")
    #expect(try JPEG.header(of: ProfileBuilder.embed(profile, in: grey)).profile == nil)
  }

  @Test func `a profile that is a bomb is refused, and its picture shown`() throws {
    let plain = try Self.file("no-profile")
    let picture = try JPEG.decode(plain)
    // More bytes than a profile may have.
    let huge =
      ProfileBuilder.rgb(ProfileBuilder.gamma(1.8)).bytes
      + [UInt8](repeating: 0, count: ICCProfile.maximumSize)
    let file = ProfileBuilder.embed(huge, in: plain)
    #expect(try JPEG.header(of: file).profile == nil)
    #expect(try JPEG.decode(file) == picture)
    // Any number of steps.
    var steps = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8))
    steps.tags["D2B1"] = Array("mpet".utf8) + [0, 0, 0, 0, 0, 3, 0, 3, 0, 15, 255, 255]
    #expect(try JPEG.header(of: steps.embedded(in: plain)).profile == nil)
    // Tables of colours that are larger than the profile, of 16 million points or more.
    for (kind, size) in [("mft1", 255), ("mft2", 255), ("mft2", 254), ("mAB ", 255)] {
      var bomb = ProfileBuilder.rgb(ProfileBuilder.gamma(1.8))
      bomb.tags["A2B0"] = ProfileBuilder.table(kind, points: UInt8(size))
      let file = bomb.embedded(in: plain)
      let profile = try #require(try JPEG.header(of: file).profile)
      #expect(ColorConversion.from(profile) == nil, "\(kind) of \(size) points")
      #expect(try JPEG.decode(file) == picture, "\(kind) of \(size) points")
    }
    // A curve of four thousand million points.
    let curve = Array("curv".utf8) + [0, 0, 0, 0, 255, 255, 255, 255, 0, 0]
    let bent = ProfileBuilder.rgb(curve).embedded(in: plain)
    #expect(try JPEG.decode(bent) == picture)
  }

  @Test(arguments: ["display-p3", "dot-gain", "four-inks"])
  func `a damaged profile never prevents a picture`(name: String) throws {
    let bytes = try Self.file(name)
    let header = try JPEG.header(of: bytes)
    let profile = try #require(header.profile).bytes
    let start = try #require(bytes.firstRange(of: profile)).lowerBound
    var dice = SeededGenerator(11)
    for _ in 0..<100 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &dice) {
        let place = start + .random(in: 0..<min(profile.count, 600), using: &dice)
        damaged[place] = .random(in: 0...255, using: &dice)
      }
      let picture = try JPEG.decode(damaged, covering: Size(1, 1))
      #expect(picture.size == header.decodedSize(eighths: 1))
    }
  }

  @Test func `the memory of a picture includes its profile`() throws {
    let bytes = try Self.file("four-inks")
    let header = try JPEG.header(of: bytes)
    let profile = try #require(header.profile)
    let plan = try JPEGPlan(header, count: bytes.count)
    #expect(plan.memory == bytes.count + profile.memory + header.decoderMemory(eighths: 8))
  }
}
