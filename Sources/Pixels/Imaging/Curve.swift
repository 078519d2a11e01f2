import Canvas

/// A colour in linear light, as red, green and blue from 0 to 1.
///
/// The fourth lane is unused.
typealias Light = SIMD4<Float>

/// The transfer curve of sRGB in single precision, as tables.
struct Curve: @unchecked Sendable {  // Its tables are never changed or freed.
  static let shared = Curve()

  /// The linear light of each byte value.
  let linear: UnsafePointer<Float>
  /// The sRGB value for each step of linear light, both from 0 to 1.
  private let encoded: UnsafePointer<Float>
  private static let last = 4095
  private init() {
    let linear = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    for byte in 0..<256 { linear[byte] = Float(SRGB.linear[byte]) }
    self.linear = UnsafePointer(linear)
    let last = Self.last
    let encoded = UnsafeMutablePointer<Float>.allocate(capacity: last + 1)
    for step in 0...last { encoded[step] = Float(SRGB.encoded(Double(step) / Double(last))) }
    self.encoded = UnsafePointer(encoded)
  }

  /// Returns the linear light of a colour.
  @inline(__always)
  func light(_ color: Color) -> Light {
    Light(linear[Int(color.red)], linear[Int(color.green)], linear[Int(color.blue)], 0)
  }

  /// Returns the linear light of a pixel's three bytes.
  @inline(__always)
  func light(_ pixel: UnsafePointer<UInt8>) -> Light {
    Light(linear[Int(pixel[0])], linear[Int(pixel[1])], linear[Int(pixel[2])], 0)
  }

  /// Returns the linear light of sRGB values from 0 to 255, which are rounded.
  @inline(__always)
  func light(ofShade shade: Light) -> Light {
    let bytes = Self.whole(shade, most: 255)
    return Light(linear[Int(bytes.x)], linear[Int(bytes.y)], linear[Int(bytes.z)], 0)
  }

  /// Rounds to whole numbers from 0 to `most`.
  ///
  /// From 2²³ on, the lowest bits of a float are whole numbers.
  @inline(__always)
  private static func whole(_ values: Light, most: Float) -> SIMD4<UInt32> {
    let bounded = Light.lesser(.greater(values, .zero), Light(repeating: most))
    return unsafeBitCast(bounded + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  /// Returns the sRGB values of linear light, both from 0 to 1.
  @inline(__always)
  func shade(_ light: Light) -> Light {
    let steps = Self.whole(light * Float(Self.last), most: Float(Self.last))
    return Light(encoded[Int(steps.x)], encoded[Int(steps.y)], encoded[Int(steps.z)], 0)
  }
}
