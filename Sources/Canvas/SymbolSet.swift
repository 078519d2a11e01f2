/// The characters a picture may be drawn with.
package enum SymbolSet: String, Hashable, Sendable, CaseIterable {
  /// Two pixels a cell, one above the other; every UTF-8 terminal and font has them.
  case halfBlocks = "half"
  /// Two by two pixels of two colours a cell; nearly every font has them.
  case quadrants = "quad"
  /// Two by three pixels of two colours a cell: Unicode 13, which older fonts lack.
  case sextants = "sextant"
  /// Two by four pixels of two colours a cell: Unicode 16, which few terminals draw.
  case octants = "octant"
  /// Two by four dots of one colour on another a cell; dots leave most of it empty.
  case braille
  /// Printable ASCII, for terminals that show nothing else.
  case ascii
}
