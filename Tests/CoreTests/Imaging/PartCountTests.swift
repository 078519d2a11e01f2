import Testing

@testable import Imaging

@Suite struct PartCountTests {
  /// What puts all zeros and ones in order does so with all numbers (Knuth, 5.3.4 Z).
  private func check<Parts: PartCount>(_: Parts.Type) {
    let values = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: Parts.count + 1)
    defer { values.deallocate() }
    for bits in 0..<1 << Parts.count {
      for part in 0..<Parts.count { values[part] = SIMD4(repeating: bits >> part & 1 == 1 ? 1 : 0) }
      Parts.sort(values)
      let ones = bits.nonzeroBitCount
      let sorted = (0..<Parts.count).map { values[$0].x }
      #expect(sorted == (0..<Parts.count).map { $0 < Parts.count - ones ? 0 : 1 })
    }
  }

  private func checkLeast<Parts: PartCount>(_: Parts.Type) {
    let values = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: Parts.count + 1)
    defer { values.deallocate() }
    for place in 0...Parts.count {
      for part in 0...Parts.count { values[part] = SIMD4(repeating: Float(10 + part)) }
      values[place] = SIMD4(1, 2, 3, 4)
      #expect(Parts.least(values) == SIMD4(1, 2, 3, 4))
    }
  }

  @Test func `values are put in order`() {
    check(TwoParts.self)
    check(FourParts.self)
    check(SixParts.self)
    check(EightParts.self)
  }

  @Test func `the least of all values is found, one more than there are parts`() {
    checkLeast(TwoParts.self)
    checkLeast(FourParts.self)
    checkLeast(SixParts.self)
    checkLeast(EightParts.self)
  }
}
