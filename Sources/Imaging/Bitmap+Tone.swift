import Glibc

extension Bitmap {
  /// The picture in another mood.
  ///
  /// - Parameters:
  ///   - saturation: 0 is grey (by the luma of BT.601), 1 unchanged, 2 twice as colourful.
  ///   - brightness: a gamma: 1 unchanged, 2 clearly brighter, 0.5 clearly darker.
  ///   - warmth: −1…1, gain of red against blue: 0 unchanged, 1 as by candlelight.
  package func toned(
    saturation: Double = 1,
    brightness: Double = 1,
    warmth: Double = 0
  ) -> Bitmap {
    let red = Self.curve(brightness, gain: 1 + 0.3 * warmth)
    let green = Self.curve(brightness, gain: 1)
    let blue = Self.curve(brightness, gain: 1 - 0.3 * warmth)
    let colourfulness = Int32((saturation * 256).rounded())
    return Bitmap(filling: width, height) { target in
      bytes.withUnsafeBufferPointer { source in
        var index = 0
        while index < source.count {
          let r = red[Int(source[index])]
          let g = green[Int(source[index + 1])]
          let b = blue[Int(source[index + 2])]
          let luma = (77 * r + 150 * g + 29 * b) >> 8
          target[index] = Self.clamp(luma + (r - luma) * colourfulness >> 8)
          target[index + 1] = Self.clamp(luma + (g - luma) * colourfulness >> 8)
          target[index + 2] = Self.clamp(luma + (b - luma) * colourfulness >> 8)
          index += 3
        }
      }
    }
  }

  private static func curve(_ brightness: Double, gain: Double) -> [Int32] {
    (0...255).map { value in
      let curved = pow(Double(value) / 255, 1 / max(0.01, brightness)) * gain
      return Int32((min(curved, 1) * 255).rounded())
    }
  }

  private static func clamp(_ value: Int32) -> UInt8 { UInt8(max(0, min(255, value))) }
}

extension Bitmap {
  /// The picture as few colours show it best without dithering: edges sharper, and brighter in the
  /// middle, since between two entries of a palette the darker one hides more than the lighter.
  ///
  /// By measurement over all demo photographs: see docs/design/symbols.md.
  func clarified(brightness: Double) -> Bitmap { sharpened().toned(brightness: brightness) }
}
