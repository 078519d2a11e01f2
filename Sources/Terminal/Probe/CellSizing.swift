import Canvas

/// The size of a cell, out of what the kernel and the terminal say about it.
struct CellSizing: Equatable, Sendable {
  /// The kernel's record holds the border as well; cells are whole pixels then.
  var countsBorder = false
  /// By TIOCGWINSZ; nil where either axis is missing.
  private var recorded: TerminalSize.CellPixels?
  /// Whether the kernel's record can be true without a report of the cell.
  private var isUsual = false
  /// The size that the user has set.
  let chosen: ChosenCell?
  /// By `CSI 16 t`, in whole pixels.
  var cellReport: Size?
  /// By `CSI 14 t`: all cells together.
  var areaReport: Size?
  private var columns = 0
  private var rows = 0
  /// The terminal has contradicted the kernel.
  private var isWindowRefuted = false

  init(_ size: TerminalSize, chosen: ChosenCell? = nil) {
    self.chosen = chosen
    record(size)
  }

  /// The kernel's record, which may be made up.
  private var window: TerminalSize.CellPixels? {
    guard let recorded else { return nil }
    return countsBorder
      ? Self.cell(recorded.width.rounded(.down), recorded.height.rounded(.down))
      : Self.cell(recorded.width, recorded.height)
  }

  private var reported: TerminalSize.CellPixels? {
    cellReport.flatMap { Self.cell(Double($0.width), Double($0.height)) }
  }

  /// The area by its cells, which may be made up.
  private var area: TerminalSize.CellPixels? {
    guard let areaReport, columns > 0, rows > 0 else { return nil }
    let (columns, rows) = (Double(columns), Double(rows))
    let (width, height) = (Double(areaReport.width), Double(areaReport.height))
    let cell = Self.cell(width / columns, height / rows)
    // Old VTE has the axes the other way round.
    let swapped = Self.cell(height / columns, width / rows)
    if !(cell?.isUsual ?? false), let swapped, swapped.isUsual { return swapped }
    return cell
  }

  /// The area by its cells, if it can be true without a report of the cell.
  private var usualArea: TerminalSize.CellPixels? {
    guard let areaReport, let area, area.isUsual else { return nil }
    let (width, height) = (Double(areaReport.width), Double(areaReport.height))
    return TerminalSize.isMadeUp(width: width, height: height) ? nil : area
  }

  private mutating func record(_ size: TerminalSize) {
    recorded = size.cellPixels
    isUsual = size.hasUsualCell
    columns = size.columns
    rows = size.rows
  }

  /// Takes a new size over; what the terminal reported was about the old one.
  mutating func resize(_ size: TerminalSize) {
    // A window whose pixels were not believed is no better after a resize.
    if let window, let reported, result?.pixels == reported, window != reported {
      isWindowRefuted = true
    }
    record(size)
    if !isWindowRefuted { cellReport = nil }
    areaReport = nil
  }

  /// The size of a cell, and its source.
  ///
  /// The user's word comes first. The terminal's answers are better than the kernel's record,
  /// which may count the padding of a window (Konsole), or be made up. But its answer about one
  /// cell is in whole pixels: those with a fraction come from all cells together.
  var result: (pixels: TerminalSize.CellPixels, source: TerminalFindings.CellSource)? {
    if let chosen { return (chosen.pixels, chosen.source) }
    let window = isWindowRefuted ? nil : window
    guard let reported else {
      let window = isUsual ? window : nil
      if let area = usualArea, let window, area == window || isBordered(area, around: window) {
        return (window, .window)
      }
      return usualArea.map { ($0, .areaReport) } ?? window.map { ($0, .window) }
    }
    if let whole = area ?? window, agrees(whole, with: reported), whole != reported {
      return (whole, whole == window ? .window : .areaReport)
    }
    return (reported, reported == window ? .window : .cellReport)
  }

  private func agrees(
    _ pixels: TerminalSize.CellPixels,
    with reported: TerminalSize.CellPixels
  ) -> Bool {
    abs(pixels.width - reported.width) < 1 && abs(pixels.height - reported.height) < 1
  }

  /// Whether an answer is that of whole cells and a border no wider than two rows (urxvt's).
  private func isBordered(
    _ pixels: TerminalSize.CellPixels,
    around cell: TerminalSize.CellPixels
  ) -> Bool {
    let across = (pixels.width - cell.width) * Double(columns)
    let down = (pixels.height - cell.height) * Double(rows)
    let border = 0...2 * cell.height
    return cell.isWhole && border.contains(across) && border.contains(down)
  }

  /// A number of pixels that a cell can have.
  private static func cell(_ width: Double, _ height: Double) -> TerminalSize.CellPixels? {
    TerminalSize.CellPixels(plausible: width, by: height)
  }
}

/// The size of a cell as the user has set it.
package struct ChosenCell: Equatable, Sendable {
  package var pixels: TerminalSize.CellPixels
  package var source: TerminalFindings.CellSource

  /// - Parameter source: `.option` or `.configuration`.
  package init(_ pixels: TerminalSize.CellPixels, by source: TerminalFindings.CellSource) {
    self.pixels = pixels
    self.source = source
  }
}
