extension SIMD4<Float> {
  /// The lesser of two numbers in each lane.
  ///
  /// The standard library's `pointwiseMin` is a call, lane by lane.
  @inline(__always)
  static func lesser(_ a: Self, _ b: Self) -> Self { b.replacing(with: a, where: a .< b) }

  /// The greater of two numbers in each lane.
  @inline(__always)
  static func greater(_ a: Self, _ b: Self) -> Self { b.replacing(with: a, where: a .> b) }
}

extension SIMD8<Float> {
  /// The sum of all lanes, by halves; the standard library's adds one after the other.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
