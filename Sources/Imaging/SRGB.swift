import Glibc

/// The transfer curve of sRGB (IEC 61966-2-1), between bytes and linear light from 0 to 1.
enum SRGB {
  /// Linear light for each byte value.
  static let linear: [Double] = (0...255).map { value in
    let encoded = Double(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// Bytes for linear light, as `encode` has them, without a power for each.
  struct Encoder: @unchecked Sendable {  // Its tables are never changed, and stay for good.
    static let shared = Encoder()

    /// Of linear light in a byte's unit of it, of which 2¹⁰ make a step of the table.
    private static let one: Float = 4_194_304
    private static let steps = 1 << 12
    /// The byte at the beginning of each step.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// Where the next byte begins; the last has no end.
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

    /// Linear light, clamped to 0…1, in the unit of `byte`; what is no number is dark.
    ///
    /// From 2²³ on a number's lowest bits are whole.
    @inline(__always)
    static func units(_ linear: SIMD4<Float>) -> SIMD4<UInt32> {
      let (dark, light) = (SIMD4<Float>.zero, SIMD4<Float>(repeating: 1))
      let value = linear.replacing(with: dark, where: .!(linear .>= dark))
        .replacing(with: light, where: linear .> light)
      return unsafeBitCast(value * one + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    }

    /// In a step one byte ends at most.
    @inline(__always)
    func byte(_ units: UInt32) -> UInt8 {
      let byte = bytes[Int(units >> 10)]
      return units >= ends[Int(byte)] ? byte &+ 1 : byte
    }
  }

  /// The byte for a linear value, which is clamped to 0…1 and rounded half up.
  static func encode(_ linear: Double) -> UInt8 { UInt8(encoded(linear) * 255 + 0.5) }

  /// The encoded value, 0…1, for a linear one, which is clamped to 0…1.
  static func encoded(_ linear: Double) -> Double {
    let value = min(max(linear, 0), 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}
