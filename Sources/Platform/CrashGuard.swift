import CPlatform
import Glibc

/// Gives the terminal back when the process traps, aborts or faults.
package enum CrashGuard {
  /// The longest teardown the guard takes, in bytes.
  package static let limit = Int(cplatform_guard_limit)

  /// What a crash does to a terminal from now on; may be called again with another teardown.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal; may be non-blocking.
  ///   - attributes: the terminal's attributes from before the program changed them.
  ///   - teardown: the bytes that undo every mode; at most `limit`.
  ///   - chain: whether Swift's own crash handler runs afterwards. It may ask questions in the
  ///     terminal for 30 s, so this is for people who look for a bug (`SWIFT_BACKTRACE` is set);
  ///     everybody else gets the signal's default action at once.
  package static func arm(
    _ descriptor: Int32,
    attributes: termios,
    teardown: [UInt8],
    chain: Bool
  ) {
    var attributes = attributes
    let result = cplatform_guard_arm(
      descriptor,
      &attributes,
      teardown,
      teardown.count,
      chain ? 1 : 0
    )
    assert(result == 0, "the teardown is longer than the guard's limit")
  }

  /// Has a crash write a byte to the beginning of a file, too, as long as the guard is armed.
  package static func mark(_ descriptor: Int32, _ byte: UInt8) {
    cplatform_guard_mark(descriptor, byte)
  }

  /// No file is written to any more.
  package static func unmark() { cplatform_guard_mark(-1, 0) }

  /// The terminal is in order; crashes are left alone.
  package static func disarm() { cplatform_guard_disarm() }
}
