import Model

/// The format and size of a list's photos, from the smallest to the largest.
///
/// The raw values are stored in the database.
package enum RowSize: Int, Hashable, Sendable, CaseIterable {
  case tiny = 1
  case small, medium, large
  /// Square tiles in two columns.
  case columns = 6
  /// One photo per row, as large as the body allows.
  case single = 5

  package enum Format: Equatable, Sendable {
    /// Rows of equal height that fill the width.
    case rows
    case twoColumns
    case oneColumn
  }

  package var format: Format {
    switch self {
    case .tiny, .small, .medium, .large: .rows
    case .columns: .twoColumns
    case .single: .oneColumn
    }
  }
}

/// The row sizes of a kind of list.
package struct RowSizes: Equatable, Sendable {
  package private(set) var present = RowSize.medium
  /// The last size with rows of several photos.
  private var rows = RowSize.medium

  package init(present: RowSize = .medium) { resize(to: present) }

  mutating func resize(to size: RowSize) {
    present = size
    if size.format == .rows { rows = size }
  }

  /// The sizes of the other formats, in the order that the layout key selects them.
  var nextFormats: [RowSize] {
    switch present.format {
    case .rows: [.columns, .single]
    case .twoColumns: [.single, rows]
    case .oneColumn: [rows, .columns]
    }
  }
}
