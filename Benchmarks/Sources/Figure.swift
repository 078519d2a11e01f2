import Foundation

/// One measured figure and its limit.
struct Figure: Encodable {
  let name: String
  let value: Double
  let unit: String
  /// The maximum value; `nil` if the figure is only reported for comparison.
  let limit: Double?
  /// The values that the figure was computed from.
  var details: [String: Double] = [:]

  var holds: Bool { limit.map { value <= $0 } ?? true }
}

extension [Double] {
  var median: Double { percentile(50) }

  /// Returns the smallest value that at least `percent` percent of the values don't exceed; 0 if
  /// there are none.
  func percentile(_ percent: Double) -> Double {
    guard !isEmpty else { return 0 }
    let rank = Int((Double(count) * percent / 100).rounded(.up))
    return sorted()[Swift.max(0, Swift.min(count - 1, rank - 1))]
  }
}
