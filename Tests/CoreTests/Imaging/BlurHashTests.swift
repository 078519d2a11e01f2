import Canvas
import Foundation
import Testing

@testable import Imaging

@Suite struct BlurHashTests {
  @Test(arguments: Vectors.load().pictures)
  func `the reference pictures are decoded byte for byte`(vector: Vectors.Picture) throws {
    let bitmap = try BlurHash.decode(vector.hash, width: vector.width, height: vector.height)
    if let pixels = vector.pixels {
      #expect(bitmap.bytes == pixels.joined().joined().map { UInt8($0) })
    }
    for sample in vector.samples ?? [] {
      #expect(bitmap[sample.x, sample.y] == color(sample.rgb))
    }
    #expect(vector.pixels != nil || vector.samples?.isEmpty == false)
  }

  @Test(arguments: Vectors.load().averages)
  func `the average colour is decoded`(vector: Vectors.Average) throws {
    #expect(try BlurHash.averageColor(of: vector.hash) == color(vector.rgb))
  }

  @Test(arguments: Vectors.load().invalid.map(\.hash) + ["", "L", "UBMOZé", "00OZZ"])
  func `invalid hashes are refused`(hash: String) {
    #expect {
      try BlurHash.decode(hash, width: 8, height: 8)
    } throws: { error in
      if case ImagingError.badBlurHash = error { true } else { false }
    }
    #expect(throws: ImagingError.self) { try BlurHash.averageColor(of: hash) }
  }

  @Test func `sizes without pixels are refused`() {
    #expect(throws: ImagingError.badSize) { try BlurHash.decode("00OZZy", width: 0, height: 3) }
  }

  @Test func `the fast conversion from light to bytes is exact`() {
    for step in -10...65_546 {
      let light = Float(step) / 65_536
      let units = SRGB.Encoder.units(SIMD4(repeating: light))
      #expect(SRGB.Encoder.shared.byte(units.x) == SRGB.encode(Double(light)))
    }
  }

  @Test func `a hash contains its picture's average`() throws {
    for seed in 1...5 {
      let picture = Pictures.textured(width: 40, height: 30, seed: UInt64(seed))
      let hash = BlurHash.encode(picture, componentsX: 4, componentsY: 3)
      #expect(hash.count == 28 && hash.first == "L")
      #expect(try BlurHash.averageColor(of: hash) == picture.averageColor)
    }
  }

  @Test func `a picture looks similar after encoding and decoding`() throws {
    let picture = Pictures.draw(32, 24) { x, y in
      Color(red: UInt8(90 + x * 4), green: UInt8(200 - y * 5), blue: UInt8(80 + (x + y) * 2))
    }
    let hash = BlurHash.encode(picture, componentsX: 4, componentsY: 3)
    let decoded = try BlurHash.decode(hash, width: 32, height: 24)
    for (x, y) in [(4, 3), (27, 3), (4, 20), (27, 20), (16, 12)] {
      #expect(Pictures.distance(decoded[x, y], picture[x, y]) < 20)
    }
  }

  @Test func `a decoded hash is encoded as the same hash`() throws {
    // Steps near their borders may be rounded the other way, but most digits must stay.
    let hash = "LFE.@D9F01_2%L%MIVD*9Goe-;WB"
    let picture = try BlurHash.decode(hash, width: 128, height: 128)
    let again = BlurHash.encode(picture, componentsX: 4, componentsY: 3)
    #expect(zip(hash, again).filter { $0 == $1 }.count >= 16)
    let average = try BlurHash.averageColor(of: again)
    #expect(Pictures.distance(average, try BlurHash.averageColor(of: hash)) <= 3)
  }

  private func color(_ rgb: [UInt8]) -> Color { Color(red: rgb[0], green: rgb[1], blue: rgb[2]) }
}

/// The vectors of `Tests/Fixtures/blurhash-vectors.json`.
struct Vectors: Decodable {
  struct Picture: Decodable, Sendable {
    var hash: String
    var width: Int
    var height: Int
    var pixels: [[[Int]]]?
    var samples: [Sample]?
  }

  struct Sample: Decodable, Sendable {
    var x: Int
    var y: Int
    var rgb: [UInt8]
  }

  struct Average: Decodable, Sendable {
    var hash: String
    var rgb: [UInt8]
  }

  struct Computed: Decodable {
    var hash: String
    var average: [UInt8]
  }

  struct Invalid: Decodable { var hash: String }

  var pictures: [Picture]
  var averages: [Average]
  var invalid: [Invalid]

  enum Key: String, CodingKey {
    case reference
    case averages = "average_colour"
    case computed = "computed_here"
    case invalid
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    pictures = try container.decode([Picture].self, forKey: .reference)
    pictures += try container.decode([Picture].self, forKey: .computed)
    averages = try container.decode([Average].self, forKey: .averages)
    averages += try container.decode([Computed].self, forKey: .computed)
      .map { Average(hash: $0.hash, rgb: $0.average) }
    invalid = try container.decode([Invalid].self, forKey: .invalid)
  }

  static func load() -> Vectors {
    let file = Fixture.url("blurhash-vectors.json")
    return try! JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }
}
