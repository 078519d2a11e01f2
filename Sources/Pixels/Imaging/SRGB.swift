import Glibc

/// The transfer curve of sRGB (IEC 61966-2-1), between bytes and linear light from 0 to 1.
enum SRGB {
  /// The linear light of each byte value.
  static let linear: [Double] = (0...255).map { value in
    let encoded = Double(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// A conversion of linear light to bytes like `encode`, but without computing a power for each.
  struct Encoder: @unchecked Sendable {  // Its tables are never changed or freed.
    static let shared = Encoder()

    /// Linear light 1 in the unit of `byte(_:)`.
    ///
    /// A step of the table is 2¹⁰ units.
    private static let one: Float = 4_194_304
    private static let steps = 1 << 12
    /// The byte at the beginning of each step.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The smallest light that belongs to the next byte, for each byte.
    ///
    /// The last byte has no next one.
    private let ends: UnsafeMutablePointer<UInt32>

    private init() {
      bytes = .allocate(capacity: Self.steps + 1)
      for step in 0...Self.steps { bytes[step] = SRGB.encode(Double(step) / Double(Self.steps)) }
      ends = .allocate(capacity: 256)
      for byte in 0..<255 {
        let encoded = (Double(byte) + 0.5) / 255
        let end = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
        ends[byte] = UInt32((end * Double(Self.one)).rounded(.up))
      }
      ends[255] = .max
    }

    /// Returns linear light, clamped to 0…1, in the unit of `byte(_:)`.
    ///
    /// NaN counts as 0.
    ///
    /// From 2²³ on, the lowest bits of a float are whole numbers.
    @inline(__always)
    static func units(_ linear: SIMD4<Float>) -> SIMD4<UInt32> {
      let (dark, light) = (SIMD4<Float>.zero, SIMD4<Float>(repeating: 1))
      let value = linear.replacing(with: dark, where: .!(linear .>= dark))
        .replacing(with: light, where: linear .> light)
      return unsafeBitCast(value * one + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    }

    /// Returns the byte for linear light.
    ///
    /// Each step contains the end of at most one byte.
    @inline(__always)
    func byte(_ units: UInt32) -> UInt8 {
      let byte = bytes[Int(units >> 10)]
      return units >= ends[Int(byte)] ? byte &+ 1 : byte
    }
  }

  /// Returns the byte for linear light, which is clamped to 0…1 and rounded half up.
  static func encode(_ linear: Double) -> UInt8 { UInt8(encoded(linear) * 255 + 0.5) }

  /// Returns the encoded value, 0…1, of linear light, which is clamped to 0…1.
  static func encoded(_ linear: Double) -> Double {
    let value = min(max(linear, 0), 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}
