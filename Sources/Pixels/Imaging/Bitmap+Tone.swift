import Canvas
import Glibc

extension Bitmap {
  /// Returns the image with another saturation, brightness and warmth.
  ///
  /// - Parameters:
  ///   - saturation: 0 is grey (by the luma of BT.601), 1 unchanged, 2 twice as colourful.
  ///   - brightness: a gamma: 1 unchanged, 2 clearly brighter, 0.5 clearly darker.
  ///   - warmth: −1…1, the gain of red against blue: 0 unchanged, 1 as by candlelight.
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
  /// Returns the image mixed with one colour.
  ///
  /// - Parameter share: the share of each sRGB value that remains, from 0 to 1. With 0.25 and
  ///   black, the image is dimmed to a quarter.
  package func faded(into color: Color, keeping share: Double) -> Bitmap {
    let red = Self.fade(into: color.red, keeping: share)
    let green = Self.fade(into: color.green, keeping: share)
    let blue = Self.fade(into: color.blue, keeping: share)
    return Bitmap(filling: width, height) { target in
      bytes.withUnsafeBufferPointer { source in
        var index = 0
        while index < source.count {
          target[index] = red[Int(source[index])]
          target[index + 1] = green[Int(source[index + 1])]
          target[index + 2] = blue[Int(source[index + 2])]
          index += 3
        }
      }
    }
  }
}

extension Bitmap {
  private static func fade(into target: UInt8, keeping share: Double) -> [UInt8] {
    let veil = Double(target) * (1 - share)
    return (0...255).map { UInt8((Double($0) * share + veil).rounded()) }
  }

  /// Returns the image prepared for few colours without dithering: sharper edges and brighter
  /// middle tones.
  ///
  /// Between two palette entries, the darker one hides more than the lighter one. The values were
  /// chosen by measurement over all demo photos: see docs/design/symbols.md.
  func clarified(brightness: Double) -> Bitmap { sharpened().toned(brightness: brightness) }
}
