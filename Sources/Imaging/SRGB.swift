import Glibc

/// The transfer curve of sRGB (IEC 61966-2-1), between bytes and linear light from 0 to 1.
enum SRGB {
  /// Linear light for each byte value.
  static let linear: [Double] = (0...255).map { value in
    let encoded = Double(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The byte for a linear value, as `encode` has it, without a power for each.
  static func quickly(encode linear: Float) -> UInt8 {
    let value = min(max(linear, 0), 1)
    return quick.withUnsafeBufferPointer { quick in
      thresholds.withUnsafeBufferPointer { thresholds in
        var byte = quick[Int(value * quickSteps)]
        while value >= thresholds[Int(byte)] { byte += 1 }
        return byte
      }
    }
  }

  private static let quickSteps: Float = 4096
  /// The byte at the beginning of each step of linear light.
  private static let quick: [UInt8] = (0...Int(quickSteps)).map {
    encode(Double($0) / Double(quickSteps))
  }
  /// Where each byte ends and the next one begins, in linear light; the last has no end.
  private static let thresholds: [Float] = (0..<256).map { byte in
    guard byte < 255 else { return .infinity }
    let encoded = (Double(byte) + 0.5) / 255
    return Float(encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4))
  }

  /// The byte for a linear value, which is clamped to 0…1 and rounded half up.
  static func encode(_ linear: Double) -> UInt8 { UInt8(encoded(linear) * 255 + 0.5) }

  /// The encoded value, 0…1, for a linear one, which is clamped to 0…1.
  static func encoded(_ linear: Double) -> Double {
    let value = min(max(linear, 0), 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}
