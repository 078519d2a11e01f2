import Glibc

/// The transfer curve of sRGB (IEC 61966-2-1), between bytes and linear light from 0 to 1.
enum SRGB {
  /// Linear light for each byte value.
  static let linear: [Double] = (0...255).map { value in
    let encoded = Double(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The byte for a linear value, which is clamped to 0…1 and rounded half up.
  static func encode(_ linear: Double) -> UInt8 { UInt8(encoded(linear) * 255 + 0.5) }

  /// The encoded value, 0…1, for a linear one, which is clamped to 0…1.
  static func encoded(_ linear: Double) -> Double {
    let value = min(max(linear, 0), 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}
