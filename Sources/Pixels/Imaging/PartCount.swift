/// The number of parts in a cell, known at compile time.
///
/// Parts are the equal rectangles of a cell that a set of symbols can fill. Each symbol shows some
/// of them in the foreground colour.
protocol PartCount {
  static var width: Int { get }
  static var height: Int { get }
}

extension PartCount {
  static var count: Int { width * height }
}

/// The parts of half blocks.
enum TwoParts: PartCount {
  static var width: Int { 1 }
  static var height: Int { 2 }
}

/// The parts of quadrants.
enum FourParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 2 }
}

/// The parts of sextants.
enum SixParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 3 }
}

/// The parts of octants and Braille patterns.
enum EightParts: PartCount {
  static var width: Int { 2 }
  static var height: Int { 4 }
}
