/// The numbers that are believed of a service, a server, the database or a file.
///
/// Values of the model take the nearest of these for anything beyond, as they are made; so nothing
/// computed from them overflows, whatever was sent or stored.
package enum SanityLimits {
  /// Pixels along a side of a photograph.
  ///
  /// libjpeg reads 65 500 at most. A larger side is taken for this one, and the photograph stays in
  /// its list, rather than being left out for what may be one wrong number.
  package static let side = 1...1_000_000
  /// Likes, views, totals, pages, requests, places in an order.
  package static let count = 0...1_000_000_000_000_000
  /// Bytes of a file, or of many.
  package static let bytes: ClosedRange<Int64> = 0...1 << 50
  /// Seconds since 1970, to the end of the year 9999.
  package static let time = 0...253_402_300_799.0
}

extension Comparable {
  /// The nearest value of a range; the lowest for NaN.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    // In this order: comparisons with what is not a number are false.
    max(range.lowerBound, min(self, range.upperBound))
  }
}

extension Int64 {
  /// The bytes of one more file, or of one less; as many as are believed of all of them.
  package func adding(bytes: Int64) -> Int64 { (self + bytes).clamped(to: SanityLimits.bytes) }
}

extension Int {
  /// A count with some more, or some less.
  package func adding(count: Int) -> Int { (self + count).clamped(to: SanityLimits.count) }
}
