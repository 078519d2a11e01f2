import Foundation

/// A photo that pictures of its size are compared with.
struct Original {
  private let pixels: Pixels
  private let planes: [Plane]

  init(_ pixels: Pixels) {
    self.pixels = pixels
    planes = Likeness.planes(pixels)
  }

  func likeness(of picture: Pixels) -> Likeness {
    Likeness(of: picture, to: pixels, blurred: planes)
  }
}

/// The similarity of two pictures of equal size.
struct Likeness {
  /// The peak signal-to-noise ratio in dB, of the unchanged pixels.
  let ratio: Double
  /// The peak signal-to-noise ratio in dB of both pictures blurred.
  ///
  /// The blur, half a cell wide and in linear light, simulates a viewer too far away to see single
  /// parts of a cell.
  let ratioFromAfar: Double
  /// The structural similarity of their luma (Wang et al., 2004), in windows of 8 × 8 pixels.
  let structure: Double

  /// Compares two pictures.
  ///
  /// - Parameter planes: the other picture's blurred channels.
  fileprivate init(of picture: Pixels, to other: Pixels, blurred planes: [Plane]) {
    ratio = picture.ratio(to: other)
    var squares = 0.0
    for (a, b) in zip(Self.planes(picture), planes) {
      for (x, y) in zip(a.values, b.values) {
        let difference = Plane.encoded(x) - Plane.encoded(y)
        squares += Double(difference * difference)
      }
    }
    ratioFromAfar = -10 * log10(squares / Double(other.bytes.count))
    structure = Self.structure(picture, other)
  }

  fileprivate static func planes(_ picture: Pixels) -> [Plane] {
    (0..<3).map { Plane(picture, channel: $0).blurred() }
  }

  private static func structure(_ a: Pixels, _ b: Pixels) -> Double {
    let (x, y) = (luma(a), luma(b))
    let (first, second) = (6.5025, 58.5225)
    var (sum, count) = (0.0, 0.0)
    for top in stride(from: 0, through: a.height - 8, by: 4) {
      for left in stride(from: 0, through: a.width - 8, by: 4) {
        var (sx, sy, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in top..<top + 8 {
          for index in row * a.width + left..<row * a.width + left + 8 {
            let (p, q) = (x[index], y[index])
            sx += p
            sy += q
            xx += p * p
            yy += q * q
            xy += p * q
          }
        }
        let (mx, my) = (sx / 64, sy / 64)
        let vx: Double = xx / 64 - mx * mx
        let vy: Double = yy / 64 - my * my
        let v: Double = xy / 64 - mx * my
        let likeness: Double = (2 * mx * my + first) * (2 * v + second)
        let most: Double = (mx * mx + my * my + first) * (vx + vy + second)
        sum += likeness / most
        count += 1
      }
    }
    return count > 0 ? sum / count : 1
  }

  private static func luma(_ pixels: Pixels) -> [Double] {
    stride(from: 0, to: pixels.bytes.count, by: 3).map { index -> Double in
      let red = 0.299 * Double(pixels.bytes[index])
      let green = 0.587 * Double(pixels.bytes[index + 1])
      return red + green + 0.114 * Double(pixels.bytes[index + 2])
    }
  }
}

/// One channel of a picture in linear light.
fileprivate struct Plane {
  let width: Int
  let height: Int
  var values: [Float]

  /// The transfer curve of sRGB (IEC 61966-2-1).
  private static let linear: [Float] = (0...255).map { value in
    let encoded = Float(value) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ linear: Float) -> Float {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  init(_ pixels: Pixels, channel: Int) {
    (width, height) = (pixels.width, pixels.height)
    values = stride(from: channel, to: pixels.bytes.count, by: 3).map {
      Self.linear[Int(pixels.bytes[$0])]
    }
  }

  /// Returns the channel blurred by a Gaussian with a deviation of three pixels, cut off at nine.
  func blurred() -> Plane {
    let weights = (-9...9).map { exp(-Float($0 * $0) / 18) }
    let total = weights.reduce(0, +)
    func blur(_ input: [Float], _ step: Int, _ length: Int, _ place: (Int) -> Int) -> [Float] {
      input.indices.map { index in
        let position = place(index)
        var sum: Float = 0
        for (number, weight) in weights.enumerated() {
          let other = min(max(position + number - 9, 0), length - 1)
          sum += input[index + (other - position) * step] * weight
        }
        return sum / total
      }
    }
    var plane = self
    let across = blur(values, 1, width) { $0 % width }
    plane.values = blur(across, width, height) { $0 / width }
    return plane
  }
}
