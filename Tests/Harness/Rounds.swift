import Foundation

/// The number of rounds of tests that make up their input.
package enum Rounds {
  /// Whether all rounds are run, as `make check` does, by `IMAGEFEED_THOROUGH`.
  package static let areAll = ProcessInfo.processInfo.environment["IMAGEFEED_THOROUGH"] != nil

  /// Returns all of a number of rounds, or a quarter of them in a usual run.
  package static func of(_ all: Int) -> Int { areAll ? all : max(1, all / 4) }
}
