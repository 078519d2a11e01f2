/// One cell of a canvas.
package struct Cell: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A grapheme cluster of one or two columns; the second column is a `.continuation`.
    case text(Character)
    /// The right half of the wide cluster to the left.
    case continuation
    /// A cell of a picture: the index into the frame's placements, and the position inside its box.
    case picture(placement: UInt16, row: UInt16, column: UInt16)
  }

  package var content: Content
  package var style: Style

  package init(_ content: Content, _ style: Style = .standard) {
    self.content = content
    self.style = style
  }

  package static let blank = Cell(.text(" "))
}

/// A picture drawn with symbols: one scalar and two colours per cell.
package struct SymbolGrid: Equatable, Sendable {
  package struct Symbol: Equatable, Sendable {
    /// The Unicode scalar, which is one column wide.
    package var scalar: UInt32
    package var foreground: Color
    package var background: Color

    package init(scalar: UInt32, foreground: Color, background: Color) {
      self.scalar = scalar
      self.foreground = foreground
      self.background = background
    }
  }

  package var columns: Int
  package var rows: Int
  /// The symbols row by row; there are `columns * rows`.
  package var symbols: [Symbol]

  package init(columns: Int, rows: Int, symbols: [Symbol]) {
    precondition(symbols.count == columns * rows, "a symbol grid has columns × rows symbols")
    self.columns = columns
    self.rows = rows
    self.symbols = symbols
  }

  package subscript(row: Int, column: Int) -> Symbol { symbols[row * columns + column] }
}
