import Canvas

/// The transfer curve of sRGB in single precision, by tables.
enum Curve {
  /// Linear light for each byte value.
  static let linear: [Float] = SRGB.linear.map { Float($0) }

  /// The same for a colour, and for sRGB values from 0 to 255, of which parts are dropped.
  static func light(_ color: Color) -> SIMD3<Float> {
    SIMD3(linear[Int(color.red)], linear[Int(color.green)], linear[Int(color.blue)])
  }

  static func linear(_ shade: SIMD3<Float>) -> SIMD3<Float> {
    let bytes = shade.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    return SIMD3(linear[Int(bytes.x)], linear[Int(bytes.y)], linear[Int(bytes.z)])
  }

  private static let steps: Float = 4095
  /// The sRGB value for each step of linear light, both from 0 to 1.
  private static let encoded: [Float] = (0...Int(steps)).map {
    Float(SRGB.encoded(Double($0) / Double(steps)))
  }

  static func shade(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let place = (light * steps + 0.5).clamped(
      lowerBound: .zero,
      upperBound: SIMD3(repeating: steps)
    )
    return SIMD3(encoded[Int(place.x)], encoded[Int(place.y)], encoded[Int(place.z)])
  }

  /// The squared difference of two shades.
  ///
  /// - Parameter hue: how much more of what is no difference in grey counts.
  @inline(__always)
  static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>, hue: Float = 0) -> Float {
    let difference = a - b
    let grey = difference.sum()
    return (difference * difference).sum() * (1 + hue) - grey * grey * (hue / 3)
  }
}
