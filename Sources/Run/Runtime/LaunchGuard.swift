import Glibc
import Platform

/// A detector of failed launches: writes a byte to a locked file, so that the next launch can use
/// safe mode.
///
/// The byte stays in the file until the first frame is shown. Until the program is idle for the
/// first time, a crash (but not a kill) then writes it again: work that begins after the first
/// frame, such as resumed downloads, must not crash every launch either. If a process finds the
/// byte in a file that no process locks, the previous launch has failed.
///
/// If two processes launch at the same time, only the first has a guard. The file isn't flushed to
/// the disk: after a power failure the next launch is normal. Without a writable file there is no
/// guard.
package final class LaunchGuard: Sendable {
  /// The parts that a launch leaves out after failed launches.
  package enum SafeMode: UInt8, Sendable {
    case off = 0x30
    /// After one failed launch: cached lists, images and settings aren't read.
    ///
    /// The rest of the database isn't read before the user requests it.
    case skipCache
    /// After a second failed launch: the database isn't opened.
    case skipDatabase

    fileprivate var next: SafeMode { self == .off ? .skipCache : .skipDatabase }
  }

  /// The safe mode of this launch.
  package let safeMode: SafeMode
  /// The descriptor of the locked file; -1 without a guard.
  private let descriptor: Lock<Int32>

  /// Finds out whether the previous launch failed, and writes the byte; takes some microseconds.
  ///
  /// - Parameter path: The file, which is created with its folder if it is missing.
  package init(path: String) {
    let file = Self.held(path)
    var last: UInt8 = 0
    let isMarked = file >= 0 && pread(file, &last, 1, 0) == 1
    safeMode = isMarked ? SafeMode(rawValue: last)?.next ?? .skipCache : .off
    descriptor = Lock(file)
    var byte = safeMode.rawValue
    if file >= 0 { pwrite(file, &byte, 1, 0) }
  }

  deinit { descriptor.withLock { if $0 >= 0 { close($0) } } }

  /// Records that the first frame is shown.
  ///
  /// From now on only a crash counts as a failure.
  package func firstFrameShown() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      ftruncate(descriptor, 0)
      CrashGuard.mark(descriptor, safeMode.rawValue)
    }
  }

  /// Ends the guard after a successful launch or a regular exit.
  package func finish() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      CrashGuard.unmark()
      ftruncate(descriptor, 0)
      close(descriptor)
      descriptor = -1
    }
  }

  /// Opens and locks the file, and returns its descriptor; -1 if that fails.
  private static func held(_ path: String) -> Int32 {
    var file = (try? RegularFile.openOwn(path, O_RDWR)) ?? -1
    if file < 0 {
      try? Folder.create(Folder.containing(path), mode: 0o700)
      file = (try? RegularFile.openOwn(path, O_RDWR)) ?? -1
    }
    guard file >= 0 else { return -1 }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return -1
    }
    return file
  }
}
