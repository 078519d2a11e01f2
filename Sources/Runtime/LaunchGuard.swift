import Glibc
import Platform

/// Detects a launch that fails, so that the next launch uses safe mode: a byte in a locked file.
///
/// The byte is there until the first frame is out. From then on, until the program has been idle
/// for the first time, only a crash (not a kill) writes it again: work that begins after the first
/// frame, such as resumed downloads, must not crash every launch either. A process that finds the
/// byte in a file that no process locks follows a launch that failed.
///
/// If two programs launch at once, only the first has a guard. The file isn't flushed to the disk:
/// after a power failure the next launch is a normal one. Without a writable file there is no
/// guard.
package final class LaunchGuard: Sendable {
  /// The parts that a launch leaves out after failed ones.
  package enum SafeMode: UInt8, Sendable {
    case off = 0x30
    /// After one failed launch: cached lists, images and settings aren't read, nor is anything else
    /// of the database before the user requests it.
    case skipCache
    /// After a second failed launch: the database isn't opened.
    case skipDatabase

    fileprivate var next: SafeMode { self == .off ? .skipCache : .skipDatabase }
  }

  package let safeMode: SafeMode
  /// The locked file; -1 without a guard.
  private let descriptor: Lock<Int32>

  /// Writes the byte; takes some microseconds.
  ///
  /// - Parameter path: the file, which is created with its folder if it is missing.
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

  /// The first frame is out: from here on only a crash counts.
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

  /// The file, open and locked; -1 where that cannot be.
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
