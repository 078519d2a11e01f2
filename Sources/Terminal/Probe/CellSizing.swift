import Canvas

/// The size of a cell, out of what the kernel and the terminal say about it.
struct CellSizing: Equatable, Sendable {
  /// The kernel's record holds the border as well; cells are whole pixels then.
  var countsBorder = false
  /// By TIOCGWINSZ; nil where either axis is missing.
  private var recorded: TerminalSize.CellPixels?
  /// By `CSI 16 t`, in whole pixels.
  var cellReport: Size?
  /// By `CSI 14 t`: all cells together.
  var areaReport: Size?
  private var columns = 0
  private var rows = 0

  init(_ size: TerminalSize) { take(size) }

  private var window: TerminalSize.CellPixels? {
    guard countsBorder else { return recorded }
    return recorded.flatMap {
      Self.cell($0.width.rounded(.down), $0.height.rounded(.down))
    }
  }

  private mutating func take(_ size: TerminalSize) {
    recorded = size.cellPixels
    columns = size.columns
    rows = size.rows
  }

  /// Takes a new size over; what the terminal reported was about the old one.
  mutating func resize(_ size: TerminalSize) {
    // A window whose pixels were not believed is no better after a resize.
    if window.map(agrees) ?? false { cellReport = nil }
    areaReport = nil
    take(size)
  }

  /// The size, and who is believed.
  var result: (pixels: TerminalSize.CellPixels, source: TerminalFindings.CellSource)? {
    let report = cellReport.flatMap { Self.cell(Double($0.width), Double($0.height)) }
    // Windows' OpenSSH makes pixels up (https://github.com/sxyazi/yazi/issues/2340). But those that
    // the terminal confirms are the better ones: they have fractions.
    if let window, report == nil || agrees(window) { return (window, .window) }
    if let report { return (report, .cellReport) }
    guard let area = areaReport, columns > 0, rows > 0 else { return nil }
    let (columns, rows) = (Double(columns), Double(rows))
    let cell = Self.cell(Double(area.width) / columns, Double(area.height) / rows)
    // Old VTE has the axes the other way round, which makes cells broader than high.
    if cell.map({ $0.width > $0.height }) ?? true,
      let swapped = Self.cell(Double(area.height) / columns, Double(area.width) / rows),
      swapped.width <= swapped.height
    {
      return (swapped, .areaReport)
    }
    return cell.map { ($0, .areaReport) }
  }

  private func agrees(_ window: TerminalSize.CellPixels) -> Bool {
    guard let report = cellReport else { return true }
    return abs(window.width - Double(report.width)) < 1
      && abs(window.height - Double(report.height)) < 1
  }

  /// A size that a cell can have.
  private static func cell(_ width: Double, _ height: Double) -> TerminalSize.CellPixels? {
    guard (1...1000).contains(width), (1...1000).contains(height) else { return nil }
    return TerminalSize.CellPixels(width: width, height: height)
  }
}
