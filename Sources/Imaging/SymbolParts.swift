import Canvas

extension SymbolSet {
  /// The equal parts that a cell's symbols are made of; nil for characters.
  var parts: Size? {
    switch self {
    case .halfBlocks: Size(1, 2)
    case .quadrants: Size(2, 2)
    case .sextants: Size(2, 3)
    case .ascii: nil
    }
  }

  /// The symbol for each set of inked parts, the part at the top left being the lowest bit, the
  /// one to its right the next.
  var scalarsByParts: [UInt32] {
    switch self {
    case .halfBlocks: [0x20, 0x2580, 0x2584, 0x2588]
    case .quadrants:
      [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588,
      ]
    case .sextants:
      // Unicode numbers them by these bits and leaves out those that were there already.
      (0..<64).map { (bits: UInt32) -> UInt32 in
        switch bits {
        case 0: 0x20
        case 21: 0x258C
        case 42: 0x2590
        case 63: 0x2588
        default: 0x1FB00 + bits - (bits > 42 ? 3 : bits > 21 ? 2 : 1)
        }
      }
    case .ascii: []
    }
  }
}
