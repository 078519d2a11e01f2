/// The similarity of two pictures to a viewer.
struct Likeness {
  /// The similarity of shapes and positions: the mean structural similarity of the luma, at most 1.
  ///
  /// Zhou Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity",
  /// IEEE Transactions on Image Processing 13 (2004), with a square window.
  let structure: Double
  /// The mean distance of the colours in steps from 0 to 255.
  let colour: Double

  /// Whether it is the same picture in the same place, in pixels.
  ///
  /// Measured: at worst 0.988 and 2.4 in kitty and xterm. Half blocks reach at most 0.96, and
  /// pictures of a wrong position or shape at most 0.72 (see `LikenessTests`).
  var isSame: Bool { structure >= 0.97 && colour <= 6 }

  /// The number of points of the longer side, after scaling both pictures.
  static let points = 96
  private static let window = 8

  /// Compares a part of a screenshot with a part of a photo.
  init(_ screen: Raster, _ shown: Area, _ photo: Raster, _ part: Area, points: Int = Self.points) {
    let longer = max(shown.width, shown.height)
    let width = max(Self.window, Int((Double(points) * shown.width / longer).rounded()))
    let height = max(Self.window, Int((Double(points) * shown.height / longer).rounded()))
    let one = screen.samples(of: shown, width: width, height: height)
    let other = photo.samples(of: part, width: width, height: height)
    structure = Self.similarity(Self.luma(one), Self.luma(other), width, height)
    var sum: Float = 0
    for plane in 0..<3 {
      for (a, b) in zip(one[plane], other[plane]) { sum += abs(a - b) }
    }
    colour = Double(sum) / Double(3 * width * height)
  }

  private static func luma(_ planes: [[Float]]) -> [Float] {
    planes[0].indices.map { 0.299 * planes[0][$0] + 0.587 * planes[1][$0] + 0.114 * planes[2][$0] }
  }

  private static func similarity(_ a: [Float], _ b: [Float], _ width: Int, _ height: Int) -> Double
  {
    var sum = 0.0
    var count = 0
    for y in Swift.stride(from: 0, through: height - window, by: 2) {
      for x in Swift.stride(from: 0, through: width - window, by: 2) {
        sum += Double(similarity(a, b, at: y * width + x, stride: width))
        count += 1
      }
    }
    return sum / Double(max(1, count))
  }

  /// Returns the similarity of one window.
  private static func similarity(_ a: [Float], _ b: [Float], at start: Int, stride: Int) -> Float {
    var sumA: Float = 0
    var sumB: Float = 0
    var squaresA: Float = 0
    var squaresB: Float = 0
    var products: Float = 0
    for row in 0..<window {
      for index in (start + row * stride)..<(start + row * stride + window) {
        let (one, other) = (a[index], b[index])
        sumA += one
        sumB += other
        squaresA += one * one
        squaresB += other * other
        products += one * other
      }
    }
    let count = Float(window * window)
    let (meanA, meanB) = (sumA / count, sumB / count)
    let varianceA = squaresA / count - meanA * meanA
    let varianceB = squaresB / count - meanB * meanB
    let covariance = products / count - meanA * meanB
    let (c1, c2): (Float, Float) = (6.5025, 58.5225)
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }
}
