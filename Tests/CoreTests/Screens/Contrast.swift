import Canvas
import Foundation

/// Returns the contrast ratio (WCAG 2.2).
func contrast(_ first: Color, _ second: Color) -> Double {
  func luminance(_ color: Color) -> Double {
    let parts = [color.red, color.green, color.blue].map { byte -> Double in
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  let (light, dark) = (luminance(first), luminance(second))
  return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}
