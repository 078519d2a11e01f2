/// How many parts a cell has, known when what works on them is compiled.
protocol PartCount {
  static var count: Int { get }
  /// Puts so many values in order, four orders at once.
  static func sort(_ values: UnsafeMutablePointer<SIMD4<Float>>)
  /// The least of so many values and one more.
  ///
  /// Without a loop, of whose result the compiler would take each lane by itself.
  static func least(_ values: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float>
}

extension PartCount {
  /// Puts two values in order.
  @inline(__always)
  fileprivate static func order(_ values: UnsafeMutablePointer<SIMD4<Float>>, _ a: Int, _ b: Int) {
    let (x, y) = (values[a], values[b])
    values[a] = .lesser(x, y)
    values[b] = .greater(x, y)
  }

  @inline(__always)
  fileprivate static func pair(
    _ values: UnsafeMutablePointer<SIMD4<Float>>,
    _ first: Int
  ) -> SIMD4<Float> {
    .lesser(values[first], values[first + 1])
  }
}

/// Half blocks.
enum TwoParts: PartCount {
  static let count = 2

  @inline(__always)
  static func sort(_ values: UnsafeMutablePointer<SIMD4<Float>>) {
    order(values, 0, 1)
  }

  @inline(__always)
  static func least(_ values: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
    .lesser(pair(values, 0), values[2])
  }
}

/// Quadrants.
enum FourParts: PartCount {
  static let count = 4

  @inline(__always)
  static func sort(_ values: UnsafeMutablePointer<SIMD4<Float>>) {
    order(values, 0, 2)
    order(values, 1, 3)
    order(values, 0, 1)
    order(values, 2, 3)
    order(values, 1, 2)
  }

  @inline(__always)
  static func least(_ values: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
    .lesser(.lesser(pair(values, 0), pair(values, 2)), values[4])
  }
}

/// Sextants.
enum SixParts: PartCount {
  static let count = 6

  @inline(__always)
  static func sort(_ values: UnsafeMutablePointer<SIMD4<Float>>) {
    order(values, 0, 5)
    order(values, 1, 3)
    order(values, 2, 4)
    order(values, 1, 2)
    order(values, 3, 4)
    order(values, 0, 3)
    order(values, 2, 5)
    order(values, 0, 1)
    order(values, 2, 3)
    order(values, 4, 5)
    order(values, 1, 2)
    order(values, 3, 4)
  }

  @inline(__always)
  static func least(_ values: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
    .lesser(.lesser(pair(values, 0), pair(values, 2)), .lesser(pair(values, 4), values[6]))
  }
}

/// Octants and Braille patterns.
enum EightParts: PartCount {
  static let count = 8

  @inline(__always)
  static func sort(_ values: UnsafeMutablePointer<SIMD4<Float>>) {
    order(values, 0, 2)
    order(values, 1, 3)
    order(values, 4, 6)
    order(values, 5, 7)
    order(values, 0, 4)
    order(values, 1, 5)
    order(values, 2, 6)
    order(values, 3, 7)
    order(values, 0, 1)
    order(values, 2, 3)
    order(values, 4, 5)
    order(values, 6, 7)
    order(values, 2, 4)
    order(values, 3, 5)
    order(values, 1, 4)
    order(values, 3, 6)
    order(values, 1, 2)
    order(values, 3, 4)
    order(values, 5, 6)
  }

  @inline(__always)
  static func least(_ values: UnsafeMutablePointer<SIMD4<Float>>) -> SIMD4<Float> {
    .lesser(
      .lesser(.lesser(pair(values, 0), pair(values, 2)), .lesser(pair(values, 4), pair(values, 6))),
      values[8]
    )
  }
}
