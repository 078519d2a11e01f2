import AppCore
import Canvas

/// The size of a popup: as wide as its longest row and as high as its content.
///
/// Inside the frame there is a padding of two columns and one row.
struct Popup {
  /// The narrowest and the widest popup, in columns including the frame.
  static let columns = 28...64
  /// The columns of frame and padding on both sides together.
  private static let sides = 6

  let size: Size
  /// Whether there is too little room for the padding above and below.
  private let isTight: Bool

  /// Calculates the size of a popup.
  ///
  /// - Parameters:
  ///   - content: The columns of the longest row, and the number of rows.
  ///   - area: The part of the screen that the popup may cover.
  ///   - columns: The narrowest and the widest size; other than the default only for pictures.
  init(content: Size, in area: Rect, columns: ClosedRange<Int> = Popup.columns) {
    let width = max(columns.lowerBound, min(columns.upperBound, content.width + Self.sides))
    isTight = content.height + 4 > area.height
    size = Size(
      min(width, max(1, area.width - 2)),
      min(content.height + (isTight ? 2 : 4), area.height)
    )
  }

  /// Returns the part of a popup's rectangle inside frame and padding.
  func room(in rect: Rect) -> Rect { rect.inset(dx: 3, dy: isTight ? 1 : 2) }

  /// Returns the columns of a row in the widest popup that an area allows.
  static func mostColumns(in area: Rect) -> Int {
    min(columns.upperBound, area.width - 2) - sides
  }

  /// Returns the columns of the longest line, or of the title with the close sign if that is wider.
  static func width(of lines: [Line], title: String = "") -> Int {
    max(lines.map(\.width).max() ?? 0, title.isEmpty ? 0 : TextWidth.of(title) + titleColumns)
  }

  /// The columns that a title and the close sign need in addition to the title's text.
  private static let titleColumns = 6
}
