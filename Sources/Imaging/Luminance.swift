import Canvas
import Glibc

/// The brightness of a picture as a terminal without colours has to show it: from 0, its background
/// or ink alone, to 1.
struct Luminance {
  let width: Int
  let height: Int
  var values: [Float]

  /// The share of a picture's pixels that may become quite black, and quite white.
  private static let cut = 0.01
  /// The most by which contrast is raised: noise is not to become a picture.
  private static let mostGain: Float = 4
  /// The share of the parts that are to be light without dithering, and the luma below which none
  /// is.
  ///
  /// Nothing would be left of a picture by night otherwise.
  private static let (leastLight, darkest) = (0.4, 75)

  /// The picture scaled to a size, its contrast stretched to all there is.
  ///
  /// - Parameters:
  ///   - gamma: 1 for values as they are encoded, about 2.2 for linear light.
  ///   - isPlain: whether parts are to be told apart by a half, without dithering: contrast stays,
  ///     and edges are sharpened.
  ///   - isInverted: whether ink is dark: then 1 is black.
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

  /// What becomes of each luma without dithering: a half is where light begins.
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

  /// What becomes of each luma.
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
    // What cannot be stretched over all of the range keeps its place in it.
    let rest = 255 - gain * (high - low)
    let start = rest * low / max(1, 255 - (high - low))
    return (0...255).map { min(max((start + (Float($0) - low) * gain) / 255, 0), 1) }
  }
}
