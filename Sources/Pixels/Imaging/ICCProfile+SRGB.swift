import Glibc

extension ICCProfile {
  /// The red, green and blue of sRGB, as XYZ adapted to D50.
  private static let primaries: [(tag: String, xyz: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
    ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]

  /// Whether the profile's colours differ from sRGB by less than one of 255.
  ///
  /// The names of sRGB profiles vary, so their numbers are compared.
  var isSRGB: Bool {
    guard colors == .rgb, !hasTag(beginningWith: "A2B") else { return false }
    let hasPrimaries = Self.primaries.allSatisfy { name, expected in
      guard let tag = tag(name), tag.starts(with: "XYZ ".utf8), tag.count >= 20 else {
        return false
      }
      return zip(Self.fixedNumbers(tag.dropFirst(8).prefix(12)), expected).allSatisfy {
        abs($0 - $1) < 0.002
      }
    }
    guard hasPrimaries else { return false }
    let curves = ["rTRC", "gTRC", "bTRC"].map(tag)
    return curves[0].map(Self.isSRGBCurve) == true
      // The colours usually share a curve.
      && curves.dropFirst().allSatisfy { $0 == curves[0] || $0.map(Self.isSRGBCurve) == true }
  }

  /// Whether a curve converts bytes to the linear light of sRGB, within less than one of 255.
  private static func isSRGBCurve(_ tag: ArraySlice<UInt8>) -> Bool {
    guard let curve = linearLight(tag) else { return false }
    return stride(from: 0.0, through: 255, by: 5).allSatisfy { byte in
      abs(SRGB.encoded(curve(byte / 255)) * 255 - byte) < 1
    }
  }

  /// Returns the function of a curve (ICC.1:2022, 10.6 and 10.18); `nil` for a gamma alone, which
  /// is never sRGB, and for other functions.
  private static func linearLight(_ tag: ArraySlice<UInt8>) -> ((Double) -> Double)? {
    let body = Array(tag.dropFirst(8))
    if tag.starts(with: "para".utf8), body.count >= 24, body.starts(with: [0, 3]) {
      let numbers = fixedNumbers(body[4..<24])
      return { value in
        let (gamma, a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        return value >= d ? pow(max(a * value + b, 0), gamma) : c * value
      }
    }
    guard tag.starts(with: "curv".utf8), body.count >= 8 else { return nil }
    let count = body[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard count >= 2, body.count >= 4 + 2 * count else { return nil }
    return { value in
      let position = value * Double(count - 1)
      let index = min(Int(position), count - 2)
      func entry(_ index: Int) -> Double {
        Double(Int(body[4 + 2 * index]) << 8 | Int(body[5 + 2 * index])) / 65_535
      }
      return entry(index) + (entry(index + 1) - entry(index)) * (position - Double(index))
    }
  }

  /// Returns the numbers with 16 fractional bits in some bytes (ICC.1:2022, 4.7).
  private static func fixedNumbers(_ bytes: ArraySlice<UInt8>) -> [Double] {
    stride(from: bytes.startIndex, through: bytes.endIndex - 4, by: 4).map { index in
      let bits = bytes[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Double(Int32(bitPattern: bits)) / 65_536
    }
  }
}
