/// The ranges of plausible numbers from a service, a server, the database or a file.
///
/// Values of the model are clamped to them when they are created, so that no computation overflows.
package enum SanityLimits {
  /// The side of a photo, in pixels.
  ///
  /// libjpeg reads 65 500 pixels at most. A larger side is clamped instead of dropping the photo,
  /// because a single number may be wrong.
  package static let side = 1...1_000_000
  /// Numbers of likes, views, photos, pages and requests, and positions in a list.
  package static let count = 0...1_000_000_000_000_000
  /// Bytes of one file, or of several files.
  package static let bytes: ClosedRange<Int64> = 0...1 << 50
  /// Seconds since 1970, up to the end of the year 9999.
  package static let time = 0...253_402_300_799.0
}

extension Comparable {
  /// Returns the nearest value in a range; the lower bound for NaN.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    // The order of the arguments matters: comparisons with NaN are false.
    max(range.lowerBound, min(self, range.upperBound))
  }
}

extension Int64 {
  /// Returns the sum, clamped to the plausible numbers of bytes.
  ///
  /// A negative argument subtracts.
  package func adding(bytes: Int64) -> Int64 { (self + bytes).clamped(to: SanityLimits.bytes) }
}

extension Int {
  /// Returns the sum, clamped to the plausible counts.
  ///
  /// A negative argument subtracts.
  package func adding(count: Int) -> Int { (self + count).clamped(to: SanityLimits.count) }
}
