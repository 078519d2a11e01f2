/// The characters that pictures are drawn with.
package enum SymbolSet: String, Hashable, Sendable, CaseIterable {
  /// Two pixels per cell, one above the other; every UTF-8 terminal and font has them.
  case halfBlocks = "half"
  /// Two by two pixels of two colours per cell; nearly every font has them.
  case quadrants = "quad"
  /// Two by three pixels of two colours per cell: Unicode 13, missing in older fonts.
  case sextants = "sextant"
  /// Two by four pixels of two colours per cell: Unicode 16, drawn by few terminals.
  case octants = "octant"
  /// Two by four dots of one colour on another per cell; the dots leave most of the cell empty.
  case braille
  /// Printable ASCII, for terminals that show nothing else.
  case ascii
}
