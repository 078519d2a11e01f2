import Foundation

/// The figures of one run, and the computer they were measured on.
struct Report: Encodable {
  struct Machine: Encodable {
    let processor: String
    let cores: Int
    let system: String
    let chafa: String
    let timg: String
  }

  /// The figures of one group, such as `start`.
  struct Section: Encodable {
    let group: String
    let figures: [Figure]
  }

  /// The start of the run in ISO 8601.
  let date: String
  /// The abbreviated commit, with "-dirty" if files differed from it; empty if unknown.
  let commit: String
  let machine: Machine
  var sections: [Section] = []

  var holds: Bool { sections.allSatisfy { $0.figures.allSatisfy(\.holds) } }

  /// The figures as a table with aligned columns.
  var table: String {
    let rows = sections.flatMap(\.figures).map { figure in
      [
        figure.holds ? (figure.limit == nil ? "      " : "  ok  ") : "TOO MUCH",
        figure.name,
        Self.text(figure.value, figure.unit),
        figure.limit.map { "at most \(Self.text($0))" } ?? "",
        Self.text(figure.details),
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

  /// The figures as a page in Markdown.
  ///
  /// Missed goals are bold.
  var page: String {
    let missed = sections.flatMap(\.figures).count { !$0.holds }
    let intro = """
      # Figures

      Written by `make bench`: all figures of one run, of \(date), at commit \(commit).
      \(machine.cores) cores of \(machine.processor); \(machine.system), \(machine.chafa).

      Goals are upper limits; missed goals are bold (\(missed)). Don't compare figures of different
      runs: the speed of a computer varies.
      """
    let tables = sections.map { section in
      let rows = section.figures.map { figure in
        let value = Self.text(figure.value, figure.unit)
        let result = figure.holds ? value : "**\(value)**"
        let goal = figure.limit.map { Self.text($0, figure.unit) } ?? ""
        return "| \(figure.name) | \(goal) | \(result) | \(Self.text(figure.details)) |"
      }
      let head = [
        "## \(section.group)", "", "| Figure | Goal | Result | From |", "| --- | --- | --- | --- |",
      ]
      return (head + rows).joined(separator: "\n")
    }
    return ([intro] + tables).joined(separator: "\n\n") + "\n"
  }

  private static func text(_ number: Double, _ unit: String = "") -> String {
    let text = String(format: abs(number) < 10 ? "%.2f" : "%.1f", number)
    return unit.isEmpty ? text : text + " " + unit
  }

  private static func text(_ details: [String: Double]) -> String {
    details.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }.joined(separator: ", ")
  }
}
