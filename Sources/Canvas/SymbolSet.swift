/// The characters a picture may be drawn with.
package enum SymbolSet: String, Hashable, Sendable, CaseIterable {
  /// Two pixels a cell, one above the other; every UTF-8 terminal and font has them.
  case halfBlocks = "half"
  /// Two by two pixels of two colours a cell; nearly every font has them.
  case quadrants = "quad"
  /// Two by three pixels of two colours a cell: Unicode 13, which older fonts lack.
  case sextants = "sextant"
  /// Printable ASCII, for terminals that show nothing else.
  case ascii
}
