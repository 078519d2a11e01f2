import CPlatform
import Glibc

/// The guard that restores the terminal when a signal ends the process: a crash, or a signal such
/// as SIGQUIT or SIGUSR1 that the program doesn't handle.
///
/// SIGKILL can't be caught. SIGINT, SIGTERM and SIGHUP are left to the program.
package enum CrashGuard {
  /// The maximum length of the teardown, in bytes.
  package static let maxTeardownLength = Int(cplatform_guard_limit)

  /// Sets the actions on a terminal when a signal ends the process.
  ///
  /// Further calls replace the teardown.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal; may be non-blocking.
  ///   - attributes: The terminal's attributes from before the program changed them.
  ///   - teardown: The bytes that undo every mode; at most `maxTeardownLength`.
  ///   - chain: Whether Swift's crash handler runs afterwards. The handler may show prompts in the
  ///     terminal for 30 s, so this is for debugging (`SWIFT_BACKTRACE` is set). Otherwise the
  ///     signal's default action follows immediately.
  ///   - discardsInput: Whether to discard input that was typed and not read.
  package static func arm(
    _ descriptor: Int32,
    attributes: termios,
    teardown: [UInt8],
    chain: Bool,
    discardsInput: Bool = false
  ) {
    var attributes = attributes
    let result = cplatform_guard_arm(
      descriptor,
      &attributes,
      teardown,
      teardown.count,
      chain ? 1 : 0,
      discardsInput ? 1 : 0
    )
    assert(result == 0, "the teardown is longer than the guard's limit")
  }

  /// Makes a crash also write a byte to the beginning of a file, as long as the guard is armed.
  ///
  /// Signals sent from outside, such as SIGQUIT, don't count as crashes.
  package static func mark(_ descriptor: Int32, _ byte: UInt8) {
    cplatform_guard_mark(descriptor, byte)
  }

  /// Stops writing to the file of `mark`.
  package static func unmark() { cplatform_guard_mark(-1, 0) }

  /// Removes the guard.
  ///
  /// Call it after the terminal has been restored.
  package static func disarm() { cplatform_guard_disarm() }
}
