import Canvas

/// The size of a cell, derived from the kernel's record and the terminal's replies.
struct CellMeasurement: Equatable, Sendable {
  /// Whether the kernel's record includes the window's border.
  ///
  /// Cells are whole pixels then.
  var countsBorder = false
  /// The cell size from TIOCGWINSZ; `nil` if width or height is missing.
  private var recorded: TerminalSize.CellPixels?
  /// Whether the kernel's record is credible without the terminal's report of a cell.
  private var isUsual = false
  /// The size that the user has set.
  let chosen: ChosenCell?
  /// The reply to `CSI 16 t`: one cell, in whole pixels.
  var cellReport: Size?
  /// The reply to `CSI 14 t`: all cells together, in pixels.
  var areaReport: Size?
  private var columns = 0
  private var rows = 0
  /// Whether the terminal has contradicted the kernel's record.
  private var isWindowRefuted = false

  init(_ size: TerminalSize, chosen: ChosenCell? = nil) {
    self.chosen = chosen
    record(size)
  }

  /// The cell size from the kernel's record, which may be invented.
  private var window: TerminalSize.CellPixels? {
    guard let recorded else { return nil }
    return countsBorder
      ? Self.cell(recorded.width.rounded(.down), recorded.height.rounded(.down))
      : Self.cell(recorded.width, recorded.height)
  }

  private var reported: TerminalSize.CellPixels? {
    cellReport.flatMap { Self.cell(Double($0.width), Double($0.height)) }
  }

  /// The reported area divided by the number of cells, which may be invented.
  private var area: TerminalSize.CellPixels? {
    guard let areaReport, columns > 0, rows > 0 else { return nil }
    let (columns, rows) = (Double(columns), Double(rows))
    let (width, height) = (Double(areaReport.width), Double(areaReport.height))
    let cell = Self.cell(width / columns, height / rows)
    // Old versions of VTE swap width and height.
    let swapped = Self.cell(height / columns, width / rows)
    if !(cell?.isUsual ?? false), let swapped, swapped.isUsual { return swapped }
    return cell
  }

  /// The `area` value, if it is credible without the terminal's report of a cell; otherwise `nil`.
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

  /// Sets a new size of the terminal.
  ///
  /// Replies about the old one are discarded.
  mutating func resize(_ size: TerminalSize) {
    // If the kernel's record was overruled, it isn't more reliable after a resize.
    if let window, let reported, result?.pixels == reported, window != reported {
      isWindowRefuted = true
    }
    record(size)
    if !isWindowRefuted { cellReport = nil }
    areaReport = nil
  }

  /// The size of a cell and its source.
  ///
  /// The user's setting takes precedence. The terminal's replies are more reliable than the
  /// kernel's record, which may include the window's padding (Konsole) or be invented. But the
  /// reply about one cell is in whole pixels. If the size of all cells agrees with it, the
  /// fractional quotient is used.
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

  /// Whether the reported area consists of whole cells of this size and a border of at most two
  /// rows, as in urxvt.
  private func isBordered(
    _ pixels: TerminalSize.CellPixels,
    around cell: TerminalSize.CellPixels
  ) -> Bool {
    let across = (pixels.width - cell.width) * Double(columns)
    let down = (pixels.height - cell.height) * Double(rows)
    let border = 0...2 * cell.height
    return cell.isWhole && border.contains(across) && border.contains(down)
  }

  /// Returns a size if a cell can have it.
  private static func cell(_ width: Double, _ height: Double) -> TerminalSize.CellPixels? {
    TerminalSize.CellPixels(plausible: width, by: height)
  }
}

/// The size of a cell that the user has set.
package struct ChosenCell: Equatable, Sendable {
  package var pixels: TerminalSize.CellPixels
  package var source: TerminalFindings.CellSource

  /// Creates a setting.
  ///
  /// - Parameter source: `.option` or `.configuration`.
  package init(_ pixels: TerminalSize.CellPixels, by source: TerminalFindings.CellSource) {
    self.pixels = pixels
    self.source = source
  }
}
