/// The parts of a cell, known when what works on them is compiled.
protocol PartCount {
  static var width: Int { get }
  static var height: Int { get }
}

extension PartCount {
  static var count: Int { width * height }
}

/// Half blocks.
enum TwoParts: PartCount {
  static var width: Int { 1 }
  static var height: Int { 2 }
}

/// Quadrants.
enum FourParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 2 }
}

/// Sextants.
enum SixParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 3 }
}

/// Octants and Braille patterns.
enum EightParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 4 }
}
