import Canvas

@testable import Imaging

/// A sixel decoder, after the VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
///
/// Written from the manual alone; anything else is an error.
struct SixelReader {
  struct Failure: Error {
    let text: String
  }

  /// The size in the raster attributes.
  private(set) var size = Size(0, 0)
  /// The aspect ratio: pixel numerator and denominator.
  private(set) var aspect = Size(0, 0)
  /// The parameters of the introducer.
  private(set) var parameters: [Int] = []
  /// The painted pixels by position; missing ones were never painted.
  private(set) var pixels: [Point: Color] = [:]
  private(set) var palette: [Int: Color] = [:]

  private var rest: ArraySlice<UInt8>
  private var place = Point(0, 0)
  private var color = 0

  init(_ bytes: [UInt8]) throws(Failure) {
    rest = bytes[...]
    try expect("\u{1B}P")
    parameters = numbers()
    try expect("q")
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): try readRaster()
      case UInt8(ascii: "#"): try readColor()
      case UInt8(ascii: "!"):
        let count = numbers()
        guard count.count == 1, count[0] > 0, let sixel = rest.popFirst() else {
          throw Failure(text: "repeat \(count)")
        }
        try paint(sixel, count[0])
      case UInt8(ascii: "$"): place.x = 0
      case UInt8(ascii: "-"): place = Point(0, place.y + 6)
      case 0x3F...0x7E: try paint(byte, 1)
      case 0x1B:
        guard Array(rest) == [UInt8(ascii: "\\")] else { throw Failure(text: "after ESC") }
        return
      default: throw Failure(text: "byte \(byte)")
      }
    }
    throw Failure(text: "no end")
  }

  /// Returns the painted picture, which must have no gaps and fill the raster attributes' size.
  func picture() throws(Failure) -> Bitmap {
    guard pixels.count == size.width * size.height else {
      throw Failure(text: "\(pixels.count) pixels of \(size)")
    }
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let color = pixels[Point(x, y)] else { throw Failure(text: "hole at \(x), \(y)") }
        bytes += [color.red, color.green, color.blue]
      }
    }
    return Bitmap(width: size.width, height: size.height, bytes: bytes)
  }

  private mutating func readRaster() throws(Failure) {
    let raster = numbers()
    guard raster.count == 4, pixels.isEmpty else { throw Failure(text: "raster \(raster)") }
    aspect = Size(raster[0], raster[1])
    size = Size(raster[2], raster[3])
  }

  private mutating func readColor() throws(Failure) {
    let values = numbers()
    switch values.count {
    case 1: color = values[0]
    case 5:
      guard values[1] == 2, values[2...].allSatisfy((0...100).contains) else {
        throw Failure(text: "colour \(values)")
      }
      let channels = values[2...].map { UInt8((Double($0) * 2.55).rounded()) }
      palette[values[0]] = Color(red: channels[0], green: channels[1], blue: channels[2])
      color = values[0]
    default: throw Failure(text: "colour \(values)")
    }
    guard palette[color] != nil, color < 256 else { throw Failure(text: "register \(color)") }
  }

  private mutating func paint(_ byte: UInt8, _ count: Int) throws(Failure) {
    guard (0x3F...0x7E).contains(byte) else { throw Failure(text: "sixel \(byte)") }
    guard let ink = palette[color] else { throw Failure(text: "no colour") }
    for x in place.x..<place.x + count {
      for bit in 0..<6 where (byte - 0x3F) >> UInt8(bit) & 1 == 1 {
        pixels[Point(x, place.y + bit)] = ink
      }
    }
    place.x += count
  }

  private mutating func expect(_ text: String) throws(Failure) {
    for byte in text.utf8 {
      guard rest.popFirst() == byte else { throw Failure(text: "no \(text.debugDescription)") }
    }
  }

  private mutating func numbers() -> [Int] {
    let end = rest.firstIndex { !(0x30...0x39).contains($0) && $0 != 0x3B } ?? rest.endIndex
    let text = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[end...]
    guard !text.isEmpty else { return [] }
    return text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
  }
}
