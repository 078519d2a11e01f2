import Canvas
import Glibc

/// A colour in CIELAB with the white of sRGB (D65), where distances are close to perceived ones.
package struct Lab: Equatable, Sendable {
  /// The lightness, from 0 to 100.
  package var lightness: Double
  /// The axis from green to red.
  package var a: Double
  /// The axis from blue to yellow.
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  package init(_ color: Color) {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func root(_ value: Double) -> Double {
      value > 0.008_856 ? cbrt(value) : 7.787_037 * value + 4.0 / 29
    }
    let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
    let x = root((0.412_456 * red + 0.357_576 * green + 0.180_438 * blue) / 0.950_47)
    let y = root(0.212_673 * red + 0.715_152 * green + 0.072_175 * blue)
    let z = root((0.019_334 * red + 0.119_192 * green + 0.950_304 * blue) / 1.088_83)
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// Returns the difference of two colours (CIEDE2000).
  ///
  /// See Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
  package func difference(from other: Lab) -> Double {
    let radian = Double.pi / 180
    func seventh(_ value: Double) -> Double {
      (pow(value, 7) / (pow(value, 7) + 6_103_515_625)).squareRoot()
    }
    let grey = 1.5 - 0.5 * seventh((hypot(a, b) + hypot(other.a, other.b)) / 2)
    let (a1, a2) = (a * grey, other.a * grey)
    let (chroma1, chroma2) = (hypot(a1, b), hypot(a2, other.b))
    func hue(_ a: Double, _ b: Double) -> Double {
      let angle = a == 0 && b == 0 ? 0 : atan2(b, a) / radian
      return angle < 0 ? angle + 360 : angle
    }
    let (hue1, hue2) = (hue(a1, b), hue(a2, other.b))
    let isGrey = chroma1 * chroma2 == 0
    let turn = isGrey ? 0 : (hue2 - hue1).remainder(dividingBy: 360)
    let light = other.lightness - lightness
    let chroma = chroma2 - chroma1
    let tint = 2 * (chroma1 * chroma2).squareRoot() * sin(turn / 2 * radian)
    let meanLight = (lightness + other.lightness) / 2 - 50
    let meanChroma = (chroma1 + chroma2) / 2
    let meanHue = isGrey ? hue1 + hue2 : hue1 + turn / 2
    func wave(_ factor: Double, _ shift: Double) -> Double {
      cos((factor * meanHue + shift) * radian)
    }
    let hueWeight =
      1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)
    let lightPart =
      light / (1 + 0.015 * meanLight * meanLight / (20 + meanLight * meanLight).squareRoot())
    let chromaPart = chroma / (1 + 0.045 * meanChroma)
    let huePart = tint / (1 + 0.015 * meanChroma * hueWeight)
    let blue = ((meanHue < 0 ? meanHue + 360 : meanHue) - 275) / 25
    let rotation = -sin(60 * exp(-blue * blue) * radian) * 2 * seventh(meanChroma)
    return
      (lightPart * lightPart + chromaPart * chromaPart + huePart * huePart
      + rotation * chromaPart * huePart).squareRoot()
  }
}
