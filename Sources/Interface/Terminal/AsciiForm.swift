/// The ASCII replacements for characters, for terminals that show only ASCII.
enum AsciiForm {
  static func of(_ cluster: Character) -> UInt8 {
    guard let scalar = cluster.unicodeScalars.first else { return UInt8(ascii: " ") }
    switch scalar.value {
    case 0x20..<0x7F: return UInt8(scalar.value)
    case 0xA0, 0x2000...0x200A: return UInt8(ascii: " ")
    case 0xC0...0xFF: return latin[Int(scalar.value) - 0xC0]
    case 0x2010...0x2015, 0x2500...0x2501, 0x2550: return UInt8(ascii: "-")
    case 0x2018, 0x2019, 0x201A, 0x2032: return UInt8(ascii: "'")
    case 0x201C...0x201E, 0xAB, 0xBB, 0x2033: return UInt8(ascii: "\"")
    case 0x2022, 0xB7, 0x25CF: return UInt8(ascii: "*")
    case 0x2026: return UInt8(ascii: ".")
    case 0x2039, 0x2190, 0x25C0: return UInt8(ascii: "<")
    case 0x203A, 0x2192, 0x25B6: return UInt8(ascii: ">")
    case 0x2191, 0x25B2: return UInt8(ascii: "^")
    case 0x2193, 0x25BC: return UInt8(ascii: "v")
    case 0xD7, 0x2715, 0x2716: return UInt8(ascii: "x")
    case 0x2502...0x2503, 0x2551: return UInt8(ascii: "|")
    case 0x250C...0x254B, 0x2552...0x2570: return UInt8(ascii: "+")
    case 0x2588...0x2593: return UInt8(ascii: "#")
    default: return UInt8(ascii: "?")
    }
  }

  /// The letters U+00C0 … U+00FF without their accents.
  private static let latin = Array(
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty".utf8
  )
}
