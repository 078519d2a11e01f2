/// The part of a photo that a crop must contain, as fractions of its width and height.
struct Focus: Sendable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  private init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Returns the start of a crop of some length along an axis, as a fraction.
  ///
  /// - Parameter share: The position in 0…1 between the first and the last start that contain the
  ///   span. A span longer than the crop is contained as far as possible.
  static func start(
    _ share: Double,
    length: Double,
    holding low: Double?,
    _ high: Double?
  ) -> Double {
    let low = low ?? 1 - length
    let high = high ?? length
    let first = max(0, min(high - length, low))
    let last = min(1 - length, max(high - length, low))
    return min(1 - length, max(0, first + (last - first) * share))
  }

  /// The focus of originals by the number at the start of their file names, chosen by eye.
  ///
  /// Other originals suit any crop.
  static let known: [String: Focus] = [
    "01": Focus(0.36, 0.1, 0.64, 0.85), "02": Focus(0.3, 0.1, 0.65, 0.6),
    "03": Focus(0.35, 0.1, 0.65, 0.7), "05": Focus(0.18, 0.1, 0.58, 0.62),
    "06": Focus(0.35, 0.1, 0.72, 0.72), "07": Focus(0.38, 0.55, 0.62, 0.95),
    "08": Focus(0.38, 0.08, 0.6, 0.5), "09": Focus(0.35, 0.05, 0.7, 0.72),
    "10": Focus(0.38, 0.22, 0.8, 0.7), "11": Focus(0.2, 0.15, 0.7, 0.8),
    "12": Focus(0.15, 0.08, 0.48, 0.7), "13": Focus(0.27, 0.05, 0.7, 0.68),
    "14": Focus(0.4, 0.45, 0.62, 0.97), "15": Focus(0.28, 0.3, 0.68, 0.7),
    "17": Focus(0.18, 0.2, 0.7, 0.72), "18": Focus(0.35, 0.05, 0.7, 0.6),
    "19": Focus(0.2, 0.1, 0.65, 0.6), "21": Focus(0.32, 0.2, 0.72, 0.8),
    "22": Focus(0.28, 0.2, 0.72, 0.7), "23": Focus(0.45, 0.4, 0.7, 0.75),
    "24": Focus(0.45, 0.3, 0.97, 0.9), "25": Focus(0.3, 0.2, 0.7, 0.85),
    "26": Focus(0.38, 0.3, 0.75, 0.8), "27": Focus(0.36, 0.25, 0.65, 0.8),
    "29": Focus(0.2, 0.12, 0.7, 0.7), "30": Focus(0.4, 0.03, 0.65, 0.6),
    "32": Focus(0.28, 0.2, 0.8, 0.75),
    "33": Focus(0.52, 0.15, 0.88, 0.68), "34": Focus(0.25, 0.42, 0.8, 0.95),
    "35": Focus(0.55, 0.06, 0.97, 0.78), "38": Focus(0.45, 0.1, 0.72, 0.62),
  ]
}
