import Canvas

extension SymbolSet {
  /// The number of equal parts, across and down, in a cell; `nil` if the symbols are ASCII
  /// characters.
  var parts: Size? {
    switch self {
    case .halfBlocks: Size(1, 2)
    case .quadrants: Size(2, 2)
    case .sextants: Size(2, 3)
    case .octants, .braille: Size(2, 4)
    case .ascii: nil
    }
  }

  /// The Braille pattern for each set of foreground quarters, which are two dots each.
  static let brailleQuarters: [UInt32] = (0..<16).map { quarters in
    let upper = quarters & 3 | quarters << 2 & 12
    let lower = quarters << 2 & 48 | quarters << 4 & 192
    return SymbolSet.braille.scalarsByParts[upper | lower]
  }

  /// The symbol for each set of foreground parts.
  ///
  /// The part at the top left is the lowest bit, the part to its right the next.
  var scalarsByParts: [UInt32] {
    switch self {
    case .halfBlocks: [0x20, 0x2580, 0x2584, 0x2588]
    case .quadrants:
      [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588,
      ]
    case .sextants:
      // Unicode numbers sextants by these bits and omits those that existed before.
      (0..<64).map { (bits: UInt32) -> UInt32 in
        switch bits {
        case 0: 0x20
        case 21: 0x258C
        case 42: 0x2590
        case 63: 0x2588
        default: 0x1FB00 + bits - (bits > 42 ? 3 : bits > 21 ? 2 : 1)
        }
      }
    case .octants: Self.octantScalars
    case .braille:
      // Braille dots are numbered down the columns. The lowest row was added later.
      (0..<256).map { (bits: UInt32) -> UInt32 in
        guard bits > 0 else { return 0x20 }
        let dots: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
        return dots.enumerated().reduce(0x2800) {
          $0 | (bits >> UInt32($1.offset) & 1) << $1.element
        }
      }
    case .ascii: []
    }
  }

  /// The octants.
  ///
  /// Unicode numbers them by these bits, without those that existed before or are elsewhere.
  private static let octantScalars: [UInt32] = {
    let quarters: [Int: UInt32] = [
      0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x40: 0x1CEA3, 0x80: 0x1CEA0, 0x03: 0x1FB82, 0xC0: 0x2582,
      0x3F: 0x1FB85, 0xFC: 0x2586, 0x14: 0x1FBE6, 0x28: 0x1FBE7,
    ]
    var next: UInt32 = 0x1CD00
    return (0..<256).map { bits in
      if let quarter = quarters[bits] { return quarter }
      // In each half both rows are alike, so it is a quadrant.
      if bits & 0x33 == bits >> 2 & 0x33 {
        return SymbolSet.quadrants.scalarsByParts[bits & 3 | bits >> 2 & 0xC]
      }
      defer { next += 1 }
      return next
    }
  }()
}
