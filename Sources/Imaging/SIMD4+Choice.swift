extension SIMD4<Float> {
  /// The lesser of two numbers in each lane.
  ///
  /// The standard library's `pointwiseMin` is a call, lane by lane.
  @inline(__always)
  static func lesser(_ a: Self, _ b: Self) -> Self { b.replacing(with: a, where: a .< b) }

  /// The greater of two numbers in each lane.
  @inline(__always)
  static func greater(_ a: Self, _ b: Self) -> Self { b.replacing(with: a, where: a .> b) }

  /// Whether a lane of a mask is set.
  @inline(__always)
  static func isAny(_ mask: SIMDMask<SIMD4<Int32>>) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves.x | halves.y != 0
  }
}
