import Foundation

/// The number of rounds of tests with random input.
package enum Rounds {
  /// Whether tests run all their rounds, as in `make check`.
  ///
  /// Set by `IMAGEFEED_THOROUGH`.
  package static let areAll = ProcessInfo.processInfo.environment["IMAGEFEED_THOROUGH"] != nil

  /// Returns the number of rounds: all of them, or an eighth in a usual run.
  package static func of(_ all: Int) -> Int { areAll ? all : max(1, all / 8) }
}
