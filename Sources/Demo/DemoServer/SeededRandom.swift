/// Repeatable random numbers: each is a pure function of the seed, a position and a purpose.
///
/// Numbers aren't drawn in sequence, so item 1,500 costs as much as item 0 and no table is needed.
struct SeededRandom: Sendable {
  /// The purpose of a number.
  ///
  /// Two purposes never share a number.
  enum Purpose: UInt64 {
    case identifier = 1
    case order, date, frame, tone, likes, views, downloads
    case description, alternative, promotion, language, exif, person, nonce, random
  }

  let seed: UInt64

  /// Returns 64 uniformly distributed bits.
  func roll(_ purpose: Purpose, _ index: Int) -> UInt64 {
    Self.mixed(key(purpose) &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Returns a uniformly distributed value in `0..<1`.
  func unit(_ purpose: Purpose, _ index: Int) -> Double {
    Double(roll(purpose, index) >> 11) / Double(1 << 53)
  }

  /// Returns a uniformly distributed value in `0..<count`.
  func pick(_ count: Int, _ purpose: Purpose, _ index: Int) -> Int {
    Int(roll(purpose, index) % UInt64(count))
  }

  func key(_ purpose: Purpose) -> UInt64 {
    Self.mixed(seed ^ (purpose.rawValue &* 0xD134_2543_DE82_EF95))
  }

  /// Applies the finaliser of SplitMix64, a permutation of the 64-bit values.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Applies the inverse of `mixed(_:)`.
  static func unmixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 31) ^ (z >> 62)) &* 0x3196_42B2_D24D_8EC3
    z = (z ^ (z >> 27) ^ (z >> 54)) &* 0x96DE_1B17_3F11_9089
    return z ^ (z >> 30) ^ (z >> 60)
  }
}
