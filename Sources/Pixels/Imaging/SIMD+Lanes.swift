import CVector

// Replacements for the standard library's operators, with the same results. The standard operators
// on vectors of floats are loops over the lanes, and LLVM must recognize the single instruction in
// each. It often doesn't if a number is repeated in all lanes: choosing two palette entries took a
// third more instructions.

extension SIMD4<Float> {
  @inline(__always)
  static func + (a: Self, b: Self) -> Self { vector_add(a, b) }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { vector_subtract(a, b) }
  @inline(__always)
  static func * (a: Self, b: Self) -> Self { vector_multiply(a, b) }
  @inline(__always)
  static func / (a: Self, b: Self) -> Self { vector_divide(a, b) }
  @inline(__always)
  static func + (a: Self, b: Float) -> Self { a + Self(repeating: b) }
  @inline(__always)
  static func - (a: Self, b: Float) -> Self { a - Self(repeating: b) }
  @inline(__always)
  static func * (a: Self, b: Float) -> Self { a * Self(repeating: b) }
  @inline(__always)
  static func / (a: Self, b: Float) -> Self { a / Self(repeating: b) }
  @inline(__always)
  static func / (a: Float, b: Self) -> Self { Self(repeating: a) / b }
  @inline(__always)
  static func += (a: inout Self, b: Self) { a = a + b }

  /// Returns the lesser of two numbers in each lane.
  @inline(__always)
  static func lesser(_ a: Self, _ b: Self) -> Self { vector_lesser(a, b) }

  /// Returns the greater of two numbers in each lane.
  @inline(__always)
  static func greater(_ a: Self, _ b: Self) -> Self { vector_greater(a, b) }

  /// The sum of all lanes, in each lane.
  @inline(__always)
  var sums: Self {
    let pairs = self + Self(z, w, x, y)
    return pairs + Self(pairs.y, pairs.x, pairs.w, pairs.z)
  }
}

extension SIMD4<Float> {
  @inline(__always)
  func replacing(with other: Self, where mask: SIMDMask<SIMD4<Int32>>) -> Self {
    vector_select(unsafeBitCast(mask, to: SIMD4<Int32>.self), other, self)
  }
  @inline(__always)
  mutating func replace(with other: Self, where mask: SIMDMask<SIMD4<Int32>>) {
    self = replacing(with: other, where: mask)
  }
  @inline(__always)
  mutating func replace(with other: Scalar, where mask: SIMDMask<SIMD4<Int32>>) {
    self = replacing(with: Self(repeating: other), where: mask)
  }
}

extension SIMD4<Int32> {
  @inline(__always)
  func replacing(with other: Self, where mask: SIMDMask<SIMD4<Int32>>) -> Self {
    vector_select_ints(unsafeBitCast(mask, to: SIMD4<Int32>.self), other, self)
  }
  @inline(__always)
  mutating func replace(with other: Self, where mask: SIMDMask<SIMD4<Int32>>) {
    self = replacing(with: other, where: mask)
  }
  @inline(__always)
  mutating func replace(with other: Scalar, where mask: SIMDMask<SIMD4<Int32>>) {
    self = replacing(with: Self(repeating: other), where: mask)
  }
}

extension SIMD8<Float> {
  /// The sum of all lanes.
  ///
  /// Halves are added, while the standard library adds one lane after the other.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
