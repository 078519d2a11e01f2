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

/// The figures of one run, and the computer they were measured on.
struct Report: Encodable {
  struct Machine: Encodable {
    let processor: String
    let cores: Int
    let system: String
    let chafa: String
    let timg: String
  }

  let date: String
  let machine: Machine
  var figures: [Figure] = []

  var table: String {
    let rows = figures.map { figure in
      [
        figure.holds ? (figure.limit == nil ? "      " : "  ok  ") : "TOO MUCH",
        figure.name,
        Self.text(figure.value) + " " + figure.unit,
        figure.limit.map { "at most \(Self.text($0))" } ?? "",
        figure.details.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.text($0.value))" }
          .joined(separator: ", "),
      ]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        column < 4 ? text.padding(toLength: widths[column], withPad: " ", startingAt: 0) : text
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func text(_ number: Double) -> String {
    String(format: number < 10 ? "%.2f" : "%.1f", number)
  }
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
