import Canvas
import Glibc

/// The brightness of an image for a terminal without colours, as the share of foreground in each
/// pixel.
///
/// The values are from 0, for the background alone, to 1, for the foreground alone.
struct Luminance {
  let width: Int
  let height: Int
  var values: [Float]

  /// The share of an image's pixels that may become black, and the share that may become white.
  private static let cut = 0.01
  /// The maximum increase of contrast.
  ///
  /// More would turn noise into a picture.
  private static let mostGain: Float = 4
  /// The share of parts that should be light without dithering, and the lowest luma that may count
  /// as light.
  ///
  /// Otherwise nothing would remain of a night scene.
  private static let (leastLight, darkest) = (0.4, 75)

  /// Scales an image to a size and stretches its contrast.
  ///
  /// - Parameters:
  ///   - gamma: 1 for encoded values, about 2.2 for linear light.
  ///   - isPlain: whether parts are separated at 0.5 without dithering. The contrast isn't
  ///     stretched, and edges are sharpened.
  ///   - isInverted: whether the foreground is dark. Black is then 1.
  init(
    _ bitmap: Bitmap,
    _ size: Size,
    gamma: Float = 1,
    isPlain: Bool = false,
    isInverted: Bool
  ) {
    var scaled = bitmap.scaled(to: size)
    if isPlain { scaled = scaled.clarified(brightness: 1.2) }
    (width, height) = (scaled.width, scaled.height)
    let count = width * height
    var histogram = [Int](repeating: 0, count: 256)
    var lumas = [UInt8](repeating: 0, count: count)
    scaled.bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<count {
        let (red, green) = (Int(bytes[index * 3]), Int(bytes[index * 3 + 1]))
        let luma = (77 * red + 150 * green + 29 * Int(bytes[index * 3 + 2]) + 128) >> 8
        lumas[index] = UInt8(luma)
        histogram[luma] += 1
      }
    }
    let curve =
      isPlain
      ? Self.plainCurve(histogram, count)
      : Self.curve(histogram, count).map { pow($0, gamma) }
    values = lumas.map { isInverted ? 1 - curve[Int($0)] : curve[Int($0)] }
  }

  /// Returns the value of each luma without dithering.
  ///
  /// Parts above 0.5 are light.
  private static func plainCurve(_ histogram: [Int], _ count: Int) -> [Float] {
    let most = Int(Double(count) * leastLight)
    var (luma, sum) = (255, 0)
    while luma > darkest, sum + histogram[luma] <= most {
      sum += histogram[luma]
      luma -= 1
    }
    let lift = max(0, 0.5 - Float(luma) / 255)
    return (0...255).map { Float($0) / 255 + lift }
  }

  /// Returns the value of each luma with stretched contrast.
  private static func curve(_ histogram: [Int], _ count: Int) -> [Float] {
    let most = Int(Double(count) * cut)
    func end(_ lumas: some Sequence<Int>) -> Float {
      var sum = 0
      for luma in lumas {
        sum += histogram[luma]
        if sum > most { return Float(luma) }
      }
      return 0
    }
    let (low, high) = (end(0...255), end((0...255).reversed()))
    guard high > low else { return (0...255).map { Float($0) / 255 } }
    let gain = min(mostGain, 255 / (high - low))
    // If the contrast can't fill the whole range, the result stays in its relative position.
    let rest = 255 - gain * (high - low)
    let start = rest * low / max(1, 255 - (high - low))
    return (0...255).map { min(max((start + (Float($0) - low) * gain) / 255, 0), 1) }
  }
}
